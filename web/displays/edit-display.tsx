import type { Clinic } from '@eupnea/contract/clinics.ts'
import { displayFields } from '@eupnea/contract/displays.fields.ts'
import { type Display, listDisplays, updateDisplay } from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { displayName } from './display-name.ts'
import { floorChoices } from './floor-choices.ts'

interface EditDisplayProps {
  readonly clinic: Pick<Clinic, 'floors'>
  readonly display: Display
  readonly onClose: () => void
}

/** Where a display hangs, which floor it shows, and whether with names (DI-1). */
export function EditDisplay({ clinic, display, onClose }: EditDisplayProps) {
  const form = useRecordForm(displayFields, noRules, display)
  return (
    <SaveDialog
      call={updateDisplay}
      input={() => ({ display_id: display.display_id, ...form.changes })}
      invalidates={[listDisplays]}
      done={m.display_edit_done()}
      form={form}
      choices={{ floor: floorChoices(clinic) }}
      title={m.display_edit_title({ display: displayName(display) })}
      act={m.common_save()}
      onClose={onClose}
    />
  )
}
