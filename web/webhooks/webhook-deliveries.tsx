import { listWebhookDeliveries, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { Modal } from '@mantine/core'
import { useCall } from '../shared/api.ts'
import { Answer } from '../shared/panel.tsx'
import tableStyles from '../shared/table/table.module.css'
import { sinceText } from '../shared/time.ts'
import { WebhookState } from './webhook-state.tsx'
import { hostOf, typeWords } from './webhook-words.ts'
import styles from './webhooks.module.css'

const refreshMs = 10_000
const mostShown = 50

interface WebhookDeliveriesProps {
  readonly webhook: Webhook
  /** the clinic's */
  readonly zone: string
  readonly onClose: () => void
}

/** The last messages to a webhook: when, of what type, what became of each (AN-12). */
export function WebhookDeliveries({ webhook, zone, onClose }: WebhookDeliveriesProps) {
  const query = useCall(listWebhookDeliveries, { id: webhook.id, page_size: mostShown }, { refetchInterval: refreshMs })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={m.webhook_deliveries_title({ host: hostOf(webhook) })}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      <Answer
        query={query}
        label={m.webhook_deliveries_loading()}
        zone={zone}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={tableStyles.tableSub}>{m.webhook_deliveries_empty()}</p>}
      >
        {({ items }) => (
          <ul className={styles.webhookRows} aria-label={m.webhook_deliveries_title({ host: hostOf(webhook) })}>
            {items.map(({ id, type, state, queued_at, attempts, failure, acknowledged_at }) => (
              <li key={id}>
                <div className={styles.webhookWhat}>
                  <b>{typeWords[type]()}</b>
                  <span className={tableStyles.tableSub}>
                    {[
                      sinceText(queued_at, zone),
                      ...(attempts > 1 ? [m.webhook_attempts({ count: attempts })] : []),
                    ].join(' · ')}
                  </span>
                  {failure && state !== 'sent' && <span className={styles.webhookFailure}>{failure}</span>}
                  {acknowledged_at && (
                    <span className={tableStyles.tableSub}>
                      {m.webhook_delivery_acknowledged({ time: sinceText(acknowledged_at, zone) })}
                    </span>
                  )}
                </div>
                <WebhookState state={state} />
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Modal>
  )
}
