import { displayFields } from '@eupnea/contract/displays.fields.ts'
import { type Display, listDisplays, updateDisplay } from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { displayName } from './display-name.ts'

interface EditDisplayProps {
  readonly display: Display
  readonly onClose: () => void
}

/** Where a display hangs, and whether it shows names (DI-1). */
export function EditDisplay({ display, onClose }: EditDisplayProps) {
  const form = useRecordForm(displayFields, noRules, display)
  return (
    <SaveDialog
      call={updateDisplay}
      input={() => ({ display_id: display.display_id, ...form.changes })}
      invalidates={[listDisplays]}
      done={m.display_edit_done()}
      form={form}
      title={m.display_edit_title({ display: displayName(display) })}
      act={m.common_save()}
      onClose={onClose}
    />
  )
}
