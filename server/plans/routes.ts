import * as calls from '@eupnea/contract/plans.ts'
import { type Route, route } from '../platform/route.ts'
import { listPlanReviews } from './list-plan-reviews.ts'
import { previewResidentPlan } from './preview-resident-plan.ts'
import { readClinicPlan } from './read-clinic-plan.ts'
import { readResidentPlan } from './read-resident-plan.ts'
import { removeResidentPlan } from './remove-resident-plan.ts'
import { updateClinicPlan } from './update-clinic-plan.ts'
import { updateResidentPlan } from './update-resident-plan.ts'

export const planRoutes: readonly Route[] = [
  route(calls.readClinicPlan, readClinicPlan),
  route(calls.updateClinicPlan, updateClinicPlan),
  route(calls.readResidentPlan, readResidentPlan),
  route(calls.updateResidentPlan, updateResidentPlan),
  route(calls.removeResidentPlan, removeResidentPlan),
  route(calls.previewResidentPlan, previewResidentPlan),
  route(calls.listPlanReviews, listPlanReviews),
]
