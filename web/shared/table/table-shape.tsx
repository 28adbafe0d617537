import type { ReactTable, Row, RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { IconChevronDown } from '../icons.tsx'
import type { Features } from './table-features.ts'

/** What the two shapes of a table have in common. */
export interface TableShapeProps<T extends RowData> {
  readonly label: string
  readonly table: ReactTable<Features, T>
  readonly rowName: (row: T) => string
  readonly isSelectable: boolean
  readonly details?: (row: T) => ReactNode
  /** the row whose details are shown */
  readonly openId: string | null
  readonly onOpen: (id: string) => void
}

interface SelectRowProps<T extends RowData> {
  readonly row: Row<Features, T>
  readonly name: string
}

/** A click with Shift takes the rows between along. */
export function SelectRow<T extends RowData>({ row, name }: SelectRowProps<T>) {
  return (
    <label className="table-check">
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    </label>
  )
}

export function SelectPage<T extends RowData>({
  table,
  children,
}: Pick<TableShapeProps<T>, 'table'> & { children?: ReactNode }) {
  const isSome = table.getIsSomePageRowsSelected()
  return (
    <label className="table-check">
      <input
        type="checkbox"
        aria-label={children ? undefined : 'Select all of this page'}
        ref={(box) => {
          if (box) box.indeterminate = isSome
        }}
        checked={table.getIsAllPageRowsSelected()}
        onChange={table.getToggleAllPageRowsSelectedHandler()}
      />
      {children}
    </label>
  )
}

interface OpenDetailsProps {
  readonly name: string
  readonly isOpen: boolean
  readonly detailsId: string
  readonly onOpen: () => void
}

export function OpenDetails({ name, isOpen, detailsId, onOpen }: OpenDetailsProps) {
  return (
    <button
      type="button"
      className="table-open"
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId : undefined}
      aria-label={`Details of ${name}`}
      onClick={onOpen}
    >
      <IconChevronDown size={18} stroke={1.8} aria-hidden />
    </button>
  )
}
