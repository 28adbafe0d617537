import { savedViewFields } from '@eupnea/contract/saved-views.fields.ts'
import { createSavedView, listSavedViews } from '@eupnea/contract/saved-views.ts'
import { m } from '@eupnea/texts'
import { SaveDialog } from '../form/save-dialog.tsx'
import { noRules, useRecordForm } from '../form/use-record-form.ts'

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
  return (
    <SaveDialog
      call={createSavedView}
      input={() => ({ list, name: form.values.name, query, hidden_columns: [...hiddenColumns] })}
      invalidates={[listSavedViews]}
      done={m.saved_view_save_done()}
      title={m.saved_view_save_title()}
      act={m.saved_view_save_act()}
      form={form}
      onClose={onClose}
    >
      <p>{m.saved_view_save_help()}</p>
    </SaveDialog>
  )
}
