import { m } from '@eupnea/texts'
import { useId } from 'react'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../icons.tsx'
import { breakable } from './breakable.tsx'
import styles from './table.module.css'
import type { TableColumn, TableShapeProps } from './table-features.ts'
import { OpenDetails, SelectPage, SelectRow, useToggle } from './table-shape.tsx'

/** The table as a table: headers that sort, and rows that link to what they are about. */
export function TableGrid<T>(props: TableShapeProps<T>) {
  const { label, columns, rows, rowId, rowName, selection, details } = props
  const named = rows.map((row) => [rowId(row), rowName(row)] as const)
  const onToggle = useToggle(selection, named)
  return (
    <div className={styles.tableBox}>
      <table>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {selection && (
              <th className={styles.tableCheckCell}>
                <SelectPage selection={selection} rows={named} />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} {...props} />
            ))}
            {details && (
              <th className={styles.tableOpenCell}>
                <span className="visually-hidden">{m.common_details()}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <GridRow key={rowId(row)} row={row} onToggle={onToggle} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeaderCellProps<T> = Pick<TableShapeProps<T>, 'sort' | 'order' | 'onSort'> & { readonly column: TableColumn<T> }

function HeaderCell<T>({ column, sort, order, onSort }: HeaderCellProps<T>) {
  const { header, sort: by, isDownFirst = false, isNumber, isExtra, isPlain } = column
  if (by === undefined)
    return (
      <th data-number={isNumber} data-extra={isExtra} data-plain={isPlain}>
        {isPlain ? <span className="visually-hidden">{header}</span> : header}
      </th>
    )
  const isSorted = sort === by
  const Icon = !isSorted ? IconArrowsSort : order === 'asc' ? IconArrowUp : IconArrowDown
  const isDownNext = isSorted ? order === 'asc' : isDownFirst
  return (
    <th
      data-number={isNumber}
      data-extra={isExtra}
      aria-sort={!isSorted ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className={styles.tableSort}
        data-sorted={isSorted}
        onClick={() => onSort(by, isDownNext ? 'desc' : 'asc')}
      >
        {header}
        <Icon size={14} stroke={1.8} aria-hidden />
      </button>
    </th>
  )
}

type GridRowProps<T> = TableShapeProps<T> & { readonly row: T; readonly onToggle: ReturnType<typeof useToggle> }

function GridRow<T>({ row, columns, rowId, rowName, selection, onToggle, details, openId, onOpen }: GridRowProps<T>) {
  const detailsId = useId()
  const id = rowId(row)
  const isOpen = details !== undefined && openId === id
  const name = rowName(row)
  return (
    <>
      <tr data-selected={selection !== undefined && id in selection.chosen} data-open={isOpen}>
        {selection && (
          <td className={styles.tableCheckCell}>
            <SelectRow id={id} name={name} selection={selection} onToggle={onToggle} />
          </td>
        )}
        {columns.map(({ id: column, cell, isNumber, isExtra, isPlain }) => (
          <td key={column} data-number={isNumber} data-extra={isExtra} data-plain={isPlain}>
            {breakable(cell(row))}
          </td>
        ))}
        {details && (
          <td className={styles.tableOpenCell}>
            <OpenDetails name={name} isOpen={isOpen} detailsId={detailsId} onOpen={() => onOpen(id)} />
          </td>
        )}
      </tr>
      {isOpen && (
        <tr className={styles.tableDetailsRow}>
          <td colSpan={columns.length + (selection ? 2 : 1)}>
            <div id={detailsId} className={styles.tableDetails}>
              {details(row)}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}
