import { endLeave } from '@eupnea/contract/leaves.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
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
  const end = useSend(endLeave, {
    invalidates: residentAnswers,
    onSuccess: () => {
      sayDone(m.leave_end_done())
      onClose()
    },
  })
  const isRunning = leave !== null && Date.parse(leave.from) <= now()
  const names = { resident: nameWithRoom(resident) }
  return (
    <FormDialog
      title={isRunning ? m.leave_end_question(names) : m.leave_cancel_question(names)}
      act={m.leave_end()}
      error={end.error}
      isPending={end.isPending}
      onAct={() => end.mutate({ patient_id })}
      onClose={onClose}
    >
      <p>{m.leave_end_effect()}</p>
    </FormDialog>
  )
}
