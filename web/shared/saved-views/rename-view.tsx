import { savedViewFields } from '@eupnea/contract/saved-views.fields.ts'
import { listSavedViews, renameSavedView, type SavedView } from '@eupnea/contract/saved-views.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../form/save-dialog.tsx'
import { noRules, useRecordForm } from '../form/use-record-form.ts'

interface RenameViewProps {
  readonly view: SavedView
  readonly onClose: () => void
}

export function RenameView({ view, onClose }: RenameViewProps) {
  const form = useRecordForm(savedViewFields, noRules, view)
  return (
    <SaveDialog
      call={renameSavedView}
      input={() => ({ saved_view_id: view.saved_view_id, name: form.values.name })}
      invalidates={[listSavedViews]}
      done={m.saved_view_rename_done()}
      title={m.saved_view_rename_title({ view: view.name })}
      act={m.common_save()}
      form={form}
      onClose={onClose}
    />
  )
}
