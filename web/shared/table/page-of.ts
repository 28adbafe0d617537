import type { TablePage } from './data-table.tsx'

/** A page of a list in the table's shape. */
export const pageOf = <T>({
  items,
  pagination,
}: {
  readonly items: readonly T[]
  readonly pagination: Counted
}): TablePage<T> => ({ rows: items, ...totalOf(pagination) })

export interface Counted {
  readonly total_records: number
  /** there are more */
  readonly is_capped?: true | undefined
}

/** How many rows all pages have, as the table shows it. */
export const totalOf = ({ total_records, is_capped }: Counted) => ({
  total: total_records,
  isCapped: is_capped === true,
})
