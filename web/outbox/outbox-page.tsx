import { listMessages, type OutboxMessage } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import { useMemo } from 'react'
import { BrowserZoneNote } from '../shared/browser-zone-note.tsx'
import { whenText } from '../shared/form/local-time.ts'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { breakable } from '../shared/table/breakable.tsx'
import { ListPage } from '../shared/table/list-page.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { kinds, MessageState, messageTitle, recipientText, stateOptions } from './message-state.tsx'
import { MessageText } from './message-text.tsx'
import styles from './outbox.module.css'

const refreshMs = 10_000

const columnsOf = (): readonly TableColumn<OutboxMessage>[] => [
  {
    id: 'subject',
    header: m.outbox_message_column(),
    cell: (message) => <b className={styles.outboxSubject}>{breakable(messageTitle(message))}</b>,
  },
  { id: 'kind', header: m.outbox_kind_label(), isExtra: true, cell: ({ kind }) => kinds[kind]() },
  { id: 'to', header: m.outbox_to_column(), cell: recipientText },
  { id: 'state', header: m.outbox_state_label(), cell: (message) => <MessageState message={message} /> },
  {
    id: 'created',
    header: m.outbox_written_column(),
    cell: ({ created_at }) => <span className={tableStyles.tableTime}>{whenText(created_at)}</span>,
  },
  {
    id: 'sent',
    header: m.outbox_sent_column(),
    isExtra: true,
    cell: ({ sent_at }) => (sent_at ? <span className={tableStyles.tableTime}>{whenText(sent_at)}</span> : '–'),
  },
]

const filters = () => [
  {
    name: 'kind',
    label: m.outbox_kind_label(),
    all: m.outbox_kind_all(),
    options: Object.entries(kinds).map(([value, label]) => ({ value, label: label() })),
  },
  { name: 'status', label: m.outbox_state_label(), all: m.outbox_state_all(), options: stateOptions() },
]

/** Mails and SMS of the portal, and what became of them. */
export function OutboxPage() {
  const columns = useMemo(columnsOf, [])
  return (
    <ListPage
      name="outbox"
      title={m.outbox_title()}
      label={m.outbox_list_label()}
      call={listMessages}
      filters={filters()}
      columns={columns}
      rowId={idOf}
      rowName={messageName}
      details={detailsOf}
      intro={
        <>
          <p className={adminPageStyles.adminNote}>{m.outbox_help()}</p>
          <BrowserZoneNote />
        </>
      }
      refreshMs={refreshMs}
      isScreenOnly
      noneFound={{ title: m.outbox_none_found_title(), all: m.outbox_show_all() }}
      empty={{ title: m.outbox_empty_title(), text: m.outbox_empty() }}
    />
  )
}

const idOf = ({ id }: OutboxMessage): string => id
const messageName = (message: OutboxMessage): string =>
  m.outbox_message_to({ message: messageTitle(message), recipient: recipientText(message) })
const detailsOf = (message: OutboxMessage) => <MessageText message={message} />
