import type { AlertDelivery } from '@eupnea/contract/sms-alerts.ts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInbox, IconMinus } from '../shared/icons.tsx'
import './sms-alerts.css'

const states = {
  queued: { label: 'On its way', Icon: IconClock },
  sent: { label: 'Sent', Icon: IconCircleCheck },
  delivered: { label: 'Delivered', Icon: IconCircleCheck },
  undelivered: { label: 'Not delivered', Icon: IconAlertTriangle },
  failed: { label: 'Failed', Icon: IconAlertTriangle },
  kept: { label: 'Kept here: no gateway', Icon: IconInbox },
  forgotten: { label: 'Too long ago to tell', Icon: IconMinus },
} as const satisfies Record<AlertDelivery['state'], unknown>

/** How far a message has come, in a word and a shape. */
export function DeliveryState({ state }: { readonly state: AlertDelivery['state'] }) {
  const { label, Icon } = states[state]
  return (
    <span className="alert-state" data-state={state}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {label}
    </span>
  )
}
