import { endLeave } from '@eupnea/contract/leaves.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { now } from '../shared/time.ts'
import { residentAnswers } from './resident-answers.ts'
import { nameWithRoom } from './resident-name.ts'

interface EndLeaveProps {
  readonly resident: Resident
  readonly onClose: () => void
}

/** Ends the running leave now, or cancels the next (PL-6). */
export function EndLeave({ resident, onClose }: EndLeaveProps) {
  const { patient_id, leave } = resident
  const isRunning = leave !== null && Date.parse(leave.from) <= now()
  const names = { resident: nameWithRoom(resident) }
  return (
    <QuestionDialog
      call={endLeave}
      input={{ patient_id }}
      invalidates={residentAnswers}
      done={m.leave_end_done()}
      title={isRunning ? m.leave_end_question(names) : m.leave_cancel_question(names)}
      act={m.leave_end()}
      onClose={onClose}
    >
      <p>{m.leave_end_effect()}</p>
    </QuestionDialog>
  )
}
