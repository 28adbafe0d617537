import { type Resident, residentStatus, setResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
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

/** Asks by name, discharges, and offers undo (RE-4). */
export function DischargeResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id, device } = resident
  const discharge = useSend(setResidentStatus, {
    invalidates: residentAnswers,
    onClose,
    onSuccess: () => {
      const undo = () => bringBack(resident, m.resident_readmit_done())
      sayDoneWithUndo(patient_id, m.resident_discharge_done(), nameWithRoom(resident), undo)
    },
  })
  return (
    <FormDialog
      title={m.resident_discharge_question({ resident: nameWithRoom(resident) })}
      act={m.resident_discharge()}
      isDanger
      error={discharge.error}
      isPending={discharge.isPending}
      onAct={() => discharge.mutate({ patient_id, status: residentStatus.discharged })}
      onClose={onClose}
    >
      <p>{m.resident_discharge_effect()}</p>
      {device && <p>{m.resident_frees_device({ device: device.device_name })}</p>}
    </FormDialog>
  )
}

/** Readmits a discharged resident; a device is chosen afterwards (RE-4). */
export function ReadmitResident({ resident, onClose }: StatusDialogProps) {
  const { patient_id } = resident
  return (
    <QuestionDialog
      call={setResidentStatus}
      input={{ patient_id, status: residentStatus.active }}
      invalidates={residentAnswers}
      done={m.resident_readmit_done()}
      title={m.resident_readmit_question({ resident: nameWithRoom(resident) })}
      act={m.resident_readmit()}
      onClose={onClose}
      onDone={() => endSaid(patient_id)}
    >
      <p>{m.resident_readmit_effect()}</p>
    </QuestionDialog>
  )
}
