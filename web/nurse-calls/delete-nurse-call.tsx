import { deleteNurseCall, listNurseCalls, type NurseCall } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'

interface DeleteNurseCallProps {
  readonly nurseCall: NurseCall
  readonly onClose: () => void
}

/** Asks by name, then deletes the nurse call system (EH-5). */
export function DeleteNurseCall({ nurseCall, onClose }: DeleteNurseCallProps) {
  const deletion = useSend(deleteNurseCall, {
    invalidates: [listNurseCalls],
    onSuccess: () => {
      onClose()
      sayDone(m.nurse_call_delete_done())
    },
  })
  return (
    <FormDialog
      title={m.nurse_call_delete_question({ name: nurseCall.name })}
      act={m.common_delete()}
      isDanger
      error={deletion.error}
      isPending={deletion.isPending}
      onAct={() => deletion.mutate({ id: nurseCall.id })}
      onClose={onClose}
    >
      <p>{m.nurse_call_delete_effect()}</p>
    </FormDialog>
  )
}
