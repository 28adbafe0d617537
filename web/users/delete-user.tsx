import { userName } from '@eupnea/contract/user-name.ts'
import { deleteUser, listUsers, listUsersOfType, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { StillRecipient } from './still-recipient.tsx'

interface DeleteUserProps {
  readonly user: User
  readonly onClose: () => void
  /** the user is gone */
  readonly onDone?: () => void
}

/** Asks by name, and deletes (US-1). */
export function DeleteUser({ user, onClose, onDone }: DeleteUserProps) {
  return (
    <QuestionDialog
      call={deleteUser}
      input={{ user_id: user.id }}
      invalidates={[listUsers, listUsersOfType]}
      done={m.user_delete_done()}
      title={m.user_delete_question({ user: userName(user) })}
      act={m.user_delete()}
      isDanger
      onClose={onClose}
      onDone={onDone}
    >
      <p>{m.user_delete_help({ user: userName(user), email: user.email })}</p>
      <StillRecipient user={user} />
    </QuestionDialog>
  )
}
