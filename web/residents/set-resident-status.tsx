import { type Resident, residentStatus, setResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { ApiError, useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { endSaid, sayDoneWithUndo } from '../shared/say-done.tsx'
import { bringBack } from './resident-acts.ts'
import { residentAnswers } from './resident-answers.ts'
import { nameWithRoom } from './resident-name.ts'

/** Whatever went wrong appears under the title fixed by the specification. */
const titled = (error: Error): Error =>
  error instanceof ApiError
    ? new ApiError(error.status, { code: error.code, message: error.message, title: m.resident_delete_failed_title() })
    : error

const ends = {
  discharge: {
    status: residentStatus.discharged,
    question: m.resident_discharge_question,
    label: m.resident_discharge,
    effect: m.resident_discharge_effect,
    done: m.resident_discharge_done,
    undone: m.resident_readmit_done,
    describe: (error: Error) => error,
  },
  delete: {
    status: residentStatus.deleted,
    question: m.resident_delete_question,
    label: m.common_delete,
    effect: m.resident_delete_effect,
    done: m.resident_delete_done,
    undone: m.resident_undelete_done,
    describe: titled,
  },
} as const

const returns = {
  readmit: {
    question: m.resident_readmit_question,
    label: m.resident_readmit,
    effect: m.resident_readmit_effect,
    done: m.resident_readmit_done,
  },
  undelete: {
    question: m.resident_undelete_question,
    label: m.resident_undelete,
    effect: m.resident_undelete_effect,
    done: m.resident_undelete_done,
  },
} as const

interface StatusDialogProps<Act> {
  readonly act: Act
  readonly resident: Resident
  readonly onClose: () => void
}

/** Asks by name, discharges or deletes, and offers undo (RE-4). */
export function EndStay({ act, resident, onClose }: StatusDialogProps<keyof typeof ends>) {
  const { patient_id, device } = resident
  const { status, question, label, effect, done, undone, describe } = ends[act]
  const ending = useSend(setResidentStatus, {
    invalidates: residentAnswers,
    onClose,
    onSuccess: () => sayDoneWithUndo(patient_id, done(), nameWithRoom(resident), () => bringBack(resident, undone())),
  })
  return (
    <FormDialog
      title={question({ resident: nameWithRoom(resident) })}
      act={label()}
      isDanger
      error={ending.error && describe(ending.error)}
      isPending={ending.isPending}
      onAct={() => ending.mutate({ patient_id, status })}
      onClose={onClose}
    >
      <p>{effect()}</p>
      {device && <p>{m.resident_frees_device({ device: device.device_name })}</p>}
    </FormDialog>
  )
}

/** Readmits a discharged resident or restores a deleted one; a device is chosen afterwards (RE-4). */
export function ResumeStay({ act, resident, onClose }: StatusDialogProps<keyof typeof returns>) {
  const { patient_id } = resident
  const { question, label, effect, done } = returns[act]
  return (
    <QuestionDialog
      call={setResidentStatus}
      input={{ patient_id, status: residentStatus.active }}
      invalidates={residentAnswers}
      done={done()}
      title={question({ resident: nameWithRoom(resident) })}
      act={label()}
      onClose={onClose}
      onDone={() => endSaid(patient_id)}
    >
      <p>{effect()}</p>
    </QuestionDialog>
  )
}
