import type { AlertDelivery } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconInbox, IconMinus } from '../shared/icons.tsx'
import './sms-alerts.css'

const states = {
  queued: { label: m.sms_alert_delivery_queued, Icon: IconClock },
  sent: { label: m.sms_alert_delivery_sent, Icon: IconCircleCheck },
  delivered: { label: m.sms_alert_delivery_delivered, Icon: IconCircleCheck },
  undelivered: { label: m.sms_alert_delivery_undelivered, Icon: IconAlertTriangle },
  failed: { label: m.sms_alert_delivery_failed, Icon: IconAlertTriangle },
  kept: { label: m.sms_alert_delivery_kept, Icon: IconInbox },
  forgotten: { label: m.sms_alert_delivery_forgotten, Icon: IconMinus },
} as const satisfies Record<AlertDelivery['state'], unknown>

/** A message's delivery state, in a word and a shape. */
export function DeliveryState({ state }: { readonly state: AlertDelivery['state'] }) {
  const { label, Icon } = states[state]
  return (
    <span className="alert-state" data-state={state}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {label()}
    </span>
  )
}
