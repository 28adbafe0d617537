import { listMedicalGroups, type MedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { IconDots, IconPencil, IconPlus, IconTrash } from '../shared/icons.tsx'
import { ListPage } from '../shared/table/list-page.tsx'
import type { TableColumn } from '../shared/table/table-features.ts'
import './medical-groups.css'
import { numberText } from '@eupnea/texts/locale.ts'
import { lazyPart } from '../shared/parts.ts'

const DeleteGroup = lazyPart(async () => (await import('./delete-group.tsx')).DeleteGroup)

const columnsOf = (onDelete: (group: MedicalGroup) => void): readonly TableColumn<MedicalGroup>[] => [
  {
    id: 'name',
    header: m.medical_group_name_label(),
    cell: ({ medical_group_id, name }) => (
      <Link to="/group/edit/$slug" params={{ slug: medical_group_id }} className="table-name">
        {name}
      </Link>
    ),
  },
  {
    id: 'description',
    header: m.medical_group_description_label(),
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
    header: m.medical_group_clinics_label(),
    cell: ({ facilities }) => (
      <span title={facilities.map(({ name }) => name).join(', ')}>{clinicsText(facilities)}</span>
    ),
  },
  {
    id: 'acts',
    header: m.medical_group_actions_column(),
    isPlain: true,
    cell: (group) => <GroupMenu group={group} onDelete={onDelete} />,
  },
]

/** `Maple Court`, `Maple Court and 3 more`. */
function clinicsText([first, ...others]: MedicalGroup['facilities']): string {
  if (!first) return m.medical_group_clinics_none()
  return others.length === 0
    ? first.name
    : m.medical_group_clinics_more({ clinic: first.name, count: numberText(others.length) })
}

/** Medical groups: search, page, and what is done with one (MG-1, MG-2). */
export function ManageGroupsPage() {
  const [deleting, setDeleting] = useState<MedicalGroup | null>(null)
  const columns = useMemo(() => columnsOf(setDeleting), [])
  return (
    <>
      <ListPage
        name="groups"
        title={m.medical_group_title()}
        label={m.medical_group_title()}
        call={listMedicalGroups}
        search={{
          label: m.medical_group_search_label(),
          placeholder: m.medical_group_search_hint(),
          inputOf: (name) => ({ name }),
        }}
        columns={columns}
        rowId={idOf}
        rowName={groupName}
        acts={
          <Button component={Link} to="/group/add" leftSection={<IconPlus size={16} aria-hidden />}>
            {m.medical_group_add()}
          </Button>
        }
        noneFound={{ title: m.medical_group_none_found_title(), all: m.medical_group_show_all() }}
        empty={{ title: m.medical_group_empty_title(), text: m.medical_group_empty() }}
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
        <button type="button" className="table-act" aria-label={m.medical_group_actions_label({ group: group.name })}>
          <IconDots size={18} stroke={1.8} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          renderRoot={(props) => <Link {...props} to="/group/edit/$slug" params={{ slug: group.medical_group_id }} />}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {m.common_edit()}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} c="var(--danger)" onClick={() => onDelete(group)}>
          {m.medical_group_delete()}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const idOf = ({ medical_group_id }: MedicalGroup): string => medical_group_id
const groupName = ({ name }: MedicalGroup): string => name
