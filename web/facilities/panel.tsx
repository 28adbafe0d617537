import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { browserZone } from '../shared/form/local-time.ts'
import { Failed, Loading, Stale } from '../shared/states.tsx'
import { Pager } from '../shared/table/pager.tsx'
import { pageSizes, type TableView } from '../shared/table/table-view.ts'
import { clockText } from '../shared/time.ts'

interface PanelProps {
  readonly title: string
  /** beside the title: how many, how well */
  readonly note?: ReactNode
  /** the way on */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** One block of the profile, named by its heading. */
export function Panel({ title, note, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section className="clinic-panel" aria-labelledby={id}>
      <header className="clinic-panel-head">
        <h2 id={id}>{title}</h2>
        {note && <span className="clinic-panel-note tabular">{note}</span>}
        {aside && <div className="clinic-panel-aside">{aside}</div>}
      </header>
      {children}
    </section>
  )
}

interface AnswerProps<T> {
  readonly query: Pick<UseQueryResult<T, Error>, 'data' | 'error' | 'refetch' | 'dataUpdatedAt'>
  /** what is being fetched: `Fetching residents` */
  readonly label: string
  readonly isEmpty: (data: T) => boolean
  readonly empty: ReactNode
  readonly children: (data: T) => ReactNode
}

/** The four states of what was asked for: failed, loading, empty, and there, if need be with its age above it. */
export function Answer<T>({ query, label, isEmpty, empty, children }: AnswerProps<T>) {
  const { data, error, refetch, dataUpdatedAt } = query
  if (data === undefined)
    return error ? <Failed error={error} retry={() => void refetch()} /> : <Loading label={label} />
  return (
    <>
      {error && (
        <Stale
          action={
            <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Could not be refreshed. This is how it stood at {clockText(dataUpdatedAt, browserZone())}.
        </Stale>
      )}
      {isEmpty(data) ? empty : children(data)}
    </>
  )
}

/** Of a panel's list: where it starts, in the portal's own order. */
export const firstRows: TableView = { page: 1, pageSize: pageSizes[0], sort: '', order: 'asc' }

interface PanelPagerProps {
  readonly label: string
  readonly view: TableView
  readonly rows: number
  readonly total: number
  readonly onView: (view: TableView) => void
}

/** Only where there are more than the first rows. */
export function PanelPager({ label, view, rows, total, onView }: PanelPagerProps) {
  if (total <= firstRows.pageSize) return null
  return (
    <Pager label={label} view={view} rows={rows} total={total} onChange={(change) => onView({ ...view, ...change })} />
  )
}
