import { listMedicalGroups, type MedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { IconDots, IconPencil, IconPlus, IconTrash } from '../shared/icons.tsx'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import '../shared/table/admin-page.css'
import './medical-groups.css'
import { lazyPart } from '../shared/parts.ts'

const DeleteGroup = lazyPart(async () => (await import('./delete-group.tsx')).DeleteGroup)

/** By name: the portal's own order. */
const order = {}

const columnsOf = (onDelete: (group: MedicalGroup) => void): readonly TableColumn<MedicalGroup>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ medical_group_id, name }) => (
      <Link to="/group/edit/$slug" params={{ slug: medical_group_id }} className="table-name">
        {name}
      </Link>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) =>
      description ? (
        <span className="group-description" title={description}>
          {description}
        </span>
      ) : (
        '–'
      ),
  },
  {
    id: 'facilities',
    header: 'Facilities',
    cell: ({ facilities }) => (
      <span title={facilities.map(({ name }) => name).join(', ')}>{clinicsText(facilities)}</span>
    ),
  },
  {
    id: 'acts',
    header: 'Actions',
    isPlain: true,
    cell: (group) => <GroupMenu group={group} onDelete={onDelete} />,
  },
]

/** `Maple Court`, `Maple Court and 3 more`. */
function clinicsText([first, ...others]: MedicalGroup['facilities']): string {
  if (!first) return 'None'
  return others.length === 0 ? first.name : `${first.name} and ${others.length.toLocaleString('en-GB')} more`
}

/** Medical groups: search, page, and what is done with one (MG-1, MG-2). */
export function ManageGroupsPage() {
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Medical groups</h1>
        <Button component={Link} to="/group/add" leftSection={<IconPlus size={16} aria-hidden />}>
          Add medical group
        </Button>
      </div>
      <Groups />
    </div>
  )
}

function Groups() {
  const { view, change, onView } = useTableView(order)
  const { text, search, type } = useSearchText('groups', () => (view.page === 1 ? Promise.resolve() : change({})))
  const [deleting, setDeleting] = useState<MedicalGroup | null>(null)
  const input = search ? { name: search } : {}
  const query = useCall(
    listMedicalGroups,
    { ...input, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  const columns = useMemo(() => columnsOf(setDeleting), [])
  return (
    <>
      <search className="table-tools">
        <SearchField label="Search medical groups by name" placeholder="Name" value={text} onChange={type} />
      </search>
      <DataTable
        label="Medical groups"
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        csv={{ call: listMedicalGroups, input }}
        empty={
          search ? (
            <NoneFound title="No medical group has this name" all="Show all medical groups" onAll={() => type('')}>
              Change or clear the search.
            </NoneFound>
          ) : (
            <Empty title="No medical groups yet">A medical group holds the facilities of one practice.</Empty>
          )
        }
      />
      {deleting && (
        <Suspense>
          <DeleteGroup group={deleting} onClose={() => setDeleting(null)} />
        </Suspense>
      )}
    </>
  )
}

interface GroupMenuProps {
  readonly group: MedicalGroup
  readonly onDelete: (group: MedicalGroup) => void
}

function GroupMenu({ group, onDelete }: GroupMenuProps) {
  return (
    <Menu position="bottom-end" width={170} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className="table-act" aria-label={`Actions for ${group.name}`}>
          <IconDots size={18} stroke={1.8} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          renderRoot={(props) => <Link {...props} to="/group/edit/$slug" params={{ slug: group.medical_group_id }} />}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} c="var(--danger)" onClick={() => onDelete(group)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const idOf = ({ medical_group_id }: MedicalGroup): string => medical_group_id
const nameOf = ({ name }: MedicalGroup): string => name
