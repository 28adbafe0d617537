import { deleteMedicalGroup, type MedicalGroup, readMedicalGroup } from '@eupnea/contract/medical-groups.ts'
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
    onSuccess: async () => {
      await refreshGroups(readMedicalGroup)
      onClose()
      onDone?.()
      sayDone(`${name} was deleted`)
    },
  })
  return (
    <FormDialog
      title={`Delete ${name}?`}
      act="Delete"
      isDanger
      error={removal.error}
      isPending={removal.isPending}
      onAct={() => removal.mutate({ medical_group_id })}
      onClose={onClose}
    >
      <p>
        The medical group goes and cannot be brought back.{' '}
        {facilities.length === 0
          ? 'It has no facilities.'
          : facilities.length === 1
            ? 'Its facility stays as it is.'
            : `Its ${facilities.length.toLocaleString('en-GB')} facilities stay as they are.`}
      </p>
    </FormDialog>
  )
}
