import {
  type DeidentifiedExport,
  deleteDeidentifiedExport,
  listDeidentifiedExports,
} from '@eupnea/contract/deidentified-exports.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'

interface DeleteDeidentifiedExportProps {
  readonly of: DeidentifiedExport
  readonly onClose: () => void
}

/** Asks, then deletes an export with its files (AR-4). */
export function DeleteDeidentifiedExport({ of: { export_id }, onClose }: DeleteDeidentifiedExportProps) {
  return (
    <QuestionDialog
      call={deleteDeidentifiedExport}
      input={{ export_id }}
      invalidates={[listDeidentifiedExports]}
      done={m.deidentified_export_delete_done()}
      title={m.deidentified_export_delete_question()}
      act={m.deidentified_export_delete()}
      isDanger
      onClose={onClose}
    >
      <p>{m.deidentified_export_delete_text()}</p>
    </QuestionDialog>
  )
}
