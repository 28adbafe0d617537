import { type Resident, residentStatus, setResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { ApiError, useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { endSaid, sayDoneWithUndo } from '../shared/say-done.tsx'
import { bringBack } from './resident-acts.ts'
import { residentAnswers } from './resident-answers.ts'
import { nameWithRoom } from './resident-name.ts'

interface StatusDialogProps {
  readonly resident: Resident
  readonly onClose: () => void
}

/** Whatever went wrong appears under the title fixed by the specification. */
const titled = (error: Error): Error =>
  error instanceof ApiError
    ? new ApiError(error.status, { code: error.code, message: error.message, title: m.resident_delete_failed_title() })
    : error

/** Asks by name, deletes, and offers undo (RE-4). */
export function DeleteResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id, device } = resident
  const removal = useSend(setResidentStatus, {
    invalidates: residentAnswers,
    onClose,
    onSuccess: () =>
      sayDoneWithUndo(patient_id, m.resident_delete_done(), nameWithRoom(resident), () =>
        bringBack(resident, m.resident_undelete_done()),
      ),
  })
  return (
    <FormDialog
      title={m.resident_delete_question({ resident: nameWithRoom(resident) })}
      act={m.common_delete()}
      isDanger
      error={removal.error && titled(removal.error)}
      isPending={removal.isPending}
      onAct={() => removal.mutate({ patient_id, status: residentStatus.deleted })}
      onClose={onClose}
    >
      <p>{m.resident_delete_effect()}</p>
      {device && <p>{m.resident_frees_device({ device: device.device_name })}</p>}
    </FormDialog>
  )
}

/** Restores a deleted resident as active; a device is chosen afterwards (RE-4). */
export function UndeleteResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id } = resident
  return (
    <QuestionDialog
      call={setResidentStatus}
      input={{ patient_id, status: residentStatus.active }}
      invalidates={residentAnswers}
      done={m.resident_undelete_done()}
      title={m.resident_undelete_question({ resident: nameWithRoom(resident) })}
      act={m.resident_undelete()}
      onClose={onClose}
      onDone={() => endSaid(patient_id)}
    >
      <p>{m.resident_undelete_effect()}</p>
    </QuestionDialog>
  )
}
