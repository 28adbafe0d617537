import { deleteWebhook, listWebhooks, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { hostOf } from './webhook-words.ts'

interface DeleteWebhookProps {
  readonly of: Webhook
  readonly onClose: () => void
}

/** Asks by host, then deletes the webhook (AN-12). */
export function DeleteWebhook({ of, onClose }: DeleteWebhookProps) {
  return (
    <QuestionDialog
      call={deleteWebhook}
      input={{ id: of.id }}
      invalidates={[listWebhooks]}
      done={m.webhook_delete_done()}
      title={m.webhook_delete_question({ host: hostOf(of) })}
      act={m.common_delete()}
      isDanger
      onClose={onClose}
    >
      <p>{m.webhook_delete_effect()}</p>
    </QuestionDialog>
  )
}
