import { type AuthEvent, readLoginHistory } from '@eupnea/contract/users.ts'
import { useCall } from '../shared/api.ts'
import { whenText } from '../shared/form/local-time.ts'
import { IconCircleCheck, IconCircleX, IconHourglass } from '../shared/icons.tsx'
import { Empty } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { challengesText, deviceText, eventText, responseText } from './user-words.ts'

const order = {}

const icons = { Pass: IconCircleCheck, Fail: IconCircleX, InProgress: IconHourglass } as const

const columns: readonly TableColumn<AuthEvent>[] = [
  {
    id: 'when',
    header: 'When',
    cell: ({ CreationDate }) => <span className="table-time">{whenText(CreationDate)}</span>,
  },
  { id: 'what', header: 'What', cell: eventText },
  {
    id: 'result',
    header: 'Result',
    cell: (event) => {
      const Icon = icons[event.EventResponse]
      return (
        <span className="user-status" data-active={event.EventResponse !== 'Fail'}>
          <Icon size={16} stroke={1.8} aria-hidden />
          {responseText(event)}
        </span>
      )
    },
  },
  { id: 'by', header: 'By', cell: (event) => challengesText(event) || '–' },
  { id: 'from', header: 'From', cell: ({ EventContextData }) => EventContextData.IpAddress ?? '–' },
  {
    id: 'device',
    header: 'Device',
    cell: ({ EventContextData: { DeviceName } }) => (
      <span title={DeviceName ?? undefined}>{deviceText(DeviceName)}</span>
    ),
  },
]

/** Sign-ins and attempts of a user, newest first (US-3). */
export function LoginHistory({ userId }: { readonly userId: string }) {
  const { view, onView } = useTableView(order)
  const query = useCall(
    readLoginHistory,
    { user_id: userId, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  return (
    <section className="user-history" aria-labelledby="user-history">
      <h2 id="user-history">Login history</h2>
      <DataTable
        label="Sign-ins and attempts"
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        csv={{ call: readLoginHistory, input: { user_id: userId } }}
        empty={<Empty title="Never signed in">Sign-ins and attempts appear here.</Empty>}
      />
    </section>
  )
}

const idOf = ({ EventId }: AuthEvent): string => EventId
const nameOf = ({ CreationDate }: AuthEvent): string => whenText(CreationDate)

const pageOf = ({ AuthEvents, pagination }: { AuthEvents: AuthEvent[]; pagination: { total_records: number } }) => ({
  rows: AuthEvents,
  total: pagination.total_records,
})
