import type { Session } from '@eupnea/contract/sessions.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import type { User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { IconBuilding, IconKey, IconPencil, IconTrash, IconUserCheck, IconUserOff } from '../shared/icons.tsx'
import { lazyPart } from '../shared/parts.ts'
import { actsOn, type UserAct } from './user-acts.ts'

const DeleteUser = lazyPart(async () => (await import('./delete-user.tsx')).DeleteUser)
const SetUserStatus = lazyPart(async () => (await import('./set-user-status.tsx')).SetUserStatus)
const SetUserClinics = lazyPart(async () => (await import('./set-user-clinics.tsx')).SetUserClinics)
const ResetUserTwoStep = lazyPart(async () => (await import('./reset-user-two-step.tsx')).ResetUserTwoStep)
const SendSetPasswordEmail = lazyPart(async () => (await import('./send-set-password-email.tsx')).SendSetPasswordEmail)

/** The acts that ask in a dialog. */
export type DialogAct = Exclude<UserAct, 'edit'>

const entries = [
  { act: 'clinics', label: m.user_clinics_title, Icon: IconBuilding },
  { act: 'password', label: m.user_password_set, Icon: IconKey },
  { act: 'two-step', label: m.user_two_step_reset, Icon: IconKey },
  { act: 'disable', label: m.user_disable, Icon: IconUserOff },
  { act: 'enable', label: m.user_enable, Icon: IconUserCheck },
  { act: 'delete', label: m.user_delete, Icon: IconTrash },
] as const

interface UserMenuProps {
  readonly user: User
  readonly session: Session
  readonly onAct: (user: User, act: DialogAct) => void
}

/** What can be done to the user of a row. */
export function UserMenu({ user, session, onAct }: UserMenuProps) {
  const acts = actsOn(user, session)
  if (acts.length === 0) return null
  return (
    <ActMenu label={m.user_actions_label({ user: userName(user) })}>
      <ActItem
        renderRoot={(props) => <Link {...props} to="/users/edit/$slug" params={{ slug: user.id }} />}
        Icon={IconPencil}
      >
        {m.common_edit()}
      </ActItem>
      {entries
        .filter(({ act }) => acts.includes(act))
        .map(({ act, label, Icon }) => (
          <ActItem key={act} Icon={Icon} isDanger={act === 'delete'} onClick={() => onAct(user, act)}>
            {label()}
          </ActItem>
        ))}
    </ActMenu>
  )
}

interface UserActDialogProps {
  readonly user: User
  readonly act: DialogAct
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** The dialog of one act. */
export function UserActDialog({ user, act, onClose, onDeleted }: UserActDialogProps) {
  return (
    <Suspense>
      {act === 'clinics' && <SetUserClinics user={user} onClose={onClose} />}
      {act === 'password' && <SendSetPasswordEmail user={user} onClose={onClose} />}
      {act === 'two-step' && <ResetUserTwoStep user={user} onClose={onClose} />}
      {(act === 'disable' || act === 'enable') && <SetUserStatus user={user} onClose={onClose} />}
      {act === 'delete' && <DeleteUser user={user} onClose={onClose} onDone={onDeleted} />}
    </Suspense>
  )
}
