import { listWebhooks, tryWebhook, type Webhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import styles from '../shared/receivers/receivers.module.css'
import { hostOf } from './webhook-words.ts'

interface TryWebhookProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Posts a test message and says what was answered (AN-12). */
export function TryWebhook({ webhook, onClose }: TryWebhookProps) {
  const test = useSend(tryWebhook, { invalidates: [listWebhooks] })
  return (
    <FormDialog
      title={m.webhook_test_title({ host: hostOf(webhook) })}
      act={m.webhook_test()}
      error={test.error}
      isPending={test.isPending}
      onAct={() => test.mutate({ id: webhook.id })}
      onClose={onClose}
    >
      <p>{m.webhook_test_help()}</p>
      <div role="status" className={styles.receiverAnswer} data-accepted={test.data?.accepted}>
        {test.isPending && m.webhook_test_sending()}
        {test.data && !test.isPending && (
          <>
            <b>{verdictOf(test.data)}</b>
            {test.data.status !== null && test.data.answer && (
              <p>{m.webhook_test_answer({ answer: test.data.answer })}</p>
            )}
          </>
        )}
      </div>
    </FormDialog>
  )
}

function verdictOf({ accepted, status, answer }: { accepted: boolean; status: number | null; answer: string }): string {
  if (status === null) return m.webhook_test_failed({ reason: answer })
  const said = { status: numberText(status) }
  return accepted ? m.webhook_test_accepted(said) : m.webhook_test_refused(said)
}
