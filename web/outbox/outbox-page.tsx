import { listMessages, type OutboxMessage } from '@eupnea/contract/outbox.ts'
import { useCall } from '../shared/api.ts'
import { BrowserZoneNote } from '../shared/browser-zone-note.tsx'
import { whenText } from '../shared/form/local-time.ts'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import type { TableColumn } from '../shared/table/table-features.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { kinds, MessageState, stateOptions, titleOf } from './message-state.tsx'
import { MessageText } from './message-text.tsx'
import '../shared/table/admin-page.css'
import './outbox.css'

const order = {}
const filterNames = ['kind', 'status'] as const
const refreshMs = 10_000

const columns: readonly TableColumn<OutboxMessage>[] = [
  { id: 'subject', header: 'Message', cell: (message) => <b className="outbox-subject">{titleOf(message)}</b> },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kinds[kind] },
  { id: 'to', header: 'To', cell: ({ recipient }) => recipient },
  { id: 'state', header: 'State', cell: (message) => <MessageState message={message} /> },
  {
    id: 'created',
    header: 'Written',
    cell: ({ created_at }) => <span className="table-time">{whenText(created_at)}</span>,
  },
  {
    id: 'sent',
    header: 'Sent',
    isExtra: true,
    cell: ({ sent_at }) => <span className="table-time">{sent_at ? whenText(sent_at) : '–'}</span>,
  },
]

/** Mails and SMS of the portal, and what became of them. */
export function OutboxPage() {
  const { view, filters, change, onView } = useTableView(order, filterNames)
  const query = useCall(
    listMessages,
    {
      page: view.page,
      page_size: view.pageSize,
      ...(filters.kind && { kind: filters.kind as OutboxMessage['kind'] }),
      ...(filters.status && { status: filters.status as OutboxMessage['status'] }),
    },
    { placeholderData: (before) => before, select: pageOf, refetchInterval: refreshMs },
  )
  const isNarrowed = Object.keys(filters).length > 0
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Outbox</h1>
      </div>
      <p className="admin-note">
        Mails and SMS that the portal has written, newest first. Without a gateway for their kind they are kept here to
        be read, with the codes and links in them; with one, the text is dropped once it is sent.
      </p>
      <BrowserZoneNote />
      <search className="table-tools">
        <FilterSelect
          label="Kind"
          all="Mails and SMS"
          options={[
            { value: 'mail', label: 'Mails' },
            { value: 'sms', label: 'SMS' },
          ]}
          value={filters.kind ?? ''}
          onChange={(value) => void change({}, { kind: value })}
        />
        <FilterSelect
          label="State"
          all="Any state"
          options={stateOptions}
          value={filters.status ?? ''}
          onChange={(value) => void change({}, { status: value })}
        />
      </search>
      <DataTable
        label="Messages"
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        details={detailsOf}
        empty={
          isNarrowed ? (
            <NoneFound
              title="No message is like that"
              all="Show all messages"
              onAll={() => void change({}, { kind: '', status: '' })}
            >
              Change the filters.
            </NoneFound>
          ) : (
            <Empty title="No messages yet">Invitations, codes and reports that go out appear here.</Empty>
          )
        }
      />
    </div>
  )
}

const idOf = ({ id }: OutboxMessage): string => id
const nameOf = (message: OutboxMessage): string => `${titleOf(message)} to ${message.recipient}`
const detailsOf = (message: OutboxMessage) => <MessageText message={message} />
