import { allows } from '@eupnea/contract/access.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listWebhookDeliveries, listWebhooks, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { useState } from 'react'
import { AddButton } from '../shared/add-button.tsx'
import { useCall } from '../shared/api.ts'
import { Answer, Panel } from '../shared/panel.tsx'
import type { KindLabels } from '../shared/receivers/kinds-choice.tsx'
import { ReceiverDeliveries } from '../shared/receivers/receiver-deliveries.tsx'
import { ReceiverState } from '../shared/receivers/receiver-state.tsx'
import styles from '../shared/receivers/receivers.module.css'
import { useSession } from '../shared/session.ts'
import { Empty } from '../shared/states.tsx'
import tableStyles from '../shared/table/table.module.css'
import { sinceText } from '../shared/time.ts'
import { AddWebhook } from './add-webhook.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { TryWebhook } from './try-webhook.tsx'
import { type WebhookAct, WebhookMenu } from './webhook-menu.tsx'
import { hostOf } from './webhook-words.ts'

const refreshMs = 20_000

interface ClinicWebhooksProps {
  readonly clinic: Clinic
  readonly kindLabels: KindLabels
}

/** The other systems that hear of a facility's notifications (AN-12), for who administers it. */
export function ClinicWebhooks({ clinic, kindLabels }: ClinicWebhooksProps) {
  const session = useSession()
  return session && allows(listWebhooks.access, session) ? <Webhooks clinic={clinic} kindLabels={kindLabels} /> : null
}

function Webhooks({ clinic, kindLabels }: ClinicWebhooksProps) {
  const query = useCall(listWebhooks, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  const [isAdding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ readonly webhook: Webhook; readonly act: WebhookAct } | null>(null)
  const close = () => setOpen(null)
  const add = <AddButton onClick={() => setAdding(true)}>{m.webhook_add()}</AddButton>
  return (
    <Panel title={m.webhook_title()} note={m.webhook_note()} aside={query.data && add}>
      <Answer
        query={query}
        label={m.webhook_loading()}
        zone={clinic.tz}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={m.webhook_empty_title()}>{m.webhook_empty()}</Empty>}
      >
        {({ items }) => (
          <ul className={styles.receiverRows} aria-label={m.webhook_list_label()}>
            {items.map((webhook) => (
              <li key={webhook.id}>
                <WebhookRow webhook={webhook} zone={clinic.tz} kindLabels={kindLabels} />
                <WebhookMenu webhook={webhook} onAct={(of, act) => setOpen({ webhook: of, act })} />
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {isAdding && <AddWebhook clinic={clinic} kindLabels={kindLabels} onClose={() => setAdding(false)} />}
      {open?.act === 'test' && <TryWebhook webhook={open.webhook} onClose={close} />}
      {open?.act === 'deliveries' && (
        <ReceiverDeliveries
          call={listWebhookDeliveries}
          id={open.webhook.id}
          name={hostOf(open.webhook)}
          zone={clinic.tz}
          onClose={close}
        />
      )}
      {open?.act === 'rotate' && <RotateSecret webhook={open.webhook} onClose={close} />}
      {open?.act === 'delete' && <DeleteWebhook webhook={open.webhook} onClose={close} />}
    </Panel>
  )
}

interface WebhookRowProps {
  readonly webhook: Webhook
  readonly zone: string
  readonly kindLabels: KindLabels
}

function WebhookRow({ webhook, zone, kindLabels }: WebhookRowProps) {
  const { url, kinds, last, disabled_because, former_until } = webhook
  return (
    <>
      <div className={styles.receiverWhat}>
        <b>{hostOf(webhook)}</b>
        <span className={tableStyles.tableSub}>{url}</span>
        <span className={tableStyles.tableSub}>
          {kinds.length === 0 ? m.webhook_kinds_all() : kinds.map((kind) => kindLabels[kind]()).join(', ')}
        </span>
        {former_until && (
          <span className={tableStyles.tableSub}>{m.webhook_former({ time: sinceText(former_until, zone) })}</span>
        )}
        {last?.failure && last.state !== 'sent' && <span className={styles.receiverFailure}>{last.failure}</span>}
      </div>
      <div className={styles.receiverLast}>
        {disabled_because ? (
          <ReceiverState state={disabled_because} />
        ) : last ? (
          <ReceiverState state={last.state} />
        ) : (
          <span className={tableStyles.tableSub}>{m.webhook_last_none()}</span>
        )}
        {last && <span className={tableStyles.tableSub}>{sinceText(last.at, zone)}</span>}
      </div>
    </>
  )
}
