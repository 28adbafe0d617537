import type { CallOutput } from '@eupnea/contract/call.ts'
import { listNurseCalls, type tryNurseCall } from '@eupnea/contract/nurse-calls.ts'
import { listWebhooks, type tryWebhook } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import type { ComponentProps } from 'react'
import { useSend } from '../api.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import styles from './receivers.module.css'

interface TryReceiverProps<C> extends Pick<ComponentProps<typeof FormDialog>, 'title' | 'onClose'> {
  readonly call: C
  readonly id: string
  readonly help: string
  /** null: there was no answer */
  readonly verdictOf: (answer: CallOutput<C>) => string | null
}

/** Sends a message that raises no call and says what was answered (AN-12, EH-5). */
export function TryReceiver<C extends typeof tryWebhook | typeof tryNurseCall>(props: TryReceiverProps<C>) {
  const { call, id, help, verdictOf, ...dialog } = props
  const test = useSend(call as typeof tryWebhook, { invalidates: [listWebhooks, listNurseCalls] })
  const answer = test.isPending ? undefined : test.data
  const verdict = answer && verdictOf(answer as CallOutput<C>)
  return (
    <FormDialog
      {...dialog}
      act={m.webhook_test()}
      error={test.error}
      isPending={test.isPending}
      onAct={() => test.mutate({ id })}
    >
      <p>{help}</p>
      <div role="status" className={styles.receiverAnswer} data-accepted={test.data?.accepted}>
        {test.isPending && m.webhook_test_sending()}
        {answer && (
          <>
            <b>{verdict ?? m.webhook_test_failed({ reason: answer.answer })}</b>
            {verdict && answer.answer && <p>{m.webhook_test_answer({ answer: answer.answer })}</p>}
          </>
        )}
      </div>
    </FormDialog>
  )
}
