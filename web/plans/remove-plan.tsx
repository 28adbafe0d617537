import { removeResidentPlan } from '@eupnea/contract/plans.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { planAnswers } from './plan-answers.ts'

/** Asks before a resident goes by the facility's plan again. */
export function RemovePlan({ resident, onClose }: { readonly resident: Resident; readonly onClose: () => void }) {
  const remove = useSend(removeResidentPlan, {
    invalidates: planAnswers,
    onSuccess: () => {
      sayDone(m.plan_removed())
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.plan_remove_question({ resident: residentName(resident) })}
      error={remove.error}
      act={m.plan_remove()}
      isPending={remove.isPending}
      onAct={() => remove.mutate({ patient_id: resident.patient_id })}
      onClose={onClose}
    >
      <p>{m.plan_remove_note()}</p>
    </FormDialog>
  )
}
