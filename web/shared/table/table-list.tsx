import { m } from '@eupnea/texts'
import { Fragment, useId } from 'react'
import { breakable } from './breakable.tsx'
import tableStyles from './table.module.css'
import type { TableShapeProps } from './table-features.ts'
import styles from './table-list.module.css'
import { OpenDetails, SelectPage, SelectRow, useToggle } from './table-shape.tsx'
import tableToolsStyles from './table-tools.module.css'

/** The table on a phone: each row is a block, with its first column on top and the others labelled. */
export function TableList<T>(props: TableShapeProps<T>) {
  const { label, rows, rowId, rowName, selection } = props
  const named = rows.map((row) => [rowId(row), rowName(row)] as const)
  const onToggle = useToggle(selection, named)
  return (
    <>
      <div className={styles.tableListTools}>
        {selection && (
          <SelectPage selection={selection} rows={named}>
            {m.common_select_all()}
          </SelectPage>
        )}
        <ListOrder {...props} />
      </div>
      <ul className={styles.tableList} aria-label={label}>
        {rows.map((row) => (
          <ListRow key={rowId(row)} row={row} onToggle={onToggle} {...props} />
        ))}
      </ul>
    </>
  )
}

function ListOrder<T>({ label, columns, sort, order, onSort }: TableShapeProps<T>) {
  const sortable = columns.flatMap((column) => (column.sort === undefined ? [] : [{ ...column, sort: column.sort }]))
  if (sortable.length === 0) return null
  return (
    <select
      className={tableToolsStyles.tableSelect}
      aria-label={m.common_order_label({ list: label })}
      value={`${sort}:${order}`}
      onChange={(event) => {
        const [by = '', direction] = event.currentTarget.value.split(':')
        onSort(by, direction === 'desc' ? 'desc' : 'asc')
      }}
    >
      {sortable.flatMap(({ sort: by, header, isDownFirst }) => {
        const directions = isDownFirst ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)
        return directions.map((direction) => (
          <option key={`${by}:${direction}`} value={`${by}:${direction}`}>
            {header} {direction === 'desc' ? '↓' : '↑'}
          </option>
        ))
      })}
    </select>
  )
}

type ListRowProps<T> = TableShapeProps<T> & { readonly row: T; readonly onToggle: ReturnType<typeof useToggle> }

function ListRow<T>({ row, columns, rowId, rowName, selection, onToggle, details, openId, onOpen }: ListRowProps<T>) {
  const detailsId = useId()
  const id = rowId(row)
  const isOpen = details !== undefined && openId === id
  const [first, ...others] = columns
  const told = others
    .filter(({ isPlain, isWide }) => !isPlain && !isWide)
    .map((column) => ({ ...column, shown: column.cell(row) }))
  const name = rowName(row)
  return (
    <li data-selected={selection !== undefined && id in selection.chosen}>
      <div className={styles.tableListHead}>
        {selection && <SelectRow id={id} name={name} selection={selection} onToggle={onToggle} />}
        <div className={styles.tableListTitle}>{first?.cell(row)}</div>
        {others
          .filter(({ isPlain }) => isPlain)
          .map(({ id: column, cell }) => (
            <Fragment key={column}>{cell(row)}</Fragment>
          ))}
        {details && <OpenDetails name={name} isOpen={isOpen} detailsId={detailsId} onOpen={() => onOpen(id)} />}
      </div>
      <dl>
        {/* A table has a place for what is missing, a list needn't say it. */}
        {told
          .filter(({ shown }) => shown !== '–')
          .map(({ id: column, header, shown }) => (
            <div key={column}>
              <dt>{header}</dt>
              <dd>{breakable(shown)}</dd>
            </div>
          ))}
      </dl>
      {isOpen && (
        <div id={detailsId} className={tableStyles.tableDetails}>
          {details(row)}
        </div>
      )}
    </li>
  )
}
