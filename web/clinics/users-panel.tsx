import { userTypeLabel } from '@eupnea/contract/access.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { listUsers } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { IconCircleOff } from '../shared/icons.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { firstRows, PanelPager } from './panel-pager.tsx'

/** Users with access to the clinic (FA-2). */
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
      {m.clinic_users_all()}
    </Button>
  )
  return (
    <Panel
      title={m.user_list_title()}
      note={total !== undefined && m.clinic_user_count({ count: total })}
      aside={allUsers}
    >
      <Answer
        query={query}
        label={m.clinic_users_loading()}
        isEmpty={({ pagination }) => pagination.total_records === 0}
        empty={<Empty title={m.clinic_users_empty_title()}>{m.clinic_users_empty()}</Empty>}
      >
        {({ users }) => (
          <ul className="clinic-rows" aria-label={m.user_list_title()}>
            {users.map((user) => (
              <li key={user.id}>
                <span className="clinic-row-what">
                  <Link to="/users/profile/$slug" params={{ slug: user.id }} className="table-name">
                    {userName(user)}
                  </Link>
                  <span className="table-sub">{user.email}</span>
                </span>
                <span className="clinic-row-device">
                  <span>{userTypeLabel(user.user_type)}</span>
                  {user.status === 0 && (
                    <span className="clinic-disabled">
                      <IconCircleOff size={14} stroke={1.8} aria-hidden />
                      {m.user_disabled()}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
      <PanelPager
        label={m.user_list_title()}
        view={view}
        rows={query.data?.users.length ?? 0}
        total={total ?? 0}
        onView={setView}
      />
    </Panel>
  )
}
