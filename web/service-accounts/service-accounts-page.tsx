import { listServiceAccounts, type ServiceAccount } from '@eupnea/contract/service-accounts.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { whenText } from '../shared/form/local-time.ts'
import { IconPlus } from '../shared/icons.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { ListPage } from '../shared/table/list-page.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { AddServiceAccount } from './add-service-account.tsx'
import { RevokeServiceAccount } from './revoke-service-account.tsx'

const columnsOf = (onRevoke: (account: ServiceAccount) => void): readonly TableColumn<ServiceAccount>[] => [
  { id: 'name', header: m.service_account_name_column(), cell: ({ name }) => <b>{name}</b> },
  { id: 'client', header: m.service_account_client_id_column(), cell: ({ client_id }) => <code>{client_id}</code> },
  { id: 'scopes', header: m.service_account_scopes_column(), isExtra: true, cell: ({ scopes }) => scopes.join(' ') },
  {
    id: 'clinics',
    header: m.service_account_clinics_column(),
    cell: ({ clinic_ids }) => (clinic_ids === null ? m.service_account_clinics_all() : numberText(clinic_ids.length)),
  },
  { id: 'by', header: m.service_account_by_column(), isExtra: true, cell: ({ created_by }) => created_by },
  {
    id: 'used',
    header: m.service_account_used_column(),
    cell: ({ last_used_at }) => (
      <span className={tableStyles.tableTime}>
        {last_used_at ? whenText(last_used_at) : m.service_account_used_never()}
      </span>
    ),
  },
  {
    id: 'act',
    header: m.common_actions(),
    isPlain: true,
    cell: (account) => (
      <Button
        size="compact-md"
        variant="default"
        aria-label={m.service_account_revoke_label({ name: account.name })}
        onClick={() => onRevoke(account)}
      >
        {m.service_account_revoke()}
      </Button>
    ),
  },
]

/** Programs that read over FHIR: list, add and revoke (FH-2). */
export function ServiceAccountsPage() {
  const [isAdding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<ServiceAccount | null>(null)
  const columns = useMemo(() => columnsOf(setRevoking), [])
  return (
    <>
      <ListPage
        name="service-accounts"
        title={m.service_account_title()}
        label={m.service_account_title()}
        call={listServiceAccounts}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        intro={<p className={adminPageStyles.adminNote}>{m.service_account_note()}</p>}
        acts={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {m.service_account_add()}
          </Button>
        }
        noneFound={{ title: m.service_account_none_found_title(), all: m.service_account_show_all() }}
        empty={{ title: m.service_account_none_found_title(), text: m.service_account_none_found() }}
      />
      {isAdding && <AddServiceAccount onClose={() => setAdding(false)} />}
      {revoking && <RevokeServiceAccount account={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

const idOf = ({ client_id }: ServiceAccount): string => client_id
const nameOf = ({ name }: ServiceAccount): string => name
