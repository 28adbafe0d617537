import { userName } from '@eupnea/contract/user-name.ts'
import { setUserStatus, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { send, useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { fetchAgain } from '../shared/query.ts'
import { endSaid, sayDone, sayDoneWithUndo } from '../shared/say-done.tsx'
import { StillRecipient } from './still-recipient.tsx'
import { userAnswers } from './user-answers.ts'

interface SetUserStatusProps {
  readonly user: User
  readonly onClose: () => void
}

/** Disables, with a way back, or enables (US-1). */
export function SetUserStatus({ user, onClose }: SetUserStatusProps) {
  const isDisabling = user.status === 1
  const name = userName(user)
  const change = useSend(setUserStatus, {
    invalidates: userAnswers,
    onClose,
    onSuccess: () => {
      endSaid(user.id)
      if (isDisabling)
        sayDoneWithUndo(user.id, { title: m.common_success_title(), message: m.user_update_done() }, name, () =>
          enableAgain(user.id),
        )
      else sayDone({ title: m.common_success_title(), message: m.user_update_done() })
    },
  })
  return (
    <FormDialog
      title={isDisabling ? m.user_disable_question({ user: name }) : m.user_enable_question({ user: name })}
      act={isDisabling ? m.user_disable() : m.user_enable()}
      isDanger={isDisabling}
      error={change.error}
      isPending={change.isPending}
      onAct={() => change.mutate({ user_id: user.id, status: isDisabling ? 0 : 1 })}
      onClose={onClose}
    >
      <p>
        {isDisabling
          ? m.user_disable_help({ user: name, email: user.email })
          : m.user_enable_help({ user: name, email: user.email })}
      </p>
      {isDisabling && <StillRecipient user={user} />}
    </FormDialog>
  )
}

async function enableAgain(user_id: string) {
  try {
    await send(setUserStatus, { user_id, status: 1 })
    return { title: m.common_success_title(), message: m.user_update_done() }
  } finally {
    await fetchAgain(userAnswers)
  }
}
