import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInbox, IconStack2 } from '../shared/icons.tsx'
import tableStyles from '../shared/table/table.module.css'
import styles from './outbox.module.css'

export const kinds: Readonly<Record<OutboxMessage['kind'], () => string>> = {
  mail: m.outbox_kind_mail,
  sms: m.outbox_kind_sms,
  push: m.outbox_kind_push,
  webhook: m.outbox_kind_webhook,
  'nurse-call': m.outbox_kind_nurse_call,
}

/** What the gateway said of its way afterwards. */
const deliveries = {
  sent: m.outbox_delivery_sent,
  delivered: m.outbox_delivery_delivered,
  undelivered: m.outbox_delivery_undelivered,
  failed: m.outbox_delivery_failed,
} as const satisfies Record<NonNullable<OutboxMessage['delivery']>, () => string>

const states = {
  queued: { label: m.outbox_state_queued, Icon: IconClock },
  sent: { label: m.outbox_state_sent, Icon: IconCircleCheck },
  failed: { label: m.outbox_state_failed, Icon: IconAlertTriangle },
  kept: { label: m.outbox_state_kept, Icon: IconInbox },
  merged: { label: m.outbox_state_merged, Icon: IconStack2 },
} as const satisfies Record<OutboxMessage['status'], unknown>

export const stateOptions = () => Object.entries(states).map(([value, { label }]) => ({ value, label: label() }))

const areAddresses: readonly OutboxMessage['kind'][] = ['mail', 'sms']

export const recipientText = ({ recipient, recipient_name, kind }: OutboxMessage): string =>
  recipient_name ?? (areAddresses.includes(kind) ? recipient : m.outbox_recipient_deleted())

export const messageTitle = ({ subject, kind }: OutboxMessage): string => subject || kinds[kind]()

/** A word and a shape; how often it was tried, once that tells something. */
export function MessageState({ message: { status, attempts, delivery } }: { readonly message: OutboxMessage }) {
  const { label, Icon } = states[status]
  return (
    <span className={styles.outboxState} data-state={status}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {label()}
      {delivery && <span className={tableStyles.tableSub}>{deliveries[delivery]()}</span>}
      {attempts > 1 && status !== 'sent' && (
        <span className={tableStyles.tableSub}>{m.outbox_attempts({ count: attempts })}</span>
      )}
    </span>
  )
}
