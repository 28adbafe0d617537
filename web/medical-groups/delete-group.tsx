import { deleteMedicalGroup, type MedicalGroup, readMedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { refreshGroups } from './group-answers.ts'

interface DeleteGroupProps {
  readonly group: MedicalGroup
  readonly onClose: () => void
  /** the group is gone */
  readonly onDone?: () => void
}

/** Asks by name, and deletes; the clinics stay (MG-1). */
export function DeleteGroup({ group, onClose, onDone }: DeleteGroupProps) {
  const { medical_group_id, name, facilities } = group
  const removal = useSend(deleteMedicalGroup, {
    onClose,
    onSuccess: async () => {
      await refreshGroups(readMedicalGroup)
      onDone?.()
      sayDone(m.medical_group_delete_done({ group: name }))
    },
  })
  return (
    <FormDialog
      title={m.medical_group_delete_question({ group: name })}
      act={m.medical_group_delete()}
      isDanger
      error={removal.error}
      isPending={removal.isPending}
      onAct={() => removal.mutate({ medical_group_id })}
      onClose={onClose}
    >
      <p>
        {facilities.length === 0
          ? m.medical_group_delete_empty_help()
          : m.medical_group_delete_help({ count: facilities.length })}
      </p>
    </FormDialog>
  )
}
