import type { Row, RowData } from '@tanstack/react-table'
import { useId } from 'react'
import type { Features } from './table-features.ts'
import './table-list.css'
import { OpenDetails, SelectPage, SelectRow, type TableShapeProps } from './table-shape.tsx'
import './table-tools.css'

/** The table on a phone: each row a block, its first column on top, the others with their labels. */
export function TableList<T extends RowData>(props: TableShapeProps<T>) {
  const { label, table, isSelectable } = props
  return (
    <>
      <div className="table-list-tools">
        {isSelectable && <SelectPage table={table}>Select all</SelectPage>}
        <ListOrder table={table} label={label} />
      </div>
      <ul className="table-list" aria-label={label}>
        {table.getRowModel().rows.map((row) => (
          <ListRow key={row.id} row={row} {...props} />
        ))}
      </ul>
    </>
  )
}

function ListOrder<T extends RowData>({ table, label }: Pick<TableShapeProps<T>, 'table' | 'label'>) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanSort())
  if (columns.length === 0) return null
  const [sorting] = table.state.sorting
  return (
    <select
      className="table-select"
      aria-label={`Order of ${label}`}
      value={`${sorting?.id}:${sorting?.desc}`}
      onChange={(event) => {
        const [id = '', desc] = event.currentTarget.value.split(':')
        table.setSorting([{ id, desc: desc === 'true' }])
      }}
    >
      {columns.flatMap((column) => {
        const isDownFirst = column.columnDef.sortDescFirst === true
        return [isDownFirst, !isDownFirst].map((desc) => (
          <option key={`${column.id}:${desc}`} value={`${column.id}:${desc}`}>
            {String(column.columnDef.header)} {desc ? '↓' : '↑'}
          </option>
        ))
      })}
    </select>
  )
}

function ListRow<T extends RowData>({
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
  const [first, ...others] = row.getAllCells()
  const name = rowName(row.original)
  return (
    <li data-selected={isSelectable && row.getIsSelected()}>
      <div className="table-list-head">
        {isSelectable && <SelectRow row={row} name={name} />}
        <div className="table-list-title">{first && <table.FlexRender cell={first} />}</div>
        {others
          .filter((cell) => cell.column.columnDef.meta?.isPlain)
          .map((cell) => (
            <table.FlexRender key={cell.id} cell={cell} />
          ))}
        {details && <OpenDetails name={name} isOpen={isOpen} detailsId={detailsId} onOpen={() => onOpen(row.id)} />}
      </div>
      <dl>
        {others
          .filter((cell) => !cell.column.columnDef.meta?.isPlain)
          .map((cell) => (
            <div key={cell.id}>
              <dt>{String(cell.column.columnDef.header)}</dt>
              <dd>
                <table.FlexRender cell={cell} />
              </dd>
            </div>
          ))}
      </dl>
      {isOpen && (
        <div id={detailsId} className="table-details">
          {details(row.original)}
        </div>
      )}
    </li>
  )
}
