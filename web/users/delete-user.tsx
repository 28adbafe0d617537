import { deleteUser, listUsers, listUsersOfType, type User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { StillTold } from './still-told.tsx'
import { nameOf } from './user-words.ts'

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
      title={`Delete ${nameOf(user)}?`}
      act="Delete"
      isDanger
      error={removal.error}
      isPending={removal.isPending}
      onAct={() => removal.mutate({ user_id: user.id })}
      onClose={onClose}
    >
      <p>
        {nameOf(user)} ({user.email}) is signed out at once and cannot sign in any more. This cannot be undone. To keep
        the record, disable the user instead.
      </p>
      <StillTold user={user} />
    </FormDialog>
  )
}
