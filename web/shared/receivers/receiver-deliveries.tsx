import type { listNurseCallDeliveries } from '@eupnea/contract/nurse-calls.ts'
import type { ReceiverDelivery } from '@eupnea/contract/receivers.ts'
import type { listWebhookDeliveries } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { Modal } from '@mantine/core'
import { useCall } from '../api.ts'
import { Answer } from '../panel.tsx'
import tableStyles from '../table/table.module.css'
import { sinceText } from '../time.ts'
import { ReceiverState } from './receiver-state.tsx'
import styles from './receivers.module.css'

const refreshMs = 10_000
const mostShown = 50

const typeWords = {
  'notification.raised': m.webhook_type_raised,
  'notification.changed': m.webhook_type_changed,
  'notification.acknowledged': m.webhook_type_acknowledged,
  'notification.ended': m.webhook_type_ended,
} as const satisfies Record<ReceiverDelivery['type'], () => string>

interface ReceiverDeliveriesProps {
  readonly call: typeof listWebhookDeliveries | typeof listNurseCallDeliveries
  readonly id: string
  /** what people call the system */
  readonly name: string
  /** the clinic's */
  readonly zone: string
  readonly onClose: () => void
}

/** The last messages to another system: when, of what type, what became of each (AN-12, EH-5). */
export function ReceiverDeliveries({ call, id: receiverId, name, zone, onClose }: ReceiverDeliveriesProps) {
  const query = useCall(
    call as typeof listWebhookDeliveries,
    { id: receiverId, page_size: mostShown },
    { refetchInterval: refreshMs },
  )
  return (
    <Modal opened onClose={onClose} size="lg" title={m.webhook_deliveries_title({ host: name })}>
      <Answer
        query={query}
        label={m.webhook_deliveries_loading()}
        zone={zone}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={tableStyles.tableSub}>{m.webhook_deliveries_empty()}</p>}
      >
        {({ items }) => (
          <ul className={styles.receiverRows} aria-label={m.webhook_deliveries_title({ host: name })}>
            {items.map(({ id, type, state, queued_at, attempts, failure, acknowledged_at }) => (
              <li key={id}>
                <div className={styles.receiverWhat}>
                  <b>{typeWords[type]()}</b>
                  <span className={tableStyles.tableSub}>
                    {[
                      sinceText(queued_at, zone),
                      ...(attempts > 1 ? [m.webhook_attempts({ count: attempts })] : []),
                    ].join(' · ')}
                  </span>
                  {failure && state !== 'sent' && <span className={styles.receiverFailure}>{failure}</span>}
                  {acknowledged_at && (
                    <span className={tableStyles.tableSub}>
                      {m.webhook_delivery_acknowledged({ time: sinceText(acknowledged_at, zone) })}
                    </span>
                  )}
                </div>
                <ReceiverState state={state} />
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Modal>
  )
}
