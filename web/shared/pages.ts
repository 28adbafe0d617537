import type { Call, CallArguments, CallOutput } from '@eupnea/contract/call.ts'
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { send } from './api.ts'

interface Page {
  readonly items: readonly unknown[]
  readonly pagination: { readonly total_records: number }
}
type Item<C extends Call> = CallOutput<C> extends { items: readonly (infer T)[] } ? T : never

/** Largest page that the calls return. */
const pageSize = 200

/** All pages of a list, fetched one after the other. */
async function sendAllPages<C extends Call>(
  call: C,
  input: Omit<CallArguments<C>, 'page' | 'page_size'>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Item<C>[]> {
  const items: Item<C>[] = []
  for (let page = 1; ; page++) {
    const answer = (await send(
      call,
      { ...input, page, page_size: pageSize } as unknown as CallArguments<C>,
      options,
    )) as Page
    items.push(...(answer.items as Item<C>[]))
    if (answer.items.length === 0 || items.length >= answer.pagination.total_records) return items
  }
}

type AllPagesOptions<C extends Call> = Omit<UseQueryOptions<Item<C>[]>, 'queryKey' | 'queryFn'>

/** All items of a list, cached under [call.name, input, 'all']. */
export function useAllPages<C extends Call>(
  call: C,
  input: Omit<CallArguments<C>, 'page' | 'page_size'>,
  options: AllPagesOptions<C> = {},
): UseQueryResult<Item<C>[]> {
  return useQuery<Item<C>[]>({
    ...options,
    queryKey: [call.name, input, 'all'],
    queryFn: ({ signal }) => sendAllPages(call, input, { signal }),
  })
}
