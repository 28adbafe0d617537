import { savedViewFields } from '@eupnea/contract/saved-views.fields.ts'
import { createSavedView, listSavedViews } from '@eupnea/contract/saved-views.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../api.ts'
import { RecordDialog } from '../form/record-dialog.tsx'
import { noRules, useRecordForm } from '../form/use-record-form.ts'
import { sayDone } from '../say-done.tsx'

interface SaveViewProps {
  readonly list: string
  /** of the page's address */
  readonly query: string
  readonly hiddenColumns: readonly string[]
  readonly onClose: () => void
}

/** Keeps a list as it is shown now (EA-2). */
export function SaveView({ list, query, hiddenColumns, onClose }: SaveViewProps) {
  const form = useRecordForm(savedViewFields, noRules, null)
  const saving = useSend(createSavedView, {
    invalidates: [listSavedViews],
    onSuccess: () => {
      onClose()
      sayDone(m.saved_view_save_done())
    },
    onError: form.refuse,
  })
  return (
    <RecordDialog
      title={m.saved_view_save_title()}
      act={m.saved_view_save_act()}
      form={form}
      isPending={saving.isPending}
      onSubmit={() => saving.mutate({ list, name: form.values.name, query, hidden_columns: [...hiddenColumns] })}
      onClose={onClose}
    >
      <p>{m.saved_view_save_help()}</p>
    </RecordDialog>
  )
}
