import { readNights } from '@eupnea/contract/nights.ts'
import { readClinicPlan, readResidentPlan } from '@eupnea/contract/plans.ts'
import { readReport } from '@eupnea/contract/reports.ts'
import { listResidents, readResident } from '@eupnea/contract/residents.ts'

/** Calls whose kept answers a changed plan makes out of date; reviews are fetched by name, by whoever shows them. */
export const planAnswers = [
  readClinicPlan,
  readResidentPlan,
  listResidents,
  readResident,
  // What was measured is judged by the limits that held then.
  readReport,
  readNights,
  { name: 'listPlanReviews' },
]
