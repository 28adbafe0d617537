import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
/** Which part of a list is shown, and in which order, as in the address's query. No personal data there. */
export interface TableView {
  /** from 1 */
  readonly page: number
  readonly pageSize: number
  /** the server's name for the sort order */
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

export interface ViewOptions {
  /** what the list can be sorted by; empty: only the server's order */
  readonly sorts?: readonly string[]
  /** default sort order; absent: the first of `sorts` */
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
}

export const pageSizes = [10, 25, 50, 100] as const

type Address = Readonly<Record<string, unknown>>

/** Wrong or missing values in the address get their defaults. */
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

/** A view as a query; defaults are omitted, so that addresses stay short. */
export function addressOf(view: TableView, options: ViewOptions): Record<string, string | undefined> {
  const plain = viewOf({}, options)
  return {
    page: view.page === plain.page ? undefined : String(view.page),
    page_size: view.pageSize === plain.pageSize ? undefined : String(view.pageSize),
    sort: view.sort === plain.sort ? undefined : view.sort,
    order: view.order === plain.order ? undefined : view.order,
  }
}

/** How many rows all pages have. */
export interface RowCount {
  readonly total: number
  /** there are more */
  readonly isCapped?: boolean | undefined
}

/** `10,000`; `10,000+` when there are more. */
export const countText = (count: number, isCapped = false): string =>
  isCapped ? m.common_count_and_more({ count: numberText(count) }) : numberText(count)

/** `1–10 of 2,312`; `1–10 of 10,000+`; `0 of 0`. */
export function rangeText(
  { page, pageSize }: Pick<TableView, 'page' | 'pageSize'>,
  rows: number,
  { total, isCapped }: RowCount,
) {
  if (rows === 0) return m.common_of({ part: 0, total: countText(total, isCapped) })
  const first = (page - 1) * pageSize + 1
  return m.common_page_range({
    first: numberText(first),
    last: numberText(first + rows - 1),
    total: countText(total, isCapped),
  })
}

/** Number of pages; at least one, so that an empty list has a first page. */
export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))
