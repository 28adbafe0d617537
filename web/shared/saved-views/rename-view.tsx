import { savedViewFields } from '@eupnea/contract/saved-views.fields.ts'
import { listSavedViews, renameSavedView, type SavedView } from '@eupnea/contract/saved-views.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../api.ts'
import { RecordDialog } from '../form/record-dialog.tsx'
import { noRules, useRecordForm } from '../form/use-record-form.ts'
import { sayDone } from '../say-done.tsx'

interface RenameViewProps {
  readonly view: SavedView
  readonly onClose: () => void
}

export function RenameView({ view, onClose }: RenameViewProps) {
  const form = useRecordForm(savedViewFields, noRules, view)
  const renaming = useSend(renameSavedView, {
    invalidates: [listSavedViews],
    onSuccess: () => {
      onClose()
      sayDone(m.saved_view_rename_done())
    },
    onError: form.refuse,
  })
  return (
    <RecordDialog
      title={m.saved_view_rename_title({ view: view.name })}
      act={m.common_save()}
      form={form}
      isPending={renaming.isPending}
      onSubmit={() => renaming.mutate({ saved_view_id: view.saved_view_id, name: form.values.name })}
      onClose={onClose}
    />
  )
}
