import { roles } from '@eupnea/contract/access.ts'
import { readUsage } from '@eupnea/contract/analytics.ts'
import { m } from '@eupnea/texts'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { DayBars } from '../shared/charts/day-bars.tsx'
import { Panel } from '../shared/panel.tsx'
import { useSettings } from '../shared/settings.ts'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { DataTable } from '../shared/table/data-table.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { now, wholeText } from '../shared/time.ts'
import { pageNames } from './page-names.ts'
import styles from './usage.module.css'
import { lastDays, type PageUsage, shortCount, viewsPerDay, viewsPerPage } from './usage-counts.ts'

const days = 30
/** As many as are readable on a phone. */
const fewDays = 10
/** A full-height bar stands for at least this many views. */
const leastTop = 10

/** The portal's role for visitors who aren't signed in. */
const visitor = 'visitor'

/** Leaves out roles that opened nothing. */
const columnsOf = (pages: readonly PageUsage[]): readonly TableColumn<PageUsage>[] => [
  { id: 'route', header: m.usage_page_column(), cell: ({ route }) => <PageName route={route} /> },
  ...[...roles, visitor]
    .filter((role) => pages.some(({ byRole }) => byRole[role]))
    .map((role) => ({
      id: role,
      header: role === visitor ? m.usage_visitors_column() : role,
      isNumber: true,
      cell: ({ byRole }: PageUsage) => wholeText(byRole[role] ?? 0),
    })),
  { id: 'total', header: m.usage_total_column(), isNumber: true, cell: ({ total }) => <b>{wholeText(total)}</b> },
]

function PageName({ route }: Pick<PageUsage, 'route'>) {
  const name = pageNames[route]?.()
  return (
    <>
      <b className={styles.usagePage}>{name ?? route}</b>{' '}
      {name && <span className={tableStyles.tableSub}>{route}</span>}
    </>
  )
}

/** How often each page was opened (AP-4). */
export function UsagePage() {
  const query = useCall(readUsage, {}, { staleTime: 60_000 })
  const { data, error, refetch } = query
  return (
    <div className={adminPageStyles.adminPage} data-wide="true">
      <div className={adminPageStyles.adminHead}>
        <h1>{m.usage_title()}</h1>
      </div>
      <p className={adminPageStyles.adminNote}>{m.usage_intro({ days })}</p>
      {data ? (
        <Usage query={query} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Loading label={m.usage_loading()} />
      )}
    </div>
  )
}

interface UsageProps {
  readonly query: ReturnType<typeof useCall<typeof readUsage>>
}

function Usage({ query }: UsageProps) {
  const { isMobileView } = useSettings()
  const { data, error, dataUpdatedAt, refetch } = query
  const items = data?.items ?? none
  const today = new Date(now()).toISOString().slice(0, 10)
  const shown = lastDays(today, isMobileView ? fewDays : days)
  const counts = viewsPerDay(items, shown)
  const pages = useMemo(() => viewsPerPage(items), [items])
  const columns = useMemo(() => columnsOf(pages), [pages])
  const page = useMemo(() => ({ rows: pages, total: pages.length }), [pages])
  const total = pages.reduce((sum, one) => sum + one.total, 0)
  if (total === 0) return <Empty title={m.usage_empty_title()}>{m.usage_empty()}</Empty>
  return (
    <>
      <Panel
        title={m.usage_days_title()}
        note={
          isMobileView
            ? m.usage_days_note_few({ total: wholeText(total), days, shown: fewDays })
            : m.usage_days_note({ total: wholeText(total), days })
        }
      >
        <DayBars
          hasTable
          label={m.usage_days_title()}
          minHeight={200}
          top={Math.max(leastTop, ...counts)}
          bars={shown.map((date, at) => ({
            date,
            value: counts[at]!,
            text: shortCount(counts[at]!),
            isOpen: date === today,
          }))}
        />
      </Panel>
      <DataTable
        label={m.usage_pages_title()}
        columns={columns}
        query={{ data: page, error, dataUpdatedAt, refetch, isPlaceholderData: false }}
        view={wholeView}
        onView={stay}
        rowId={routeOf}
        rowName={routeOf}
        empty={null}
        isWhole
      />
    </>
  )
}

const routeOf = ({ route }: PageUsage): string => route
const none: never[] = []
/** All pages at once: there are only as many as the portal has. */
const wholeView = { page: 1, pageSize: 100, sort: '', order: 'asc' } as const
const stay = () => undefined
