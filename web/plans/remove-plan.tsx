import { removeResidentPlan } from '@eupnea/contract/plans.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { QuestionDialog } from '../shared/form/question-dialog.tsx'
import { planAnswers } from './plan-answers.ts'

/** Asks before a resident goes by the facility's plan again. */
export function RemovePlan({ resident, onClose }: { readonly resident: Resident; readonly onClose: () => void }) {
  return (
    <QuestionDialog
      call={removeResidentPlan}
      input={{ patient_id: resident.patient_id }}
      invalidates={planAnswers}
      done={m.plan_removed()}
      title={m.plan_remove_question({ resident: residentName(resident) })}
      act={m.plan_remove()}
      onClose={onClose}
    >
      <p>{m.plan_remove_note()}</p>
    </QuestionDialog>
  )
}
