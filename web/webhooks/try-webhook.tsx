import { tryWebhook, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { TryReceiver } from '../shared/receivers/try-receiver.tsx'
import { hostOf } from './webhook-words.ts'

interface TryWebhookProps {
  readonly of: Webhook
  readonly onClose: () => void
}

/** Posts a test message and says what was answered (AN-12). */
export const TryWebhook = ({ of, onClose }: TryWebhookProps) => (
  <TryReceiver
    call={tryWebhook}
    id={of.id}
    title={m.webhook_test_title({ host: hostOf(of) })}
    help={m.webhook_test_help()}
    verdictOf={({ accepted, status }) => {
      if (status === null) return null
      const said = { status: numberText(status) }
      return accepted ? m.webhook_test_accepted(said) : m.webhook_test_refused(said)
    }}
    onClose={onClose}
  />
)
