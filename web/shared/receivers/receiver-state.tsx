import type { ReceiverDelivery } from '@eupnea/contract/receivers.ts'
import type { Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { IconAlertTriangle, IconCircleCheck, IconCircleOff, IconClock } from '../icons.tsx'
import styles from './receivers.module.css'

const states = {
  sent: { label: m.webhook_state_sent, Icon: IconCircleCheck },
  queued: { label: m.webhook_state_queued, Icon: IconClock },
  failed: { label: m.webhook_state_failed, Icon: IconAlertTriangle },
  person: { label: m.webhook_state_off, Icon: IconCircleOff },
  gone: { label: m.webhook_state_gone, Icon: IconCircleOff },
} as const satisfies Record<ReceiverDelivery['state'] | NonNullable<Webhook['disabled_because']>, unknown>

/** The state of a message, or of a system that gets none, in a word and a shape. */
export function ReceiverState({ state }: { readonly state: keyof typeof states }) {
  const { label, Icon } = states[state]
  return (
    <span className={styles.receiverState} data-state={state}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {label()}
    </span>
  )
}
