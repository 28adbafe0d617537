import type { CallArguments } from '@eupnea/contract/call.ts'
import { invitedFields } from '@eupnea/contract/members.fields.ts'
import { invitationDays, inviteMember } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { memberAnswers } from './member-answers.ts'

/** Invites somebody to be a member (ME-2). */
export function InviteMember({ onClose }: { readonly onClose: () => void }) {
  const form = useRecordForm(invitedFields, noRules, null)
  const invitation = useSend(inviteMember, {
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
      title={m.member_invite_title()}
      act={m.member_invite()}
      isPending={invitation.isPending}
      note={<p>{m.member_invite_help({ days: invitationDays })}</p>}
      onSubmit={() => invitation.mutate(form.changes as CallArguments<typeof inviteMember>)}
      onClose={onClose}
    />
  )
}
