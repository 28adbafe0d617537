import { Pager } from '../shared/table/pager.tsx'
import { pageSizes, type TableView } from '../shared/table/table-view.ts'

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
