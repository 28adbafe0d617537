import type { ReactNode } from 'react'

/** One column of a table; sorting, filters and pages are the server's work. The list of them stays the same object. */
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

/** Ids of chosen rows, also of other pages. */
export type ChosenIds = Readonly<Record<string, true>>

export interface TableSelection {
  readonly ids: ChosenIds
  readonly onChange: (ids: ChosenIds) => void
}

/** What the two shapes of a table have in common. */
export interface TableShapeProps<T> {
  readonly label: string
  readonly columns: readonly TableColumn<T>[]
  readonly rows: readonly T[]
  readonly rowId: (row: T) => string
  readonly rowName: (row: T) => string
  readonly sort: string
  readonly order: 'asc' | 'desc'
  readonly onSort: (sort: string, order: 'asc' | 'desc') => void
  readonly selection: TableSelection | undefined
  readonly details: ((row: T) => ReactNode) | undefined
  /** the row whose details are shown */
  readonly openId: string | null
  readonly onOpen: (id: string) => void
}
