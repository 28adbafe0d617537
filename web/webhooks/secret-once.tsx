import type { Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { CopyField } from '../shared/copy-field.tsx'
import { ShownOnce } from '../shared/shown-once.tsx'
import { hostOf } from './webhook-words.ts'

interface SecretOnceProps {
  readonly webhook: Pick<Webhook, 'url'> & { readonly secret: string }
  readonly onClose: () => void
}

/** The secret of a webhook (AN-12). */
export function SecretOnce({ webhook, onClose }: SecretOnceProps) {
  return (
    <ShownOnce
      title={m.webhook_secret_title({ host: hostOf(webhook) })}
      warning={m.webhook_secret_warning()}
      onClose={onClose}
    >
      <CopyField label={m.webhook_secret_label()} copyLabel={m.webhook_secret_copy()} value={webhook.secret} />
      <p>{m.webhook_secret_saved()}</p>
    </ShownOnce>
  )
}
