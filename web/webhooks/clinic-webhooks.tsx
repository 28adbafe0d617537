import { listWebhookDeliveries, listWebhooks, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { type ReceiversOfClinic, ReceiversPanel } from '../shared/receivers/receivers-panel.tsx'
import tableStyles from '../shared/table/table.module.css'
import { sinceText } from '../shared/time.ts'
import { AddWebhook } from './add-webhook.tsx'
import { DeleteWebhook } from './delete-webhook.tsx'
import { TryWebhook } from './try-webhook.tsx'
import { WebhookActs } from './webhook-acts.tsx'
import { hostOf } from './webhook-words.ts'

const words = {
  title: m.webhook_title,
  note: m.webhook_note,
  add: m.webhook_add,
  label: m.webhook_list_label,
  loading: m.webhook_loading,
  emptyTitle: m.webhook_empty_title,
  empty: m.webhook_empty,
}

/** A facility's webhooks (AN-12). */
export const ClinicWebhooks = (props: ReceiversOfClinic) => (
  <ReceiversPanel<Webhook>
    {...props}
    list={listWebhooks}
    deliveries={listWebhookDeliveries}
    words={words}
    describe={(webhook) => ({
      name: hostOf(webhook),
      about: webhook.url,
      notice: webhook.former_until && (
        <span className={tableStyles.tableSub}>
          {m.webhook_former({ time: sinceText(webhook.former_until, props.clinic.tz) })}
        </span>
      ),
      ended: webhook.disabled_because,
    })}
    Add={AddWebhook}
    Try={TryWebhook}
    Delete={DeleteWebhook}
    More={WebhookActs}
  />
)
