import { failures } from '@eupnea/contract/messages.ts'
import { type Resident, residentStatus, setResidentStatus } from '@eupnea/contract/residents.ts'
import { Button, Group, Modal } from '@mantine/core'
import { ApiError, useSend } from '../shared/api.ts'
import { Refusal } from '../shared/form/refusal.tsx'
import { sayDone, sayDoneWithUndo } from '../shared/say-done.tsx'
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
    ? new ApiError(error.status, { code: error.code, message: error.message, title: failures.deleteResident.title })
    : error

/** Asks by name, deletes, and offers to take it back (RE-4). */
export function DeleteResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id, device } = resident
  const removal = useSend(setResidentStatus, {
    invalidates: residentAnswers,
    onSuccess: () => {
      onClose()
      sayDoneWithUndo(deletedWords, nameWithRoom(resident), () => bringBack(resident, undeletedWords))
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Delete ${nameWithRoom(resident)}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>
        The resident leaves the dashboard and the lists of those who live here
        {device ? `, and ${device.device_name} becomes free for someone else` : ''}. For someone who moves out, choose
        Discharge. You can undelete the resident in the directory.
      </p>
      {removal.error && <Refusal error={titled(removal.error)} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color="var(--danger)"
          c="var(--surface)"
          loading={removal.isPending}
          onClick={() => removal.mutate({ patient_id, status: residentStatus.deleted })}
        >
          Delete
        </Button>
      </Group>
    </Modal>
  )
}

/** Brings a deleted resident back, as an active one; a device is chosen afterwards (RE-4). */
export function UndeleteResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id } = resident
  const undelete = useSend(setResidentStatus, {
    invalidates: residentAnswers,
    onSuccess: () => {
      sayDone(undeletedWords)
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Undelete ${nameWithRoom(resident)}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>The resident comes back to the dashboard as an active one. Link a device afterwards to see live values.</p>
      {undelete.error && <Refusal error={undelete.error} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={undelete.isPending}
          onClick={() => undelete.mutate({ patient_id, status: residentStatus.active })}
        >
          Undelete
        </Button>
      </Group>
    </Modal>
  )
}
