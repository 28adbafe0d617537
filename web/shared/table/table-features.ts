import {
  type ColumnDef,
  metaHelper,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** What tables of the portal can do; sorting, filters and pages are the server's work. */
export const features = tableFeatures({
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ readonly isNumber: boolean; readonly isExtra: boolean; readonly isPlain: boolean }>(),
})
export type Features = typeof features

/** One column; the list of them stays the same object between renders. */
export interface TableColumn<T> {
  readonly id: string
  readonly header: string
  readonly cell: (row: T) => ReactNode
  /** the server's name for sorting by it; absent: it cannot */
  readonly sort?: string
  /** the first click sorts downwards: newest or most first */
  readonly isDownFirst?: boolean
  readonly isNumber?: boolean
  /** left out where the table has little room */
  readonly isExtra?: boolean
  /** no words in the header and no label in the list: buttons */
  readonly isPlain?: boolean
}

export const definitionsOf = <T extends RowData>(columns: readonly TableColumn<T>[]): ColumnDef<Features, T>[] =>
  columns.map(
    ({ id, header, cell, sort, isDownFirst = false, isNumber = false, isExtra = false, isPlain = false }) => ({
      // Sorting is kept under the server's name, so that the address and the call say the same.
      id: sort ?? `.${id}`,
      header,
      cell: ({ row }) => cell(row.original),
      enableSorting: sort !== undefined,
      sortDescFirst: isDownFirst,
      accessorFn: () => null,
      meta: { isNumber, isExtra, isPlain },
    }),
  )
