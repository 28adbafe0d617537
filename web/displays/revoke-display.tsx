import { type Display, listDisplays, revokeDisplay } from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { displayName } from './display-name.ts'

interface RevokeDisplayProps {
  readonly display: Display
  readonly onClose: () => void
}

/** Asks by name, then ends a display (DI-1). */
export function RevokeDisplay({ display, onClose }: RevokeDisplayProps) {
  return (
    <QuestionDialog
      call={revokeDisplay}
      input={{ display_id: display.display_id }}
      invalidates={[listDisplays]}
      done={m.display_revoke_done()}
      title={m.display_revoke_question({ display: displayName(display) })}
      act={m.display_revoke()}
      isDanger
      onClose={onClose}
    >
      <p>{m.display_revoke_effect()}</p>
    </QuestionDialog>
  )
}
