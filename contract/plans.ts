import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, inputOf, instant, listOf, outputOf, paging, schemaOf } from './fields.ts'
import { outOfBedFields, planFields, reviewField } from './plans.fields.ts'
import { nameFields } from './resident-name.ts'

/** Monitoring plans: limits of a facility, and a resident's own (PL-1, PL-4). A version is never changed. */

/** Breaths per minute. */
export const rateLimits = z.object({
  low: z.number(),
  high: z.number(),
  extreme_high: z.number(),
  /** null: none */
  extreme_low: z.number().nullable(),
})

/** What a resident was judged by before other limits held, oldest first: those of the period (PL-2). */
export const earlierLimits = z.array(z.object({ until: instant, limits: rateLimits }))
export type EarlierLimits = z.output<typeof earlierLimits>

const outOfBed = z.object({ minutes: z.number(), from: z.string(), until: z.string() })

const values = z.object({
  ...rateLimits.shape,
  no_breathing_seconds: z.number(),
  out_of_bed: outOfBed.nullable(),
  still_in_bed: outputOf(planFields).still_in_bed,
})

/** null in all that is not a value: the product's own default, which nobody has written. */
const written = z.object({
  reason: z.string(),
  review_on: z.string().nullable(),
  valid_from: instant.nullable(),
  /** who wrote it */
  by: z.string().nullable(),
})

const plan = z.object({ ...values.shape, ...written.shape })
export type Plan = z.output<typeof plan>

/** One version; `plan` null: from then on the resident went by the facility's plan again. */
const planVersion = z.object({
  version_id: z.string(),
  plan: values.nullable(),
  ...written.shape,
  valid_from: instant,
  by: z.string(),
})
export type PlanVersion = z.output<typeof planVersion>

/** Newest first. */
const versions = z.array(planVersion)

const clinicPlan = z.object({ ...plan.shape, versions })

const residentPlan = z.object({
  patient_id: z.string(),
  clinic_id: z.string(),
  plan,
  /** false: it is the facility's */
  is_own: z.boolean(),
  /** the review date has come; the plan holds all the same (PL-4) */
  is_review_due: z.boolean(),
  /** what holds without an own plan */
  clinic_plan: plan,
  /** the resident's usual rate: median of the minutes and deviation from it; null before there are 24 h of them */
  usual: z.object({ median: z.number(), mad: z.number(), minutes: z.number() }).nullable(),
  versions,
})
export type ResidentPlan = z.output<typeof residentPlan>

/** What is left out keeps its value. */
const { reason, ...valueInputs } = inputOf(planFields)
const inputs = {
  ...valueInputs,
  out_of_bed: z
    .object({
      minutes: schemaOf(outOfBedFields.minutes),
      from: schemaOf(outOfBedFields.from),
      until: schemaOf(outOfBedFields.until),
    })
    .nullish(),
}

export const readClinicPlan = call({
  name: 'readClinicPlan',
  method: 'GET',
  path: '/clinics/{clinic_id}/plan',
  access: access.staff,
  summary: m.plan_read_default_call(),
  input: z.object({ clinic_id: id }),
  output: clinicPlan,
})

export const updateClinicPlan = call({
  name: 'updateClinicPlan',
  method: 'PUT',
  path: '/clinics/{clinic_id}/plan',
  access: access.managersAndClinicAdmins,
  summary: m.plan_update_default_call(),
  input: z.object({ clinic_id: id, ...inputs, reason }),
  output: clinicPlan,
})

export const readResidentPlan = call({
  name: 'readResidentPlan',
  method: 'GET',
  path: '/residents/{patient_id}/plan',
  access: access.staff,
  summary: m.plan_read_call(),
  input: z.object({ patient_id: id }),
  output: residentPlan,
})

export const updateResidentPlan = call({
  name: 'updateResidentPlan',
  method: 'PUT',
  path: '/residents/{patient_id}/plan',
  access: access.managersAndClinicAdmins,
  summary: m.plan_update_call(),
  input: z.object({ patient_id: id, ...inputs, reason, ...inputOf({ review_on: reviewField }) }),
  output: residentPlan,
})

export const removeResidentPlan = call({
  name: 'removeResidentPlan',
  method: 'DELETE',
  path: '/residents/{patient_id}/plan',
  access: access.managersAndClinicAdmins,
  summary: m.plan_remove_call(),
  input: z.object({ patient_id: id }),
  output: residentPlan,
})

/** Days that a preview looks back. */
export const previewDays = 14

export const previewResidentPlan = call({
  name: 'previewResidentPlan',
  method: 'POST',
  path: '/residents/{patient_id}/plan/preview',
  access: access.staff,
  summary: m.plan_preview_call(),
  input: z.object({ patient_id: id, ...inputs }),
  output: z.object({
    days: z.number(),
    /** minutes with a rate in these days */
    minutes: z.number(),
    /** notifications that the plan in force would have raised in them, and those that the given one would have */
    now: z.number(),
    given: z.number(),
  }),
})

export const listPlanReviews = call({
  name: 'listPlanReviews',
  method: 'GET',
  path: '/plans/reviews',
  access: access.staff,
  summary: m.plan_list_reviews_call(),
  input: z.object({ clinic_id: id, ...paging }),
  output: listOf(
    z.object({
      patient_id: z.string(),
      clinic_id: z.string(),
      ...(Object.fromEntries(nameFields.map((name) => [name, z.string()])) as Record<
        (typeof nameFields)[number],
        z.ZodString
      >),
      room: z.string(),
      floor: z.string(),
      /** that has come, by the facility's clock */
      review_on: z.string(),
      reason: z.string(),
    }),
  ),
})

export const planCalls = [
  readClinicPlan,
  updateClinicPlan,
  readResidentPlan,
  updateResidentPlan,
  removeResidentPlan,
  previewResidentPlan,
  listPlanReviews,
]
