import type { Session } from '@eupnea/contract/sessions.ts'
import { listUsers, type User, userSorts } from '@eupnea/contract/users.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { BrowserZoneNote } from '../shared/browser-zone-note.tsx'
import { useClinics } from '../shared/clinic.ts'
import { isStaticHost } from '../shared/host.ts'
import { IconUserPlus } from '../shared/icons.tsx'
import { useSession } from '../shared/session.ts'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { userColumns } from './user-columns.tsx'
import { type DialogAct, UserActDialog } from './user-menu.tsx'
import { typeOptions } from './user-types.ts'
import { nameOf } from './user-words.ts'
import '../shared/table/admin-page.css'
import './users.css'
import { lazyPart } from '../shared/parts.ts'

const AssignClinicToUsers = lazyPart(async () => (await import('./assign-clinic-to-users.tsx')).AssignClinicToUsers)

const order = { sorts: userSorts } as const
const filterNames = ['type', 'status', 'clinic'] as const
const statuses = [
  { value: '1', label: 'Active' },
  { value: '0', label: 'Disabled' },
] as const

/** Users: search, filter, sort, page; what is done to one, and a clinic for many (US-2, US-3, US-5). */
export function ManageUsersPage() {
  const session = useSession()
  if (!session) return null
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Users</h1>
        {/* Where that page is (SH-8). */}
        {!isStaticHost(location.hostname) && (
          <Button component={Link} to="/users/add" leftSection={<IconUserPlus size={16} aria-hidden />}>
            Add user
          </Button>
        )}
      </div>
      <Users session={session} />
    </div>
  )
}

function Users({ session }: { readonly session: Session }) {
  const { view, filters, change, onView } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText('users', () => (view.page === 1 ? Promise.resolve() : change({})))
  const [chosen, setChosen] = useState<Record<string, true>>({})
  const [open, setOpen] = useState<{ user: User; act: DialogAct } | null>(null)
  const [isAssigning, setAssigning] = useState(false)
  const { data: clinics = [] } = useClinics()
  const input = {
    sort: view.sort as (typeof userSorts)[number],
    order: view.order,
    ...(search && (search.includes('@') ? { email: search } : { name: search })),
    ...(filters.type && { user_types: filters.type }),
    ...(filters.status && { status: filters.status }),
    ...(filters.clinic && { clinic_id: filters.clinic }),
  }
  const query = useCall(
    listUsers,
    { ...input, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  const onAct = useCallback((user: User, act: DialogAct) => setOpen({ user, act }), [])
  const columns = useMemo(() => userColumns(session, onAct), [session, onAct])
  const chosenIds = Object.keys(chosen)
  const isNarrowed = search !== '' || Object.keys(filters).length > 0
  const forget = (id: string) => setChosen(({ [id]: _gone, ...others }) => others)

  function showAll() {
    type('')
    void change({}, { type: '', status: '', clinic: '' })
  }

  return (
    <>
      <search className="table-tools">
        <SearchField
          label="Search users by name, or by e-mail with an @"
          placeholder="Name, or e-mail with @"
          value={text}
          onChange={type}
        />
        <FilterSelect
          label="Type"
          all="All types"
          options={typeOptions}
          value={filters.type ?? ''}
          onChange={(value) => void change({}, { type: value })}
        />
        <FilterSelect
          label="Status"
          all="Any status"
          options={statuses}
          value={filters.status ?? ''}
          onChange={(value) => void change({}, { status: value })}
        />
        {clinics.length > 0 && (
          <FilterSelect
            label="Facility"
            all="All facilities"
            options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
            value={filters.clinic ?? ''}
            onChange={(value) => void change({}, { clinic: value })}
          />
        )}
      </search>
      {chosenIds.length > 0 && (
        <div className="table-chosen">
          <p role="status">{chosenIds.length === 1 ? '1 user chosen' : `${chosenIds.length} users chosen`}</p>
          <Button size="compact-md" onClick={() => setAssigning(true)}>
            Assign a facility
          </Button>
          <Button size="compact-md" variant="default" onClick={() => setChosen({})}>
            Clear choice
          </Button>
        </div>
      )}
      <BrowserZoneNote />
      <DataTable
        label="Users"
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        csv={{ call: listUsers, input }}
        selection={{ ids: chosen, onChange: setChosen }}
        empty={
          isNarrowed ? (
            <NoneFound title="No user is like that" all="Show all users" onAll={showAll}>
              Change the search or the filters.
            </NoneFound>
          ) : (
            <Empty title="No users yet">Add the first one.</Empty>
          )
        }
      />
      {open && (
        <UserActDialog
          user={open.user}
          act={open.act}
          onClose={() => setOpen(null)}
          onDeleted={() => forget(open.user.id)}
        />
      )}
      {isAssigning && (
        <Suspense>
          <AssignClinicToUsers userIds={chosenIds} onClose={() => setAssigning(false)} onDone={() => setChosen({})} />
        </Suspense>
      )}
    </>
  )
}

const idOf = ({ id }: User): string => id

const pageOf = ({ users, pagination }: { users: User[]; pagination: { total_records: number } }) => ({
  rows: users,
  total: pagination.total_records,
})
