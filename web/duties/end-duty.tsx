import { type Duty, endDuty } from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'

interface EndDutyProps {
  readonly duty: Duty
  readonly onClose: () => void
}

export function EndDuty({ duty: { id, name }, onClose }: EndDutyProps) {
  return (
    <QuestionDialog
      call={endDuty}
      input={{ id }}
      done={m.duty_ended()}
      title={m.duty_end_question({ name })}
      act={m.duty_end()}
      onClose={onClose}
    >
      <p>{m.duty_end_effect()}</p>
    </QuestionDialog>
  )
}
