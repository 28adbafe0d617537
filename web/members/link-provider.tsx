import { providerFields } from '@eupnea/contract/members.fields.ts'
import { assignMember, type Member, shareMember } from '@eupnea/contract/members.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
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
  const linking = useSend(call, {
    invalidates: memberAnswers,
    onSuccess: () => {
      onClose()
      sayDone(done())
    },
    onError: form.refuse,
  })
  return (
    <RecordDialog
      form={form}
      title={title({ member: userName(member) })}
      act={act()}
      isPending={linking.isPending}
      note={<p>{text()}</p>}
      onSubmit={() => linking.mutate({ user_uid: member.user_uid, ...(form.changes as { provider_email: string }) })}
      onClose={onClose}
    />
  )
}
