import { listMedicalGroups, type MedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { IconPencil, IconPlus, IconTrash } from '../shared/icons.tsx'
import { lazyPart } from '../shared/parts.ts'
import { ListPage } from '../shared/table/list-page.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import styles from './medical-groups.module.css'

const DeleteGroup = lazyPart(async () => (await import('./delete-group.tsx')).DeleteGroup)

const columnsOf = (onDelete: (group: MedicalGroup) => void): readonly TableColumn<MedicalGroup>[] => [
  {
    id: 'name',
    header: m.medical_group_name_label(),
    cell: ({ medical_group_id, name }) => (
      <Link to="/group/edit/$slug" params={{ slug: medical_group_id }} className={tableStyles.tableName}>
        {name}
      </Link>
    ),
  },
  {
    id: 'description',
    header: m.medical_group_description_label(),
    cell: ({ description }) =>
      description ? (
        <span className={styles.groupDescription} title={description}>
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
    <ActMenu label={m.medical_group_actions_label({ group: group.name })}>
      <ActItem
        renderRoot={(props) => <Link {...props} to="/group/edit/$slug" params={{ slug: group.medical_group_id }} />}
        Icon={IconPencil}
      >
        {m.common_edit()}
      </ActItem>
      <ActItem Icon={IconTrash} isDanger onClick={() => onDelete(group)}>
        {m.medical_group_delete()}
      </ActItem>
    </ActMenu>
  )
}

const idOf = ({ medical_group_id }: MedicalGroup): string => medical_group_id
const groupName = ({ name }: MedicalGroup): string => name
