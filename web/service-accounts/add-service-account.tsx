import { keysOf } from '@eupnea/contract/rules/keys-of.ts'
import { newServiceAccountFields } from '@eupnea/contract/service-accounts.fields.ts'
import { createServiceAccount, listServiceAccounts, type ServiceAccount } from '@eupnea/contract/service-accounts.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal, MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import { CopyField } from '../shared/copy-field.tsx'
import { linesOf } from '../shared/form/lines.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'

/** Adds a service account and shows its client ID (FH-2). */
export function AddServiceAccount({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<ServiceAccount | null>(null)
  const { data: clinics = [] } = useClinics()
  const form = useRecordForm(newServiceAccountFields, noRules, null)
  const addition = useSend(createServiceAccount, {
    invalidates: [listServiceAccounts],
    onSuccess: setMade,
    onError: form.refuse,
  })
  if (made) return <ClientId account={made} onClose={onClose} />
  return (
    <RecordDialog
      form={form}
      title={m.service_account_add_title()}
      act={m.service_account_add()}
      isPending={addition.isPending}
      controls={{
        clinic_ids: ({ value, onChange }) => (
          <MultiSelect
            label={newServiceAccountFields.clinic_ids.label()}
            description={newServiceAccountFields.clinic_ids.help()}
            data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
            value={value.map(({ text }) => text)}
            onChange={(ids) => onChange(linesOf(ids))}
            searchable
            data-field="clinic_ids"
          />
        ),
      }}
      onSubmit={() => {
        const { name = '', keys = '', scopes = '', clinic_ids = [] } = form.changes
        const clinicIds = clinic_ids.length > 0 ? [...clinic_ids] : null
        addition.mutate({ name, scopes, clinic_ids: clinicIds, ...keysOf(keys) })
      }}
      onClose={onClose}
    />
  )
}

interface ClientIdProps {
  readonly account: ServiceAccount
  readonly onClose: () => void
}

function ClientId({ account: { name, client_id }, onClose }: ClientIdProps) {
  return (
    <Modal opened onClose={onClose} title={m.service_account_add_done()}>
      <CopyField
        label={m.service_account_client_id_title({ name })}
        copyLabel={m.service_account_client_id_copy()}
        value={client_id}
      />
      <p>{m.service_account_client_id_help()}</p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </Group>
    </Modal>
  )
}
