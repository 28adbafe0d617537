import { type Resident, residentStatus, setResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { ApiError, useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { endUndo, sayDone, sayDoneWithUndo } from '../shared/say-done.tsx'
import { bringBack, deletedWords, undeletedWords } from './resident-acts.ts'
import { residentAnswers } from './resident-answers.ts'
import { nameWithRoom } from './resident-name.ts'

interface StatusDialogProps {
  readonly resident: Resident
  readonly onClose: () => void
}

/** Whatever went wrong, it is said under the title that the specification fixes. */
const titled = (error: Error): Error =>
  error instanceof ApiError
    ? new ApiError(error.status, { code: error.code, message: error.message, title: m.resident_delete_failed_title() })
    : error

/** Asks by name, deletes, and offers to take it back (RE-4). */
export function DeleteResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id, device } = resident
  const removal = useSend(setResidentStatus, {
    invalidates: residentAnswers,
    onSuccess: () => {
      onClose()
      sayDoneWithUndo(patient_id, deletedWords, nameWithRoom(resident), () => bringBack(resident, undeletedWords))
    },
  })
  return (
    <FormDialog
      title={`Delete ${nameWithRoom(resident)}?`}
      act="Delete"
      isDanger
      error={removal.error && titled(removal.error)}
      isPending={removal.isPending}
      onAct={() => removal.mutate({ patient_id, status: residentStatus.deleted })}
      onClose={onClose}
    >
      <p>
        The resident leaves the dashboard and the lists of those who live here
        {device ? `, and ${device.device_name} becomes free for someone else` : ''}. For someone who moves out, choose
        Discharge. You can undelete the resident in the directory.
      </p>
    </FormDialog>
  )
}

/** Brings a deleted resident back, as an active one; a device is chosen afterwards (RE-4). */
export function UndeleteResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id } = resident
  const undelete = useSend(setResidentStatus, {
    invalidates: residentAnswers,
    onSuccess: () => {
      endUndo(patient_id)
      sayDone(undeletedWords)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Undelete ${nameWithRoom(resident)}?`}
      act="Undelete"
      error={undelete.error}
      isPending={undelete.isPending}
      onAct={() => undelete.mutate({ patient_id, status: residentStatus.active })}
      onClose={onClose}
    >
      <p>The resident comes back to the dashboard as an active one. Link a device afterwards to see live values.</p>
    </FormDialog>
  )
}
