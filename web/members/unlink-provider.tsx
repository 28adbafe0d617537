import { type LinkedProvider, unlinkProvider } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { memberAnswers } from './member-answers.ts'

interface UnlinkProviderProps {
  readonly provider: LinkedProvider
  readonly onClose: () => void
}

/** Asks by name, and ends what lets a Provider see one's nights (ME-2). */
export function UnlinkProvider({ provider: { provider_id, name }, onClose }: UnlinkProviderProps) {
  const unlinking = useSend(unlinkProvider, {
    invalidates: memberAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.member_unlink_provider_done({ provider: name }))
    },
  })
  return (
    <FormDialog
      title={m.member_unlink_provider_question({ provider: name })}
      act={m.member_unlink()}
      isDanger
      error={unlinking.error}
      isPending={unlinking.isPending}
      onAct={() => unlinking.mutate({ provider_id })}
      onClose={onClose}
    >
      <p>{m.member_unlink_provider_help()}</p>
    </FormDialog>
  )
}
