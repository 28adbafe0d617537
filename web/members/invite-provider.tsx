import { providerFields } from '@eupnea/contract/members.fields.ts'
import { invitationDays, inviteProvider } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { memberAnswers } from './member-answers.ts'

/** As a member, invites a provider to see one's nights (EA-7). */
export function InviteProvider({ onClose }: { readonly onClose: () => void }) {
  const form = useRecordForm(providerFields, noRules, null)
  const invitation = useSend(inviteProvider, {
    invalidates: memberAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.member_invite_done())
    },
    onError: form.refuse,
  })
  return (
    <RecordDialog
      form={form}
      title={m.member_invite_provider_title()}
      act={m.member_invite()}
      isPending={invitation.isPending}
      note={<p>{m.member_invite_provider_help({ days: invitationDays })}</p>}
      onSubmit={() => invitation.mutate(form.changes as { provider_email: string })}
      onClose={onClose}
    />
  )
}
