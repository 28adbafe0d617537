import { type Query, QueryClient } from '@tanstack/react-query'
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
export function fetchAgain(calls: readonly { readonly name: string }[]): Promise<void> {
  const names = new Set<unknown>(calls.map(({ name }) => name))
  return outdate(({ queryKey }) => names.has(queryKey[0]))
}

/**
 * Invalidates answers; resolves once those on screen have been refetched. A first answer that is under way may have
 * been read before the change, and the library would take it as fresh: it is asked for once more.
 */
export async function outdate(isOutdated: (query: Query) => boolean): Promise<void> {
  const first = new Set(
    queryClient
      .getQueryCache()
      .findAll({ predicate: isOutdated, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined),
  )
  await queryClient.invalidateQueries({ predicate: isOutdated })
  if (first.size > 0) await queryClient.invalidateQueries({ predicate: (query) => first.has(query) })
}
