import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
/** Which part of a list is shown and in which order, as it stands in the address' query. No personal data there. */
export interface TableView {
  /** from 1 */
  readonly page: number
  readonly pageSize: number
  /** what the server sorts by */
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

export interface ViewOptions {
  /** what the list can be sorted by; none: the server's own order */
  readonly sorts?: readonly string[]
  /** sorted by this unless the address says otherwise; the first of `sorts` when absent */
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
}

export const pageSizes = [10, 25, 50, 100] as const

type Address = Readonly<Record<string, unknown>>

/** What of the address is wrong or missing falls back to the default. */
export function viewOf(address: Address, { sorts = [], sort = sorts[0] ?? '', order = 'asc' }: ViewOptions): TableView {
  const page = Number(address.page)
  const pageSize = Number(address.page_size)
  const isSort = sorts.includes(String(address.sort))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    pageSize: pageSizes.find((size) => size === pageSize) ?? pageSizes[0],
    sort: isSort ? String(address.sort) : sort,
    order: address.order === 'asc' || address.order === 'desc' ? address.order : order,
  }
}

/** The query of a view; what is the default is left out, so that addresses stay short. */
export function addressOf(view: TableView, options: ViewOptions): Record<string, string | undefined> {
  const plain = viewOf({}, options)
  return {
    page: view.page === plain.page ? undefined : String(view.page),
    page_size: view.pageSize === plain.pageSize ? undefined : String(view.pageSize),
    sort: view.sort === plain.sort ? undefined : view.sort,
    order: view.order === plain.order ? undefined : view.order,
  }
}

/** `1–10 of 24,312`; `0 of 0`. */
export function rangeText({ page, pageSize }: Pick<TableView, 'page' | 'pageSize'>, rows: number, total: number) {
  if (rows === 0) return m.common_of({ part: 0, total: numberText(total) })
  const first = (page - 1) * pageSize + 1
  return m.common_page_range({
    first: numberText(first),
    last: numberText(first + rows - 1),
    total: numberText(total),
  })
}

/** Pages there are; at least one, so that an empty list has a first page. */
export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))
