import { type AuthEvent, readLoginHistory } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { whenText } from '../shared/form/local-time.ts'
import { IconCircleCheck, IconCircleX, IconHourglass } from '../shared/icons.tsx'
import { Empty } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { challengesText, deviceText, eventText, responseText } from './user-words.ts'
import styles from './users.module.css'

const order = {}

const icons = { Pass: IconCircleCheck, Fail: IconCircleX, InProgress: IconHourglass } as const

const columnsOf = (): readonly TableColumn<AuthEvent>[] => [
  {
    id: 'when',
    header: m.user_history_when_column(),
    cell: ({ CreationDate }) => <span className={tableStyles.tableTime}>{whenText(CreationDate)}</span>,
  },
  { id: 'what', header: m.user_history_event_column(), cell: eventText },
  {
    id: 'result',
    header: m.user_history_result_column(),
    cell: (event) => {
      const Icon = icons[event.EventResponse]
      return (
        <span className={styles.userStatus} data-active={event.EventResponse !== 'Fail'}>
          <Icon size={16} stroke={1.8} aria-hidden />
          {responseText(event)}
        </span>
      )
    },
  },
  { id: 'by', header: m.user_history_method_column(), cell: (event) => challengesText(event) || '–' },
  {
    id: 'from',
    header: m.user_history_address_column(),
    cell: ({ EventContextData }) => EventContextData.IpAddress ?? '–',
  },
  {
    id: 'device',
    header: m.user_history_browser_column(),
    cell: ({ EventContextData: { DeviceName } }) => (
      <span title={DeviceName ?? undefined}>{deviceText(DeviceName)}</span>
    ),
  },
]

/** Sign-ins and attempts of a user, newest first (US-3). */
export function LoginHistory({ userId }: { readonly userId: string }) {
  const { view, onView } = useTableView(order)
  const columns = useMemo(columnsOf, [])
  const query = useCall(
    readLoginHistory,
    { user_id: userId, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  return (
    <section className={styles.userHistory} aria-labelledby="user-history">
      <h2 id="user-history">{m.user_history_title()}</h2>
      <DataTable
        label={m.user_history_label()}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={rowName}
        source={{ call: readLoginHistory, input: { user_id: userId }, rowsOf: pageOf }}
        empty={<Empty title={m.user_history_empty_title()}>{m.user_history_empty()}</Empty>}
      />
    </section>
  )
}

const idOf = ({ EventId }: AuthEvent): string => EventId
const rowName = ({ CreationDate }: AuthEvent): string => whenText(CreationDate)

const pageOf = ({ AuthEvents, pagination }: { AuthEvents: AuthEvent[]; pagination: { total_records: number } }) => ({
  rows: AuthEvents,
  total: pagination.total_records,
})
