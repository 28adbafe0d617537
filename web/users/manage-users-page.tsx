import type { Session } from '@eupnea/contract/sessions.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { listUsers, type User, userSorts } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { BrowserZoneNote } from '../shared/browser-zone-note.tsx'
import { useClinics } from '../shared/clinic.ts'
import { isStaticHost } from '../shared/host.ts'
import { IconUserPlus } from '../shared/icons.tsx'
import { lazyPart } from '../shared/parts.ts'
import { isClinicAdmin, useSession } from '../shared/session.ts'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { ListPage } from '../shared/table/list-page.tsx'
import { type Counted, totalOf } from '../shared/table/page-of.ts'
import type { Chosen } from '../shared/table/table-features.ts'
import { withoutIds } from '../shared/table/table-shape.tsx'
import { userColumns } from './user-columns.tsx'
import { type DialogAct, UserActDialog } from './user-menu.tsx'
import { typeOptions } from './user-types.ts'

const AssignClinicToUsers = lazyPart(async () => (await import('./assign-clinic-to-users.tsx')).AssignClinicToUsers)

const TwoStepRoles = lazyPart(async () => (await import('./two-step-roles.tsx')).TwoStepRoles)

const order = { sorts: userSorts } as const

/** Users: search, filter, sort, page; what is done to one, and a clinic for many (US-2, US-3, US-5). */
export function ManageUsersPage() {
  const session = useSession()
  const [isTwoStep, setTwoStep] = useState(false)
  if (!session) return null
  return (
    <div className={adminPageStyles.adminPage} data-wide="true">
      <div className={adminPageStyles.adminHead}>
        <h1>{m.user_list_title()}</h1>
        {session.role === 'Superadmin' && (
          <Button variant="default" onClick={() => setTwoStep(true)}>
            {m.two_step_roles_title()}
          </Button>
        )}
        {/* Where that page is (SH-8). */}
        {!isStaticHost(location.hostname) && (
          <Button component={Link} to="/users/add" leftSection={<IconUserPlus size={16} aria-hidden />}>
            {m.user_add()}
          </Button>
        )}
      </div>
      <Users session={session} />
      <Suspense>{isTwoStep && <TwoStepRoles onClose={() => setTwoStep(false)} />}</Suspense>
    </div>
  )
}

function Users({ session }: { readonly session: Session }) {
  const [open, setOpen] = useState<{ user: User; act: DialogAct } | null>(null)
  const [chosen, setChosen] = useState<Chosen>({})
  const [isAssigning, setAssigning] = useState(false)
  const { data: clinics = [] } = useClinics()
  const onAct = useCallback((user: User, act: DialogAct) => setOpen({ user, act }), [])
  const columns = useMemo(() => userColumns(session, onAct), [session, onAct])
  return (
    <>
      <ListPage
        name="users"
        label={m.user_list_title()}
        call={listUsers}
        order={order}
        search={{
          label: m.user_list_search(),
          placeholder: m.user_list_search_hint(),
          inputOf: (text) => (text.includes('@') ? { email: text } : { name: text }),
        }}
        filters={[
          {
            name: 'type',
            label: m.user_type_label(),
            all: m.user_list_all_types(),
            options: typeOptions(),
            inputOf: (user_types) => ({ user_types }),
          },
          {
            name: 'status',
            label: m.user_status_label(),
            all: m.user_list_any_status(),
            options: [
              { value: '1', label: m.user_active() },
              { value: '0', label: m.user_disabled() },
            ],
          },
          {
            name: 'clinic',
            label: m.user_clinic_label(),
            all: m.user_list_all_clinics(),
            options: clinics.map(({ id, name }) => ({ value: id, label: name })),
            inputOf: (clinic_id) => ({ clinic_id }),
          },
        ]}
        columns={columns}
        rowsOf={pageOf}
        rowId={idOf}
        rowName={userName}
        many={
          isClinicAdmin(session)
            ? undefined
            : {
                chosen,
                onChange: setChosen,
                text: m.user_list_chosen({ count: Object.keys(chosen).length }),
                acts: (
                  <Button size="compact-md" onClick={() => setAssigning(true)}>
                    {m.user_list_assign()}
                  </Button>
                ),
              }
        }
        note={<BrowserZoneNote />}
        noneFound={{ title: m.user_list_none_found(), all: m.user_list_show_all() }}
        empty={{ title: m.user_list_empty_title(), text: m.user_list_empty() }}
      />
      {open && (
        <UserActDialog
          user={open.user}
          act={open.act}
          onClose={() => setOpen(null)}
          onDeleted={() => setChosen((before) => withoutIds(before, [open.user.id]))}
        />
      )}
      {isAssigning && (
        <Suspense>
          <AssignClinicToUsers chosen={chosen} onClose={() => setAssigning(false)} onDone={() => setChosen({})} />
        </Suspense>
      )}
    </>
  )
}

const idOf = ({ id }: User): string => id

const pageOf = ({ users, pagination }: { users: User[]; pagination: Counted }) => ({
  rows: users,
  ...totalOf(pagination),
})
