import { listServiceAccounts, revokeServiceAccount, type ServiceAccount } from '@eupnea/contract/service-accounts.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'

interface RevokeServiceAccountProps {
  readonly account: ServiceAccount
  readonly onClose: () => void
}

/** Asks by name, then ends a service account (FH-2). */
export function RevokeServiceAccount({ account, onClose }: RevokeServiceAccountProps) {
  return (
    <QuestionDialog
      call={revokeServiceAccount}
      input={{ client_id: account.client_id }}
      invalidates={[listServiceAccounts]}
      done={m.service_account_revoke_done()}
      title={m.service_account_revoke_question({ name: account.name })}
      act={m.service_account_revoke()}
      isDanger
      onClose={onClose}
    >
      <p>{m.service_account_revoke_note()}</p>
    </QuestionDialog>
  )
}
