import { listWebhooks, rotateWebhookSecret, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { SecretOnce } from './secret-once.tsx'
import { hostOf } from './webhook-words.ts'

interface RotateSecretProps {
  readonly of: Webhook
  readonly onClose: () => void
}

/** A new secret, shown once; the old one goes on for a day (AN-12). */
export function RotateSecret({ of, onClose }: RotateSecretProps) {
  const rotation = useSend(rotateWebhookSecret, { invalidates: [listWebhooks] })
  if (rotation.data) return <SecretOnce webhook={rotation.data} onClose={onClose} />
  return (
    <FormDialog
      title={m.webhook_rotate_question({ host: hostOf(of) })}
      act={m.webhook_rotate()}
      error={rotation.error}
      isPending={rotation.isPending}
      onAct={() => rotation.mutate({ id: of.id })}
      onClose={onClose}
    >
      <p>{m.webhook_rotate_effect()}</p>
    </FormDialog>
  )
}
