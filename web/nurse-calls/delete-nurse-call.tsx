import { deleteNurseCall, listNurseCalls, type NurseCall } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'

interface DeleteNurseCallProps {
  readonly of: NurseCall
  readonly onClose: () => void
}

/** Asks by name, then deletes the nurse call system (EH-5). */
export function DeleteNurseCall({ of, onClose }: DeleteNurseCallProps) {
  return (
    <QuestionDialog
      call={deleteNurseCall}
      input={{ id: of.id }}
      invalidates={[listNurseCalls]}
      done={m.nurse_call_delete_done()}
      title={m.nurse_call_delete_question({ name: of.name })}
      act={m.common_delete()}
      isDanger
      onClose={onClose}
    >
      <p>{m.nurse_call_delete_effect()}</p>
    </QuestionDialog>
  )
}
