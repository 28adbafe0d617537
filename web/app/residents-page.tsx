import { ClinicPlanButton } from '../plans/clinic-plan-button.tsx'
import { PlanReviews } from '../plans/plan-reviews.tsx'
import { residentsPage } from '../residents/residents-page.tsx'

/** The directory of residents with the plan they are judged by, and its reviews that are due (RE-1, PL-1, PL-4). */
export const ResidentsPage = residentsPage({
  note: ({ clinic }) => <PlanReviews clinic_id={clinic.id} />,
  acts: ({ clinic }) => <ClinicPlanButton clinic={clinic} />,
})
