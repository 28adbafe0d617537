import type { TablePage } from './data-table.tsx'

/** A page of a list in the table's shape. */
export const pageOf = <T>({
  items,
  pagination,
}: {
  readonly items: readonly T[]
  readonly pagination: { readonly total_records: number }
}): TablePage<T> => ({ rows: items, total: pagination.total_records })
