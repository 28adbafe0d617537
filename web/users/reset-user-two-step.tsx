import { userName } from '@eupnea/contract/user-name.ts'
import { resetUserTwoStep, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'

interface ResetUserTwoStepProps {
  readonly user: User
  readonly onClose: () => void
}

/** For somebody who has lost their app, passkeys and backup codes (DO-5). */
export function ResetUserTwoStep({ user, onClose }: ResetUserTwoStepProps) {
  const name = userName(user)
  return (
    <QuestionDialog
      call={resetUserTwoStep}
      input={{ user_id: user.id }}
      done={m.user_two_step_reset_done()}
      title={m.user_two_step_reset_question({ user: name })}
      act={m.user_two_step_reset_act()}
      isDanger
      onClose={onClose}
    >
      <p>{m.user_two_step_reset_help({ user: name })}</p>
    </QuestionDialog>
  )
}
