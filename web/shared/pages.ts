import type { Call, CallArguments, CallOutput } from '@eupnea/contract/call.ts'
import { queryOptions, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { send } from './api.ts'

interface Page {
  readonly items: readonly unknown[]
  readonly pagination: { readonly total_records: number }
}
type Item<C extends Call> = CallOutput<C> extends { items: readonly (infer T)[] } ? T : never

/** Largest page that the calls return. */
const pageSize = 200

/** Pages of a list: the first says how many rows there are. */
export async function fetchPages<P>(
  fetchPage: (page: number, size: number) => Promise<P>,
  rowsIn: (first: P) => number,
): Promise<P[]> {
  const first = await fetchPage(1, pageSize)
  const others = Math.max(0, Math.ceil(rowsIn(first) / pageSize) - 1)
  return [first, ...(await Promise.all(Array.from({ length: others }, (_, index) => fetchPage(index + 2, pageSize))))]
}

async function sendAllPages<C extends Call>(
  call: C,
  input: Omit<CallArguments<C>, 'page' | 'page_size'>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Item<C>[]> {
  const sendPage = async (page: number, page_size: number) =>
    (await send(call, { ...input, page, page_size } as unknown as CallArguments<C>, options)) as Page
  const pages = await fetchPages(sendPage, ({ pagination }) => pagination.total_records)
  return pages.flatMap(({ items }) => items) as Item<C>[]
}

type AllPagesOptions<C extends Call> = Omit<UseQueryOptions<Item<C>[]>, 'queryKey' | 'queryFn'>

/** All items of a list, cached under [call.name, input, 'all']. */
export const allPagesQuery = <C extends Call>(call: C, input: Omit<CallArguments<C>, 'page' | 'page_size'>) =>
  queryOptions<Item<C>[]>({
    queryKey: [call.name, input, 'all'],
    queryFn: ({ signal }) => sendAllPages(call, input, { signal }),
  })

export const useAllPages = <C extends Call>(
  call: C,
  input: Omit<CallArguments<C>, 'page' | 'page_size'>,
  options: AllPagesOptions<C> = {},
): UseQueryResult<Item<C>[]> => useQuery<Item<C>[]>({ ...options, ...allPagesQuery(call, input) })
