import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** The one cache of answers; outside React, so that live connections can mark answers as out of date. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A browser that calls itself offline fails like any other lost line: the page says so, and how old it is.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      // A refusal stays a refusal; only what may pass by itself is tried again.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
    },
    // Offline an act fails at once and says so; kept back, it would happen minutes later without a person watching.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Marks all answers of `calls` as out of date; those on the screen have been fetched again when it resolves. */
export async function fetchAgain(calls: readonly { readonly name: string }[]): Promise<void> {
  const names = new Set<unknown>(calls.map(({ name }) => name))
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) })
}
