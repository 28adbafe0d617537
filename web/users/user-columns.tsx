import { userTypeLabel } from '@eupnea/contract/access.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { seesEveryClinic } from '@eupnea/contract/users.fields.ts'
import type { User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { browserZone } from '../shared/form/local-time.ts'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dateText, dateTimeText } from '../shared/time.ts'
import { isOwn } from './user-acts.ts'
import { type DialogAct, UserMenu } from './user-menu.tsx'
import { UserStatus } from './user-status.tsx'
import { clinicsText } from './user-words.ts'

/** The list of users: who, what they are, where, since when. */
export function userColumns(
  session: Session,
  onAct: (user: User, act: DialogAct) => void,
): readonly TableColumn<User>[] {
  const zone = browserZone()
  return [
    {
      id: 'name',
      header: m.user_name_column(),
      sort: 'name',
      cell: (user) => (
        <>
          <Link to="/users/profile/$slug" params={{ slug: user.id }} className="table-name">
            {/* Sorted by the last name: it stands out. */}
            <span className="user-first">{user.first_name}</span> {user.last_name}
          </Link>{' '}
          {isOwn(user, session) && <span className="user-own">{m.user_you()}</span>}
        </>
      ),
    },
    { id: 'email', header: m.user_email_label(), sort: 'email', cell: ({ email }) => email },
    { id: 'type', header: m.user_type_label(), sort: 'user_type', cell: ({ user_type }) => userTypeLabel(user_type) },
    {
      id: 'clinics',
      header: m.user_clinics_label(),
      isExtra: true,
      cell: ({ user_type, clinic_list }) =>
        seesEveryClinic(user_type) ? m.user_clinics_all() : clinicsText(clinic_list.map(({ name }) => name)) || '–',
    },
    { id: 'status', header: m.user_status_label(), cell: ({ status }) => <UserStatus status={status} /> },
    {
      id: 'created',
      header: m.user_added_label(),
      sort: 'created_at',
      isDownFirst: true,
      isExtra: true,
      cell: ({ created_at }) => <span className="table-time">{dateText(created_at, zone)}</span>,
    },
    {
      id: 'last_login',
      header: m.user_last_login_label(),
      sort: 'last_login',
      isDownFirst: true,
      cell: ({ last_login }) => (
        <span className="table-time">{last_login ? dateTimeText(last_login, zone) : m.user_last_login_never()}</span>
      ),
    },
    {
      id: 'acts',
      header: m.user_actions_column(),
      isPlain: true,
      cell: (user) => <UserMenu user={user} session={session} onAct={onAct} />,
    },
  ]
}
