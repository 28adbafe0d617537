import { successes } from '@eupnea/contract/messages.ts'
import { type Resident, residentStatus, setResidentStatus } from '@eupnea/contract/residents.ts'
import { Button, Group, Modal } from '@mantine/core'
import { useSend } from '../shared/api.ts'
import { Refusal } from '../shared/form/refusal.tsx'
import { sayDone, sayDoneWithUndo } from '../shared/say-done.tsx'
import { bringBack } from './resident-acts.ts'
import { residentAnswers } from './resident-answers.ts'
import { nameWithRoom } from './resident-name.ts'

interface StatusDialogProps {
  readonly resident: Resident
  readonly onClose: () => void
}

/** Asks by name, discharges, and offers to take it back (RE-4). */
export function DischargeResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id, device } = resident
  const discharge = useSend(setResidentStatus, {
    invalidates: residentAnswers,
    onSuccess: () => {
      onClose()
      const undo = () => bringBack(resident, successes.residentReadmitted)
      sayDoneWithUndo(successes.residentDischarged, nameWithRoom(resident), undo)
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Discharge ${nameWithRoom(resident)}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>
        The resident leaves the dashboard{device ? `, and ${device.device_name} becomes free for someone else` : ''}.
        Readings, notes and reports stay. You can readmit the resident at any time.
      </p>
      {discharge.error && <Refusal error={discharge.error} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color="var(--danger)"
          c="var(--surface)"
          loading={discharge.isPending}
          onClick={() => discharge.mutate({ patient_id, status: residentStatus.discharged })}
        >
          Discharge
        </Button>
      </Group>
    </Modal>
  )
}

/** Readmits a discharged resident; a device is chosen afterwards (RE-4). */
export function ReadmitResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id } = resident
  const readmit = useSend(setResidentStatus, {
    invalidates: residentAnswers,
    onSuccess: () => {
      sayDone(successes.residentReadmitted)
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Readmit ${nameWithRoom(resident)}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>The resident comes back to the dashboard. Link a device afterwards to see live values.</p>
      {readmit.error && <Refusal error={readmit.error} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={readmit.isPending}
          onClick={() => readmit.mutate({ patient_id, status: residentStatus.active })}
        >
          Readmit
        </Button>
      </Group>
    </Modal>
  )
}
