import { deleteSavedView, listSavedViews, type SavedView } from '@eupnea/contract/saved-views.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../api.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { sayDone } from '../say-done.tsx'

interface DeleteViewProps {
  readonly view: SavedView
  readonly onClose: () => void
}

export function DeleteView({ view, onClose }: DeleteViewProps) {
  const deletion = useSend(deleteSavedView, {
    invalidates: [listSavedViews],
    onSuccess: () => {
      onClose()
      sayDone(m.saved_view_delete_done())
    },
  })
  return (
    <FormDialog
      title={m.saved_view_delete_question({ view: view.name })}
      act={m.common_delete()}
      isDanger
      error={deletion.error}
      isPending={deletion.isPending}
      onAct={() => deletion.mutate({ saved_view_id: view.saved_view_id })}
      onClose={onClose}
    >
      <p>{m.saved_view_delete_effect()}</p>
    </FormDialog>
  )
}
