import type { CallArguments } from '@eupnea/contract/call.ts'
import { invitedFields } from '@eupnea/contract/members.fields.ts'
import { invitationDays, inviteMember } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { memberAnswers } from './member-answers.ts'

/** Invites somebody to be a member (ME-2). */
export function InviteMember({ onClose }: { readonly onClose: () => void }) {
  const form = useRecordForm(invitedFields, noRules, null)
  return (
    <SaveDialog
      call={inviteMember}
      input={() => form.changes as CallArguments<typeof inviteMember>}
      invalidates={memberAnswers}
      done={m.member_invite_done()}
      form={form}
      title={m.member_invite_title()}
      act={m.member_invite()}
      note={<p>{m.member_invite_help({ days: invitationDays })}</p>}
      onClose={onClose}
    />
  )
}
