import type { Header, Row, RowData } from '@tanstack/react-table'
import { useId } from 'react'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../icons.tsx'
import type { Features } from './table-features.ts'
import { OpenDetails, SelectPage, SelectRow, type TableShapeProps } from './table-shape.tsx'

/** The table as a table: headers that sort, a row that leads to what it is about. */
export function TableGrid<T extends RowData>(props: TableShapeProps<T>) {
  const { label, table, isSelectable, details } = props
  return (
    <div className="table-box">
      <table>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {isSelectable && (
                <th className="table-check-cell">
                  <SelectPage table={table} />
                </th>
              )}
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} />
              ))}
              {details && (
                <th className="table-open-cell">
                  <span className="visually-hidden">Details</span>
                </th>
              )}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <GridRow key={row.id} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HeaderCell<T extends RowData>({ header }: { readonly header: Header<Features, T> }) {
  const { column } = header
  const name = String(column.columnDef.header)
  const { isNumber, isExtra, isPlain } = column.columnDef.meta ?? {}
  if (!column.getCanSort())
    return (
      <th data-number={isNumber} data-extra={isExtra}>
        {isPlain ? <span className="visually-hidden">{name}</span> : name}
      </th>
    )
  const order = column.getIsSorted()
  const Icon = order === 'asc' ? IconArrowUp : order === 'desc' ? IconArrowDown : IconArrowsSort
  return (
    <th
      data-number={isNumber}
      data-extra={isExtra}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}
    >
      <button
        type="button"
        className="table-sort"
        data-sorted={order !== false}
        onClick={column.getToggleSortingHandler()}
      >
        {name}
        <Icon size={14} stroke={1.8} aria-hidden />
      </button>
    </th>
  )
}

function GridRow<T extends RowData>({
  row,
  table,
  rowName,
  isSelectable,
  details,
  openId,
  onOpen,
}: TableShapeProps<T> & { readonly row: Row<Features, T> }) {
  const detailsId = useId()
  const isOpen = details !== undefined && openId === row.id
  const cells = row.getAllCells()
  const name = rowName(row.original)
  return (
    <>
      <tr data-selected={isSelectable && row.getIsSelected()} data-open={isOpen}>
        {isSelectable && (
          <td className="table-check-cell">
            <SelectRow row={row} name={name} />
          </td>
        )}
        {cells.map((cell) => {
          const { isNumber, isExtra, isPlain } = cell.column.columnDef.meta ?? {}
          return (
            <td key={cell.id} data-number={isNumber} data-extra={isExtra} data-plain={isPlain}>
              <table.FlexRender cell={cell} />
            </td>
          )
        })}
        {details && (
          <td className="table-open-cell">
            <OpenDetails name={name} isOpen={isOpen} detailsId={detailsId} onOpen={() => onOpen(row.id)} />
          </td>
        )}
      </tr>
      {isOpen && (
        <tr className="table-details-row">
          <td colSpan={cells.length + (isSelectable ? 2 : 1)}>
            <div id={detailsId} className="table-details">
              {details(row.original)}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}
