import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInbox, IconStack2 } from '../shared/icons.tsx'
import './outbox.css'

export const kinds: Readonly<Record<OutboxMessage['kind'], string>> = { mail: 'Mail', sms: 'SMS' }

/** What the gateway said of its way afterwards. */
const deliveries = {
  sent: 'on its way',
  delivered: 'delivered',
  undelivered: 'not delivered',
  failed: 'failed',
} as const satisfies Record<NonNullable<OutboxMessage['delivery']>, string>

const states = {
  queued: { label: 'On its way', Icon: IconClock },
  sent: { label: 'Sent', Icon: IconCircleCheck },
  failed: { label: 'Failed', Icon: IconAlertTriangle },
  kept: { label: 'Kept here', Icon: IconInbox, IconStack2 },
  merged: { label: 'Sent with others', Icon: IconStack2 },
} as const satisfies Record<OutboxMessage['status'], unknown>

export const stateOptions = Object.entries(states).map(([value, { label }]) => ({ value, label }))

export const titleOf = ({ subject, kind }: OutboxMessage): string => subject || kinds[kind]

/** A word and a shape; how often it was tried, once that tells something. */
export function MessageState({ message: { status, attempts, delivery } }: { readonly message: OutboxMessage }) {
  const { label, Icon } = states[status]
  return (
    <span className="outbox-state" data-state={status}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {label}
      {delivery && <span className="table-sub">({deliveries[delivery]})</span>}
      {attempts > 1 && status !== 'sent' && <span className="table-sub">({attempts} attempts)</span>}
    </span>
  )
}
