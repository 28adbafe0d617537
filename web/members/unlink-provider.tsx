import { type LinkedProvider, unlinkProvider } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { memberAnswers } from './member-answers.ts'

interface UnlinkProviderProps {
  readonly provider: LinkedProvider
  readonly onClose: () => void
}

/** Asks by name, and ends what lets a Provider see one's nights (ME-2). */
export function UnlinkProvider({ provider: { provider_id, name }, onClose }: UnlinkProviderProps) {
  return (
    <QuestionDialog
      call={unlinkProvider}
      input={{ provider_id }}
      invalidates={memberAnswers}
      done={m.member_unlink_provider_done({ provider: name })}
      title={m.member_unlink_provider_question({ provider: name })}
      act={m.member_unlink()}
      isDanger
      onClose={onClose}
    >
      <p>{m.member_unlink_provider_help()}</p>
    </QuestionDialog>
  )
}
