import { listNurseCalls, type NurseCall, tryNurseCall } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import styles from '../shared/receivers/receivers.module.css'

interface TryNurseCallProps {
  readonly nurseCall: NurseCall
  readonly onClose: () => void
}

/** Sends a heartbeat and says what was answered (EH-5). */
export function TryNurseCall({ nurseCall, onClose }: TryNurseCallProps) {
  const test = useSend(tryNurseCall, { invalidates: [listNurseCalls] })
  return (
    <FormDialog
      title={m.nurse_call_test_title({ name: nurseCall.name })}
      act={m.webhook_test()}
      error={test.error}
      isPending={test.isPending}
      onAct={() => test.mutate({ id: nurseCall.id })}
      onClose={onClose}
    >
      <p>{m.nurse_call_test_help()}</p>
      <div role="status" className={styles.receiverAnswer} data-accepted={test.data?.accepted}>
        {test.isPending && m.webhook_test_sending()}
        {test.data && !test.isPending && (
          <>
            <b>{verdictOf(test.data)}</b>
            {test.data.code !== null && test.data.answer && (
              <p>{m.webhook_test_answer({ answer: test.data.answer })}</p>
            )}
          </>
        )}
      </div>
    </FormDialog>
  )
}

function verdictOf({ accepted, code, answer }: { accepted: boolean; code: string | null; answer: string }): string {
  if (code === null) return m.webhook_test_failed({ reason: answer })
  return accepted ? m.nurse_call_test_accepted({ code }) : m.nurse_call_test_refused({ code })
}
