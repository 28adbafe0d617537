import { listServiceAccounts, revokeServiceAccount, type ServiceAccount } from '@eupnea/contract/service-accounts.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'

interface RevokeServiceAccountProps {
  readonly account: ServiceAccount
  readonly onClose: () => void
}

/** Asks by name, then ends a service account (FH-2). */
export function RevokeServiceAccount({ account, onClose }: RevokeServiceAccountProps) {
  const revocation = useSend(revokeServiceAccount, {
    invalidates: [listServiceAccounts],
    onSuccess: () => {
      onClose()
      sayDone(m.service_account_revoke_done())
    },
  })
  return (
    <FormDialog
      title={m.service_account_revoke_question({ name: account.name })}
      act={m.service_account_revoke()}
      isDanger
      error={revocation.error}
      isPending={revocation.isPending}
      onAct={() => revocation.mutate({ client_id: account.client_id })}
      onClose={onClose}
    >
      <p>{m.service_account_revoke_note()}</p>
    </FormDialog>
  )
}
