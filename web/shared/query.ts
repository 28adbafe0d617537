import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** The single query cache; outside React, so that live connections can invalidate it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // When the browser is offline, queries fail as on any lost connection: the page says so, with the data's age.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      // A refusal won't change; only errors that may pass are retried.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
    },
    // Offline, an action fails immediately and says so; queued, it would run minutes later with nobody watching.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Invalidates all answers of `calls`; resolves once those on screen have been refetched. */
export async function fetchAgain(calls: readonly { readonly name: string }[]): Promise<void> {
  const names = new Set<unknown>(calls.map(({ name }) => name))
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) })
}
