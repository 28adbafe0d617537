import { deleteSavedView, listSavedViews, type SavedView } from '@eupnea/contract/saved-views.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../form/question-dialog.tsx'

interface DeleteViewProps {
  readonly view: SavedView
  readonly onClose: () => void
}

export function DeleteView({ view, onClose }: DeleteViewProps) {
  return (
    <QuestionDialog
      call={deleteSavedView}
      input={{ saved_view_id: view.saved_view_id }}
      invalidates={[listSavedViews]}
      done={m.saved_view_delete_done()}
      title={m.saved_view_delete_question({ view: view.name })}
      act={m.common_delete()}
      isDanger
      onClose={onClose}
    >
      <p>{m.saved_view_delete_effect()}</p>
    </QuestionDialog>
  )
}
