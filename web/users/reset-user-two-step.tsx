import { userName } from '@eupnea/contract/user-name.ts'
import { resetUserTwoStep, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'

interface ResetUserTwoStepProps {
  readonly user: User
  readonly onClose: () => void
}

/** For somebody who has lost their app, passkeys and backup codes (DO-5). */
export function ResetUserTwoStep({ user, onClose }: ResetUserTwoStepProps) {
  const name = userName(user)
  const resetting = useSend(resetUserTwoStep, {
    onSuccess: () => {
      onClose()
      sayDone(m.user_two_step_reset_done())
    },
  })
  return (
    <FormDialog
      title={m.user_two_step_reset_question({ user: name })}
      act={m.user_two_step_reset_act()}
      isDanger
      error={resetting.error}
      isPending={resetting.isPending}
      onAct={() => resetting.mutate({ user_id: user.id })}
      onClose={onClose}
    >
      <p>{m.user_two_step_reset_help({ user: name })}</p>
    </FormDialog>
  )
}
