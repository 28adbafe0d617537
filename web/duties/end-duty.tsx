import { type Duty, endDuty } from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'

interface EndDutyProps {
  readonly duty: Duty
  readonly onClose: () => void
}

export function EndDuty({ duty: { id, name }, onClose }: EndDutyProps) {
  const end = useSend(endDuty, {
    onSuccess: () => {
      sayDone(m.duty_ended())
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.duty_end_question({ name })}
      act={m.duty_end()}
      error={end.error}
      isPending={end.isPending}
      onAct={() => end.mutate({ id })}
      onClose={onClose}
    >
      <p>{m.duty_end_effect()}</p>
    </FormDialog>
  )
}
