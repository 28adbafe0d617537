import {
  type DirectoryRule,
  deleteDirectoryRule,
  listDirectoryRules,
  previewDirectory,
} from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { useMemo, useState } from 'react'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { AddButton } from '../shared/add-button.tsx'
import { useCall } from '../shared/api.ts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { IconPencil, IconTrash } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import type { TableColumn } from '../shared/table/table-features.ts'
import { useLocalView } from '../shared/table/use-local-view.ts'
import { EditRule } from './edit-rule.tsx'
import { clinicsText, typeText } from './rights-words.ts'

type Open =
  | { readonly act: 'edit'; readonly rule: DirectoryRule | null }
  | { readonly act: 'delete'; readonly rule: DirectoryRule }

/** What groups of the directory give here. */
export function DirectoryRules() {
  const { view, onView } = useLocalView()
  const [open, setOpen] = useState<Open | null>(null)
  const query = useCall(
    listDirectoryRules,
    { page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  const columns = useMemo(() => columnsOf(setOpen), [])
  const close = () => setOpen(null)
  return (
    <Panel
      title={m.directory_rules_title()}
      note={m.directory_rules_note()}
      aside={<AddButton onClick={() => setOpen({ act: 'edit', rule: null })}>{m.directory_rule_add()}</AddButton>}
    >
      <DataTable
        label={m.directory_rules_list_label()}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        empty={<Empty title={m.directory_rules_none_title()}>{m.directory_rules_none()}</Empty>}
      />
      {open?.act === 'edit' && <EditRule rule={open.rule} onClose={close} />}
      {open?.act === 'delete' && <DeleteRule rule={open.rule} onClose={close} />}
    </Panel>
  )
}

const idOf = ({ id }: DirectoryRule): string => id
const nameOf = ({ group_name }: DirectoryRule): string => group_name

const columnsOf = (onOpen: (open: Open) => void): readonly TableColumn<DirectoryRule>[] => [
  { id: 'group', header: m.directory_group_label(), cell: ({ group_name }) => <b>{group_name}</b> },
  { id: 'gives', header: m.directory_gives_column(), cell: typeText },
  { id: 'clinics', header: m.directory_clinics_column(), cell: clinicsText },
  {
    id: 'act',
    header: m.common_actions(),
    isPlain: true,
    cell: (rule) => (
      <ActMenu label={m.common_actions_label({ name: rule.group_name })}>
        <ActItem Icon={IconPencil} onClick={() => onOpen({ act: 'edit', rule })}>
          {m.directory_rule_edit()}
        </ActItem>
        <ActItem Icon={IconTrash} isDanger onClick={() => onOpen({ act: 'delete', rule })}>
          {m.directory_rule_delete()}
        </ActItem>
      </ActMenu>
    ),
  },
]

function DeleteRule({ rule, onClose }: { readonly rule: DirectoryRule; readonly onClose: () => void }) {
  return (
    <QuestionDialog
      call={deleteDirectoryRule}
      input={{ id: rule.id }}
      invalidates={[listDirectoryRules, previewDirectory]}
      done={m.directory_rule_delete_done()}
      title={m.directory_rule_delete_question({ group: rule.group_name })}
      act={m.directory_rule_delete()}
      isDanger
      onClose={onClose}
    >
      <p>{m.directory_rule_delete_effect()}</p>
    </QuestionDialog>
  )
}
