import { listMessages, type OutboxMessage } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import { BrowserZoneNote } from '../shared/browser-zone-note.tsx'
import { whenText } from '../shared/form/local-time.ts'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import type { TableColumn } from '../shared/table/table-features.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { kinds, MessageState, messageTitle, stateOptions } from './message-state.tsx'
import { MessageText } from './message-text.tsx'
import '../shared/table/admin-page.css'
import './outbox.css'

const order = {}
const filterNames = ['kind', 'status'] as const
const refreshMs = 10_000

const columnsOf = (): readonly TableColumn<OutboxMessage>[] => [
  {
    id: 'subject',
    header: m.outbox_message_column(),
    cell: (message) => <b className="outbox-subject">{messageTitle(message)}</b>,
  },
  { id: 'kind', header: m.outbox_kind_label(), cell: ({ kind }) => kinds[kind]() },
  { id: 'to', header: m.outbox_to_column(), cell: ({ recipient }) => recipient },
  { id: 'state', header: m.outbox_state_label(), cell: (message) => <MessageState message={message} /> },
  {
    id: 'created',
    header: m.outbox_written_column(),
    cell: ({ created_at }) => <span className="table-time">{whenText(created_at)}</span>,
  },
  {
    id: 'sent',
    header: m.outbox_sent_column(),
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
  const columns = useMemo(columnsOf, [])
  const isNarrowed = Object.keys(filters).length > 0
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>{m.outbox_title()}</h1>
      </div>
      <p className="admin-note">{m.outbox_help()}</p>
      <BrowserZoneNote />
      <search className="table-tools">
        <FilterSelect
          label={m.outbox_kind_label()}
          all={m.outbox_kind_all()}
          options={[
            { value: 'mail', label: m.outbox_kind_mail() },
            { value: 'sms', label: m.outbox_kind_sms() },
          ]}
          value={filters.kind ?? ''}
          onChange={(value) => void change({}, { kind: value })}
        />
        <FilterSelect
          label={m.outbox_state_label()}
          all={m.outbox_state_all()}
          options={stateOptions()}
          value={filters.status ?? ''}
          onChange={(value) => void change({}, { status: value })}
        />
      </search>
      <DataTable
        label={m.outbox_list_label()}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={messageName}
        details={detailsOf}
        empty={
          isNarrowed ? (
            <NoneFound
              title={m.outbox_none_found_title()}
              all={m.outbox_show_all()}
              onAll={() => void change({}, { kind: '', status: '' })}
            >
              {m.common_try_filters()}
            </NoneFound>
          ) : (
            <Empty title={m.outbox_empty_title()}>{m.outbox_empty()}</Empty>
          )
        }
      />
    </div>
  )
}

const idOf = ({ id }: OutboxMessage): string => id
const messageName = (message: OutboxMessage): string =>
  m.outbox_message_to({ message: messageTitle(message), recipient: message.recipient })
const detailsOf = (message: OutboxMessage) => <MessageText message={message} />
