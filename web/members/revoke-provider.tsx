import { type LinkedProvider, type Member, revokeProvider } from '@eupnea/contract/members.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { memberAnswers } from './member-answers.ts'

interface RevokeProviderProps {
  readonly member: Pick<Member, 'user_uid' | 'first_name' | 'last_name'>
  readonly provider: Pick<LinkedProvider, 'provider_id' | 'name'>
  /** the caller is the Provider */
  readonly isOwn: boolean
  readonly onClose: () => void
}

/** Asks by name, and ends what links a member and a Provider (ME-2). */
export function RevokeProvider({ member, provider, isOwn, onClose }: RevokeProviderProps) {
  return (
    <QuestionDialog
      call={revokeProvider}
      input={{ user_uid: member.user_uid, provider_id: provider.provider_id }}
      invalidates={memberAnswers}
      done={m.member_provider_revoke_done()}
      title={isOwn ? m.member_revoke_own_question() : m.member_revoke_question({ provider: provider.name })}
      act={m.member_revoke()}
      isDanger
      onClose={onClose}
    >
      <p>
        {isOwn
          ? m.member_revoke_own_help({ member: userName(member) })
          : m.member_revoke_help({ member: userName(member), provider: provider.name })}
      </p>
    </QuestionDialog>
  )
}
