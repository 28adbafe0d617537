import { Button } from '@mantine/core'
import { type RowData, type RowSelectionState, type Updater, useTable } from '@tanstack/react-table'
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { type CsvSource, DownloadCsv } from '../download-csv.tsx'
import { browserZone } from '../form/local-time.ts'
import { useSettings } from '../settings.ts'
import { Failed, Loading, Quiet, Stale } from '../states.tsx'
import { clockText } from '../time.ts'
import { Pager } from './pager.tsx'
import './table.css'
import { definitionsOf, features, type TableColumn } from './table-features.ts'
import { TableGrid } from './table-grid.tsx'
import { TableList } from './table-list.tsx'
import { pageCount, type TableView } from './table-view.ts'

export interface TablePage<T> {
  readonly rows: readonly T[]
  readonly total: number
}

/** What the table needs of a query for one page; keep the page before as placeholder data. */
export interface TableQuery<T> {
  readonly data: TablePage<T> | undefined
  readonly error: Error | null
  readonly isPlaceholderData: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

export interface TableSelection {
  /** ids of chosen rows, also of other pages */
  readonly ids: RowSelectionState
  readonly onChange: (ids: RowSelectionState) => void
}

interface DataTableProps<T extends RowData> {
  /** names the table: `Users` */
  readonly label: string
  /** module-level or memoised */
  readonly columns: readonly TableColumn<T>[]
  readonly query: TableQuery<T>
  readonly view: TableView
  readonly onView: (change: Partial<TableView>) => unknown
  readonly rowId: (row: T) => string
  /** names a row in the labels of its checkbox and details; this, rowId and details stay the same functions */
  readonly rowName: (row: T) => string
  /** shown instead of the table when there is nothing */
  readonly empty: ReactNode
  readonly selection?: TableSelection
  /** all rows are there: no pages */
  readonly isWhole?: boolean
  /** shown below a row on demand */
  readonly details?: (row: T) => ReactNode
  /** the call that the rows are of, with its filters: offers all of its rows as CSV (RP-8) */
  readonly csv?: CsvSource
  /** without rows, a failure is an empty list without a message (ER-2) */
  readonly isQuiet?: boolean
}

const none: never[] = []

/** A table whose pages, order and filters are the server's work; a list on phones. */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { label, columns, query, view, onView, rowId, rowName, selection, details } = props
  const { data, error, isPlaceholderData, refetch } = query
  const last = data && !isPlaceholderData ? pageCount(data.total, view.pageSize) : null
  // The last rows of the last page are gone: show the page that is the last now.
  useEffect(() => {
    if (last !== null && view.page > last) onView({ page: last })
  }, [last, view.page, onView])

  if (!data) {
    if (error && props.isQuiet) return <Quiet label={label} retry={() => void refetch()} />
    if (error) return <Failed error={error} retry={() => void refetch()} />
    return <Loading label={`Fetching ${label.toLocaleLowerCase('en-GB')}`} />
  }
  return (
    <section className="table" aria-label={label} aria-busy={isPlaceholderData}>
      {error && (
        <Stale
          action={
            <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Could not be refreshed. This is how it stood at {clockText(query.dataUpdatedAt, browserZone())}.
        </Stale>
      )}
      {data.total === 0 ? (
        props.empty
      ) : (
        <Rows
          label={label}
          columns={columns}
          data={data}
          view={view}
          onView={onView}
          rowId={rowId}
          rowName={rowName}
          selectedIds={selection?.ids}
          onSelect={selection?.onChange}
          details={details}
        />
      )}
      {data.total > 0 && !props.isWhole && (
        <Pager label={label} view={view} rows={data.rows.length} total={data.total} onChange={onView} />
      )}
      {data.total > 0 && props.csv && <DownloadCsv label={label} source={props.csv} />}
    </section>
  )
}

type RowsProps<T extends RowData> = Pick<
  DataTableProps<T>,
  'label' | 'columns' | 'view' | 'onView' | 'rowId' | 'rowName' | 'details'
> & {
  readonly data: TablePage<T>
  readonly selectedIds: RowSelectionState | undefined
  readonly onSelect: TableSelection['onChange'] | undefined
}

function AllRows<T extends RowData>(props: RowsProps<T>) {
  const { label, columns, data, view, onView, rowId, rowName, details, onSelect } = props
  const { isMobileView } = useSettings()
  const [openId, setOpenId] = useState<string | null>(null)
  const { page, pageSize, sort, order } = view
  const sorting = useMemo(() => (sort ? [{ id: sort, desc: order === 'desc' }] : none), [sort, order])
  const pagination = useMemo(() => ({ pageIndex: page - 1, pageSize }), [page, pageSize])
  const definitions = useMemo(() => definitionsOf(columns), [columns])
  const rowSelection = props.selectedIds ?? noIds
  const table = useTable({
    features,
    columns: definitions,
    data: data.rows,
    rowCount: data.total,
    getRowId: rowId,
    manualPagination: true,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    enableRowSelection: onSelect !== undefined,
    state: { sorting, pagination, rowSelection },
    onSortingChange: (updater: Updater<{ id: string; desc: boolean }[]>) => {
      const [next] = typeof updater === 'function' ? updater(sorting) : updater
      if (next) onView({ sort: next.id, order: next.desc ? 'desc' : 'asc' })
    },
    onRowSelectionChange: (updater: Updater<RowSelectionState>) =>
      onSelect?.(typeof updater === 'function' ? updater(rowSelection) : updater),
  })
  const Shape = isMobileView ? TableList : TableGrid
  return (
    <Shape
      label={label}
      table={table}
      rowName={rowName}
      isSelectable={onSelect !== undefined}
      details={details}
      openId={openId}
      onOpen={(id) => setOpenId(id === openId ? null : id)}
    />
  )
}

/** Typing into a search beside the table draws no row anew. */
const Rows = memo(AllRows) as typeof AllRows

const noIds: RowSelectionState = {}
