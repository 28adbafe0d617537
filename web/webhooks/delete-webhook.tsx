import { deleteWebhook, listWebhooks, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { hostOf } from './webhook-words.ts'

interface DeleteWebhookProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Asks by host, then deletes the webhook (AN-12). */
export function DeleteWebhook({ webhook, onClose }: DeleteWebhookProps) {
  const deletion = useSend(deleteWebhook, {
    invalidates: [listWebhooks],
    onSuccess: () => {
      onClose()
      sayDone(m.webhook_delete_done())
    },
  })
  return (
    <FormDialog
      title={m.webhook_delete_question({ host: hostOf(webhook) })}
      act={m.common_delete()}
      isDanger
      error={deletion.error}
      isPending={deletion.isPending}
      onAct={() => deletion.mutate({ id: webhook.id })}
      onClose={onClose}
    >
      <p>{m.webhook_delete_effect()}</p>
    </FormDialog>
  )
}
