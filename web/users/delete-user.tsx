import { userName } from '@eupnea/contract/user-name.ts'
import { deleteUser, listUsers, listUsersOfType, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { StillTold } from './still-told.tsx'

interface DeleteUserProps {
  readonly user: User
  readonly onClose: () => void
  /** the user is gone */
  readonly onDone?: () => void
}

/** Asks by name, and deletes (US-1). */
export function DeleteUser({ user, onClose, onDone }: DeleteUserProps) {
  const removal = useSend(deleteUser, {
    invalidates: [listUsers, listUsersOfType],
    onSuccess: () => {
      onClose()
      onDone?.()
      sayDone(m.user_delete_done())
    },
  })
  return (
    <FormDialog
      title={m.user_delete_question({ user: userName(user) })}
      act={m.user_delete()}
      isDanger
      error={removal.error}
      isPending={removal.isPending}
      onAct={() => removal.mutate({ user_id: user.id })}
      onClose={onClose}
    >
      <p>{m.user_delete_help({ user: userName(user), email: user.email })}</p>
      <StillTold user={user} />
    </FormDialog>
  )
}
