import { displayFields } from '@eupnea/contract/displays.fields.ts'
import { type Display, listDisplays, updateDisplay } from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { sayDone } from '../shared/say-done.tsx'
import { displayName } from './display-name.ts'

interface EditDisplayProps {
  readonly display: Display
  readonly onClose: () => void
}

/** Where a display hangs, and whether it shows names (DI-1). */
export function EditDisplay({ display, onClose }: EditDisplayProps) {
  const form = useRecordForm(displayFields, noRules, display)
  const update = useSend(updateDisplay, {
    invalidates: [listDisplays],
    onSuccess: () => {
      onClose()
      sayDone(m.display_edit_done())
    },
    onError: form.refuse,
  })
  return (
    <RecordDialog
      form={form}
      title={m.display_edit_title({ display: displayName(display) })}
      act={m.common_save()}
      isPending={update.isPending}
      onSubmit={() => update.mutate({ display_id: display.display_id, ...form.changes })}
      onClose={onClose}
    />
  )
}
