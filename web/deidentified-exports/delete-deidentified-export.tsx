import {
  type DeidentifiedExport,
  deleteDeidentifiedExport,
  listDeidentifiedExports,
} from '@eupnea/contract/deidentified-exports.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'

interface DeleteDeidentifiedExportProps {
  readonly of: DeidentifiedExport
  readonly onClose: () => void
}

/** Asks, then deletes an export with its files (AR-4). */
export function DeleteDeidentifiedExport({ of: { export_id }, onClose }: DeleteDeidentifiedExportProps) {
  const deletion = useSend(deleteDeidentifiedExport, {
    invalidates: [listDeidentifiedExports],
    onSuccess: () => {
      onClose()
      sayDone(m.deidentified_export_delete_done())
    },
  })
  return (
    <FormDialog
      title={m.deidentified_export_delete_question()}
      act={m.deidentified_export_delete()}
      isDanger
      error={deletion.error}
      isPending={deletion.isPending}
      onAct={() => deletion.mutate({ export_id })}
      onClose={onClose}
    >
      <p>{m.deidentified_export_delete_text()}</p>
    </FormDialog>
  )
}
