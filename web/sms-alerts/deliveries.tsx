import { type AlertDelivery, listAlertDeliveries } from '@eupnea/contract/sms-alerts.ts'
import { useCall } from '../shared/api.ts'
import { Failed, Loading } from '../shared/states.tsx'
import { sinceText } from '../shared/time.ts'
import { DeliveryState } from './delivery-words.tsx'
import './sms-alerts.css'

const refreshMs = 10_000

interface DeliveriesProps {
  readonly notificationId: string
  /** the clinic's */
  readonly zone: string
}

/** Who was told of a notification, and how far each message has come: raised → sent → … → acknowledged (AL-6). */
export function Deliveries({ notificationId, zone }: DeliveriesProps) {
  const { data, error, refetch } = useCall(
    listAlertDeliveries,
    { notification_id: notificationId },
    { refetchInterval: refreshMs },
  )
  return (
    <section className="alert-deliveries" aria-label="Who was told">
      <h3>Who was told</h3>
      {!data && (error ? <Failed error={error} retry={() => void refetch()} /> : <Loading label="Fetching messages" />)}
      {data?.items.length === 0 && (
        <p className="table-sub">Nobody outside the portal: there was no subscription and no alert recipient.</p>
      )}
      {data && error && <p className="table-sub">Could not be refreshed; this is how it stood before.</p>}
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

interface DeliveryProps {
  readonly delivery: AlertDelivery
  readonly zone: string
}

function Delivery({ delivery, zone }: DeliveryProps) {
  const { kind, recipient, name, is_escalation, is_merged, state, failure } = delivery
  return (
    <div className="alert-delivery">
      <div className="alert-delivery-head">
        <b className="tabular">{name || recipient}</b>
        <span className="table-sub tabular">
          {[
            kind === 'sms' ? 'SMS' : 'Mail',
            ...(name ? [recipient] : []),
            ...(is_escalation ? ['escalation'] : []),
          ].join(', ')}
        </span>
        <DeliveryState state={state} />
      </div>
      <ol className="alert-chain" aria-label={`Proof for ${name || recipient}`}>
        {stepsOf(delivery).map(({ word, at, by }) => (
          <li key={word} data-done={at !== null}>
            <span>{word}</span>
            <span className="tabular">
              {at === null ? 'not yet' : sinceText(at, zone)}
              {by && ` by ${by}`}
            </span>
          </li>
        ))}
      </ol>
      {is_merged && <p className="table-sub">It went out in one message with other notifications.</p>}
      {failure && state !== 'sent' && state !== 'delivered' && (
        <p className="alert-failure">The gateway said: {failure}</p>
      )}
    </div>
  )
}

interface Step {
  readonly word: string
  readonly at: string | null
  readonly by?: string | null
}

/** Mails come without a receipt, so that step is left out of theirs. */
const stepsOf = (delivery: AlertDelivery): readonly Step[] => [
  { word: 'Raised', at: delivery.raised_at },
  { word: 'Sent', at: delivery.sent_at },
  ...(delivery.kind === 'sms' ? [{ word: 'Delivered', at: delivery.delivered_at }] : []),
  { word: 'Opened', at: delivery.opened_at, by: delivery.opened_by },
  { word: 'Acknowledged', at: delivery.acknowledged_at, by: delivery.acknowledged_by },
]
