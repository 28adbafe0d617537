import type { Call } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { language } from '@eupnea/texts/locale.ts'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { send } from '../api.ts'
import { type CsvSource, DownloadCsv } from '../download-csv.tsx'
import { useSettings } from '../settings.ts'
import { ListSkeleton } from '../skeletons.tsx'
import { StaleAnswer } from '../stale-answer.tsx'
import { Failed, Quiet } from '../states.tsx'
import pagerStyles from './pager.module.css'
import { Pager } from './pager.tsx'
import { PrintAll } from './print-all.tsx'
import styles from './table.module.css'
import type { TableColumn, TableSelection } from './table-features.ts'
import { TableGrid } from './table-grid.tsx'
import { TableList } from './table-list.tsx'
import { pageCount, type TableView } from './table-view.ts'
import { mostOnPaper, useRowsOnPaper } from './use-rows-on-paper.ts'

export interface TablePage<T> {
  readonly rows: readonly T[]
  readonly total: number
  /** there are more than `total` */
  readonly isCapped?: boolean | undefined
}

/** The query result for one page; pass the previous page as `placeholderData`, so that the table doesn't blink. */
export interface TableQuery<T> {
  readonly data: TablePage<T> | undefined
  readonly error: Error | null
  readonly isPlaceholderData: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

/** Where a table's rows come from: the call with its filters, without a page. */
export interface TableSource<T> extends CsvSource {
  /** the call's name for the rows of a page */
  readonly sizeName?: 'page_size' | 'limit' | undefined
  /** what the call answers as rows; absent where all are shown */
  readonly rowsOf?: (answer: never) => TablePage<T>
  /** the list can't be downloaded as CSV */
  readonly isScreenOnly?: boolean | undefined
}

interface DataTableProps<T> {
  /** the table's label: `Users` */
  readonly label: string
  /** module-level or memoised */
  readonly columns: readonly TableColumn<T>[]
  readonly query: TableQuery<T>
  readonly view: TableView
  readonly onView: (change: Partial<TableView>) => unknown
  readonly rowId: (row: T) => string
  /** a row's name in the labels of its checkbox and details; keep this, rowId and details stable */
  readonly rowName: (row: T) => string
  /** shown instead of an empty table */
  readonly empty: ReactNode
  readonly selection?: TableSelection
  /** all rows are loaded, so there are no pages */
  readonly isWhole?: boolean
  /** expands below a row */
  readonly details?: (row: T) => ReactNode
  /** offers all rows on paper (EA-5) and as CSV (RP-8) */
  readonly source?: TableSource<T>
  /** without rows, a failure shows an empty list without a message (ER-2) */
  readonly isQuiet?: boolean
}

/** A table whose paging, sorting and filtering happen on the server; a list on phones. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, query, onView, rowId, rowName, selection, details, source } = props
  const { error, isPlaceholderData, refetch } = query
  const isPart = query.data !== undefined && query.data.total > query.data.rows.length
  const onPaper = useRowsOnPaper(isPart ? pagesOf(source) : null)
  const data = onPaper ?? query.data
  const view = onPaper ? { ...props.view, page: 1, pageSize: mostOnPaper } : props.view
  const last = data && !isPlaceholderData ? pageCount(data.total, view.pageSize) : null
  // The last page has lost its last rows: show the page that is now the last.
  useEffect(() => {
    if (last !== null && view.page > last) onView({ page: last })
  }, [last, view.page, onView])

  if (!data) {
    if (error && props.isQuiet) return <Quiet label={label} retry={() => void refetch()} />
    if (error) return <Failed error={error} retry={() => void refetch()} />
    return <ListSkeleton label={m.common_list_loading({ list: label.toLocaleLowerCase(language) })} />
  }
  return (
    <div className={styles.table} aria-busy={isPlaceholderData}>
      <StaleAnswer query={query} />
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
          chosen={selection?.chosen}
          onChoose={selection?.onChange}
          details={details}
        />
      )}
      {data.total > 0 && !props.isWhole && (
        <Pager
          label={label}
          view={view}
          rows={data.rows.length}
          total={data.total}
          isCapped={data.isCapped}
          onChange={onView}
        />
      )}
      {data.total > 0 && source && (
        <div className={pagerStyles.pagerWhole}>
          {isPart && source.rowsOf && <PrintAll total={data.total} />}
          {!source.isScreenOnly && <DownloadCsv label={label} source={source} />}
        </div>
      )}
    </div>
  )
}

function pagesOf<T>(source: TableSource<T> | undefined) {
  const { rowsOf, call, input, sizeName = 'page_size' } = source ?? {}
  if (!rowsOf) return null
  return async (page: number, size: number) =>
    rowsOf((await send<Call>(call!, { ...input, page, [sizeName]: size })) as never)
}

type RowsProps<T> = Pick<
  DataTableProps<T>,
  'label' | 'columns' | 'view' | 'onView' | 'rowId' | 'rowName' | 'details'
> & {
  readonly data: TablePage<T>
  readonly chosen: TableSelection['chosen'] | undefined
  readonly onChoose: TableSelection['onChange'] | undefined
}

function AllRows<T>({ data, view, onView, chosen, onChoose, details, ...props }: RowsProps<T>) {
  const { isMobileView } = useSettings()
  const [openId, setOpenId] = useState<string | null>(null)
  const Shape = isMobileView ? TableList : TableGrid
  return (
    <Shape
      {...props}
      rows={data.rows}
      sort={view.sort}
      order={view.order}
      onSort={(sort, order) => onView({ sort, order })}
      selection={chosen && onChoose && { chosen, onChange: onChoose }}
      details={details}
      openId={openId}
      onOpen={(id) => setOpenId(id === openId ? null : id)}
    />
  )
}

/** Typing in a search field beside the table re-renders no row. */
const Rows = memo(AllRows) as typeof AllRows
