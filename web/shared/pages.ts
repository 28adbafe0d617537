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

/** All pages of a list: the first says how many there are. */
async function sendAllPages<C extends Call>(
  call: C,
  input: Omit<CallArguments<C>, 'page' | 'page_size'>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Item<C>[]> {
  const sendPage = async (page: number) =>
    (await send(call, { ...input, page, page_size: pageSize } as unknown as CallArguments<C>, options)) as Page
  const first = await sendPage(1)
  const count = Math.ceil(first.pagination.total_records / pageSize)
  const rest = await Promise.all(Array.from({ length: Math.max(0, count - 1) }, (_, index) => sendPage(index + 2)))
  return [first, ...rest].flatMap(({ items }) => items) as Item<C>[]
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
