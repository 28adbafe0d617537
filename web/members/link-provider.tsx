import { providerFields } from '@eupnea/contract/members.fields.ts'
import { assignMember, type Member, shareMember } from '@eupnea/contract/members.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { memberAnswers } from './member-answers.ts'

interface LinkProviderProps {
  readonly member: Pick<Member, 'user_uid' | 'first_name' | 'last_name'>
  readonly how: 'share' | 'assign'
  readonly onClose: () => void
}

const ways = {
  share: {
    call: shareMember,
    done: m.member_share_done,
    act: m.member_share,
    title: m.member_share_title,
    text: m.member_share_help,
  },
  assign: {
    call: assignMember,
    done: m.member_assign_done,
    act: m.member_assign,
    title: m.member_assign_title,
    text: m.member_assign_help,
  },
} as const

/** Shares a member with a Provider, or assigns them to one, by their e-mail (ME-2). */
export function LinkProvider({ member, how, onClose }: LinkProviderProps) {
  const { call, done, act, title, text } = ways[how]
  const form = useRecordForm(providerFields, noRules, null)
  return (
    <SaveDialog
      call={call}
      input={() => ({ user_uid: member.user_uid, ...(form.changes as { provider_email: string }) })}
      invalidates={memberAnswers}
      done={done()}
      form={form}
      title={title({ member: userName(member) })}
      act={act()}
      note={<p>{text()}</p>}
      onClose={onClose}
    />
  )
}
