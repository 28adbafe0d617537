import type { Session } from '@eupnea/contract/sessions.ts'
import type { User } from '@eupnea/contract/users.ts'
import { Link } from '@tanstack/react-router'
import { browserZone } from '../shared/form/local-time.ts'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dateText, dateTimeText } from '../shared/time.ts'
import { isOwn } from './user-acts.ts'
import { type DialogAct, UserMenu } from './user-menu.tsx'
import { UserStatus } from './user-status.tsx'
import { seesEveryClinic, typeLabel } from './user-types.ts'
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
      header: 'Name',
      sort: 'name',
      cell: (user) => (
        <>
          <Link to="/users/profile/$slug" params={{ slug: user.id }} className="table-name">
            {/* Sorted by the last name: it stands out. */}
            <span className="user-first">{user.first_name}</span> {user.last_name}
          </Link>{' '}
          {isOwn(user, session) && <span className="user-own">You</span>}
        </>
      ),
    },
    { id: 'email', header: 'E-mail', sort: 'email', cell: ({ email }) => <span className="user-email">{email}</span> },
    { id: 'type', header: 'Type', sort: 'user_type', cell: ({ user_type }) => typeLabel(user_type) },
    {
      id: 'clinics',
      header: 'Facilities',
      isExtra: true,
      cell: ({ user_type, clinic_list }) =>
        seesEveryClinic(user_type) ? 'All' : clinicsText(clinic_list.map(({ name }) => name)) || '–',
    },
    { id: 'status', header: 'Status', cell: ({ status }) => <UserStatus status={status} /> },
    {
      id: 'created',
      header: 'Added',
      sort: 'created_at',
      isDownFirst: true,
      isExtra: true,
      cell: ({ created_at }) => <span className="table-time">{dateText(created_at, zone)}</span>,
    },
    {
      id: 'last_login',
      header: 'Last sign-in',
      sort: 'last_login',
      isDownFirst: true,
      cell: ({ last_login }) => (
        <span className="table-time">{last_login ? dateTimeText(last_login, zone) : 'Never'}</span>
      ),
    },
    {
      id: 'acts',
      header: 'Actions',
      isPlain: true,
      cell: (user) => <UserMenu user={user} session={session} onAct={onAct} />,
    },
  ]
}
