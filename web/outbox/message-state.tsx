import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInbox } from '@tabler/icons-react'
import './outbox.css'

export const kinds: Readonly<Record<OutboxMessage['kind'], string>> = { mail: 'Mail', sms: 'SMS' }

const states = {
  queued: { label: 'On its way', Icon: IconClock },
  sent: { label: 'Sent', Icon: IconCircleCheck },
  failed: { label: 'Failed', Icon: IconAlertTriangle },
  kept: { label: 'Kept here', Icon: IconInbox },
} as const satisfies Record<OutboxMessage['status'], unknown>

export const stateOptions = Object.entries(states).map(([value, { label }]) => ({ value, label }))

export const titleOf = ({ subject, kind }: OutboxMessage): string => subject || kinds[kind]

/** A word and a shape; how often it was tried, once that tells something. */
export function MessageState({ message: { status, attempts } }: { readonly message: OutboxMessage }) {
  const { label, Icon } = states[status]
  return (
    <span className="outbox-state" data-state={status}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {label}
      {attempts > 1 && status !== 'sent' && <span className="table-sub">({attempts} attempts)</span>}
    </span>
  )
}
