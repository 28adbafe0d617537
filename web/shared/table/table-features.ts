import type { ReactNode } from 'react'

/** A table column; the server sorts, filters and pages. Keep the array stable. */
export interface TableColumn<T> {
  readonly id: string
  readonly header: string
  readonly cell: (row: T) => ReactNode
  /** the server's name for sorting by it; absent: not sortable */
  readonly sort?: string
  /** the first click sorts in descending order: newest or most first */
  readonly isDownFirst?: boolean
  readonly isNumber?: boolean
  /** hidden where the table has little room */
  readonly isExtra?: boolean
  /** not in the list of a phone */
  readonly isWide?: boolean
  /** no header text and no label in the list: buttons */
  readonly isPlain?: boolean
}

/** Names of selected rows by their ids, also of other pages. */
export type Chosen = Readonly<Record<string, string>>

export interface TableSelection {
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
}

/** What the table's two layouts have in common. */
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
  /** the row whose details are open */
  readonly openId: string | null
  readonly onOpen: (id: string) => void
}
