import { type AlertDelivery, listAlertDeliveries } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import { useCall } from '../shared/api.ts'
import { Failed, Loading } from '../shared/states.tsx'
import tableStyles from '../shared/table/table.module.css'
import { clockText, sinceText } from '../shared/time.ts'
import { DeliveryState } from './delivery-words.tsx'
import styles from './sms-alerts.module.css'

const refreshMs = 10_000

interface DeliveriesProps {
  readonly notificationId: string
  /** the clinic's */
  readonly zone: string
}

/** Who was notified, and how far each message has got: raised → sent → … → acknowledged (AL-6). */
export function Deliveries({ notificationId, zone }: DeliveriesProps) {
  const { data, error, refetch, dataUpdatedAt } = useCall(
    listAlertDeliveries,
    { notification_id: notificationId },
    { refetchInterval: refreshMs },
  )
  return (
    <section className={styles.alertDeliveries} aria-label={m.sms_alert_delivery_title()}>
      <h3>{m.sms_alert_delivery_title()}</h3>
      {!data &&
        (error ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <Loading label={m.sms_alert_delivery_loading()} />
        ))}
      {data?.items.length === 0 && <p className={tableStyles.tableSub}>{m.sms_alert_delivery_empty()}</p>}
      {data && error && (
        <p className={tableStyles.tableSub}>{m.common_stale({ time: clockText(dataUpdatedAt, zone) })}</p>
      )}
      <ul>
        {data?.items.map((delivery) => (
          <li key={delivery.id}>
            <Delivery delivery={delivery} zone={zone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const kinds: Readonly<Record<AlertDelivery['kind'], () => string>> = {
  sms: m.sms_alert_delivery_sms,
  mail: m.sms_alert_delivery_mail,
  push: m.sms_alert_delivery_push,
  webhook: m.sms_alert_delivery_webhook,
  'nurse-call': m.sms_alert_delivery_nurse_call,
}

interface DeliveryProps {
  readonly delivery: AlertDelivery
  readonly zone: string
}

function Delivery({ delivery, zone }: DeliveryProps) {
  const { kind, recipient, name, is_escalation, is_merged, state, failure } = delivery
  return (
    <div className={styles.alertDelivery}>
      <div className={styles.alertDeliveryHead}>
        <b className="tabular">{name || recipient}</b>
        <span className={clsx(tableStyles.tableSub, 'tabular')}>
          {[
            kinds[kind](),
            ...(name ? [recipient] : []),
            ...(is_escalation ? [m.sms_alert_delivery_escalation()] : []),
          ].join(', ')}
        </span>
        <DeliveryState state={state} />
      </div>
      <ol className={styles.alertChain} aria-label={m.sms_alert_delivery_label({ recipient: name || recipient })}>
        {stepsOf(delivery).map(({ word, at, by }) => (
          <li key={word} data-done={at !== null}>
            <span>{word}</span>
            <span className="tabular">{timeOf(at, by, zone)}</span>
          </li>
        ))}
      </ol>
      {is_merged && <p className={tableStyles.tableSub}>{m.sms_alert_delivery_merged()}</p>}
      {failure && state !== 'sent' && state !== 'delivered' && (
        <p className={styles.alertFailure}>{m.sms_alert_delivery_failure({ failure })}</p>
      )}
    </div>
  )
}

interface Step {
  readonly word: string
  readonly at: string | null
  readonly by?: string | null
}

function timeOf(at: string | null, by: string | null | undefined, zone: string): string {
  if (at === null) return m.sms_alert_delivery_not_yet()
  const time = sinceText(at, zone)
  return by ? m.sms_alert_delivery_by({ time, person: by }) : time
}

/** Only SMS have a delivery receipt. */
const stepsOf = (delivery: AlertDelivery): readonly Step[] => [
  { word: m.sms_alert_delivery_raised(), at: delivery.raised_at },
  { word: m.sms_alert_delivery_sent(), at: delivery.sent_at },
  ...(delivery.kind === 'sms' ? [{ word: m.sms_alert_delivery_delivered(), at: delivery.delivered_at }] : []),
  { word: m.sms_alert_delivery_opened(), at: delivery.opened_at, by: delivery.opened_by },
  { word: m.sms_alert_delivery_acknowledged(), at: delivery.acknowledged_at, by: delivery.acknowledged_by },
]
