import { userTypeLabel } from '@eupnea/contract/access.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listUsers } from '@eupnea/contract/users.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { IconCircleOff } from '../shared/icons.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { countText } from '../shared/words.ts'
import { firstRows, PanelPager } from './panel-pager.tsx'

/** Whom the clinic is given to (FA-2). */
export function UsersPanel({ clinic }: { readonly clinic: Clinic }) {
  const [view, setView] = useState(firstRows)
  const query = useCall(
    listUsers,
    { clinic_id: clinic.id, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before },
  )
  const total = query.data?.pagination.total_records
  const allUsers = (
    <Button
      size="compact-md"
      variant="default"
      renderRoot={(props) => <Link {...props} to="/users/manage" search={{ clinic: clinic.id }} />}
    >
      In the list of users
    </Button>
  )
  return (
    <Panel title="Users" note={total !== undefined && countText(total, 'user')} aside={allUsers}>
      <Answer
        query={query}
        label="Fetching users"
        isEmpty={({ pagination }) => pagination.total_records === 0}
        empty={<Empty title="No users">Superadmins see this facility anyway; others when it is given to them.</Empty>}
      >
        {({ users }) => (
          <ul className="clinic-rows" aria-label="Users">
            {users.map((user) => (
              <li key={user.id}>
                <span className="clinic-row-what">
                  <Link to="/users/profile/$slug" params={{ slug: user.id }} className="table-name">
                    {user.first_name} {user.last_name}
                  </Link>
                  <span className="table-sub">{user.email}</span>
                </span>
                <span className="clinic-row-device">
                  <span>{userTypeLabel(user.user_type)}</span>
                  {user.status === 0 && (
                    <span className="clinic-disabled">
                      <IconCircleOff size={14} stroke={1.8} aria-hidden />
                      Disabled
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
      <PanelPager label="Users" view={view} rows={query.data?.users.length ?? 0} total={total ?? 0} onView={setView} />
    </Panel>
  )
}
