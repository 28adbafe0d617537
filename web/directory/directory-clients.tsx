import type { CallOutput } from '@eupnea/contract/call.ts'
import { directoryClientFields } from '@eupnea/contract/directory.fields.ts'
import {
  createDirectoryClient,
  type DirectoryClient,
  deleteDirectoryClient,
  listDirectoryClients,
} from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { AddButton } from '../shared/add-button.tsx'
import { useCall, useSend } from '../shared/api.ts'
import { CopyField } from '../shared/copy-field.tsx'
import { whenText } from '../shared/form/local-time.ts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { Panel } from '../shared/panel.tsx'
import { ShownOnce } from '../shared/shown-once.tsx'
import { Empty } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import type { TableColumn } from '../shared/table/table-features.ts'
import { useLocalView } from '../shared/table/use-local-view.ts'
import styles from './directory.module.css'

/** Tokens by which a directory sends its people and groups. */
export function DirectoryClients({ address }: { readonly address: string }) {
  const { view, onView } = useLocalView()
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<DirectoryClient | null>(null)
  const query = useCall(
    listDirectoryClients,
    { page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  const columns = useMemo(() => columnsOf(setRevoked), [])
  return (
    <Panel
      title={m.directory_clients_title()}
      note={m.directory_clients_note()}
      aside={<AddButton onClick={() => setAdding(true)}>{m.directory_client_add()}</AddButton>}
    >
      <div className={styles.directoryParts}>
        <CopyField
          label={m.directory_scim_label()}
          copyLabel={m.directory_copy({ what: m.directory_scim_label() })}
          value={address}
        />
      </div>
      <DataTable
        label={m.directory_clients_list_label()}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={nameOf}
        empty={<Empty title={m.directory_clients_none_title()}>{m.directory_clients_none()}</Empty>}
      />
      {isAdding && <AddClient onClose={() => setAdding(false)} />}
      {revoked && <RevokeClient client={revoked} onClose={() => setRevoked(null)} />}
    </Panel>
  )
}

const idOf = ({ id }: DirectoryClient): string => id
const nameOf = ({ name }: DirectoryClient): string => name

const columnsOf = (onRevoke: (client: DirectoryClient) => void): readonly TableColumn<DirectoryClient>[] => [
  { id: 'name', header: m.directory_client_column(), cell: ({ name }) => <b>{name}</b> },
  { id: 'by', header: m.directory_client_by_column(), isExtra: true, cell: ({ created_by }) => created_by },
  {
    id: 'used',
    header: m.directory_client_used_column(),
    cell: ({ last_used_at }) => (last_used_at ? whenText(last_used_at) : m.directory_client_unused()),
  },
  {
    id: 'act',
    header: m.common_actions(),
    isPlain: true,
    cell: (client) => (
      <Button
        size="compact-md"
        variant="default"
        aria-label={m.directory_client_revoke_label({ name: client.name })}
        onClick={() => onRevoke(client)}
      >
        {m.directory_client_revoke()}
      </Button>
    ),
  },
]

function AddClient({ onClose }: { readonly onClose: () => void }) {
  const form = useRecordForm(directoryClientFields, noRules, null)
  const [made, setMade] = useState<CallOutput<typeof createDirectoryClient> | null>(null)
  const creation = useSend(createDirectoryClient, {
    invalidates: [listDirectoryClients],
    onSuccess: setMade,
    onError: form.refuse,
  })
  if (made)
    return (
      <ShownOnce
        title={m.directory_client_token_title({ name: made.name })}
        warning={m.directory_client_token_warning()}
        onClose={onClose}
      >
        <CopyField
          label={m.directory_client_token_label()}
          copyLabel={m.directory_client_token_copy()}
          value={made.token}
        />
      </ShownOnce>
    )
  return (
    <RecordDialog
      form={form}
      title={m.directory_client_add()}
      act={m.directory_client_add()}
      isPending={creation.isPending}
      onSubmit={() => creation.mutate(form.changes as Parameters<typeof creation.mutate>[0])}
      onClose={onClose}
    />
  )
}

function RevokeClient({ client, onClose }: { readonly client: DirectoryClient; readonly onClose: () => void }) {
  return (
    <QuestionDialog
      call={deleteDirectoryClient}
      input={{ id: client.id }}
      invalidates={[listDirectoryClients]}
      done={m.directory_client_revoke_done()}
      title={m.directory_client_revoke_question({ name: client.name })}
      act={m.directory_client_revoke()}
      isDanger
      onClose={onClose}
    >
      <p>{m.directory_client_revoke_effect()}</p>
    </QuestionDialog>
  )
}
