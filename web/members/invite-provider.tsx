import { providerFields } from '@eupnea/contract/members.fields.ts'
import { invitationDays, inviteProvider } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { memberAnswers } from './member-answers.ts'

/** As a member, invites a provider to see one's nights (EA-7). */
export function InviteProvider({ onClose }: { readonly onClose: () => void }) {
  const form = useRecordForm(providerFields, noRules, null)
  return (
    <SaveDialog
      call={inviteProvider}
      input={() => form.changes as { provider_email: string }}
      invalidates={memberAnswers}
      done={m.member_invite_done()}
      form={form}
      title={m.member_invite_provider_title()}
      act={m.member_invite()}
      note={<p>{m.member_invite_provider_help({ days: invitationDays })}</p>}
      onClose={onClose}
    />
  )
}
