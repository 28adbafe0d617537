import { type Display, listDisplays, revokeDisplay } from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { displayName } from './display-name.ts'

interface RevokeDisplayProps {
  readonly display: Display
  readonly onClose: () => void
}

/** Asks by name, then ends a display (DI-1). */
export function RevokeDisplay({ display, onClose }: RevokeDisplayProps) {
  const revocation = useSend(revokeDisplay, {
    invalidates: [listDisplays],
    onSuccess: () => {
      onClose()
      sayDone(m.display_revoke_done())
    },
  })
  return (
    <FormDialog
      title={m.display_revoke_question({ display: displayName(display) })}
      act={m.display_revoke()}
      isDanger
      error={revocation.error}
      isPending={revocation.isPending}
      onAct={() => revocation.mutate({ display_id: display.display_id })}
      onClose={onClose}
    >
      <p>{m.display_revoke_effect()}</p>
    </FormDialog>
  )
}
