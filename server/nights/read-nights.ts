import type { readNights as declaration } from '@eupnea/contract/nights.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { planTimes } from '../plans/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { newestNight, nightAnswer, nightOf, usualAnswer } from './night-answer.ts'
import { selectCells, selectClinicOfNights, selectUsuals } from './nights.sql.ts'

/** A resident's nights, newest first (VI-1, VI-2). @throws 404 */
export const readNights: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { patient_id } = input
  const clinic_id = await selectClinicOfNights(ctx, patient_id)
  if (clinic_id === undefined) throw notFound('resident')
  const { tz } = await clinicOf(ctx, clinic_id)
  const now = Temporal.Now.instant()
  const newest = newestNight(tz, now)
  const spans = Array.from({ length: input.nights }, (_, ago) => nightOf(newest.subtract({ days: ago }), tz))
  const cells = Map.groupBy(await selectCells(ctx, [patient_id], spans), ({ night }) => night)
  const usual = usualAnswer((await selectUsuals(ctx, [patient_id])).get(patient_id))
  await recordAuditOncePer(ctx, 60, { act: 'night.read', clinic_id, resident_id: patient_id })
  const plans = await planTimes(ctx, clinic_id, { since: spans.at(-1)!.since, until: now }, patient_id)
  const items = spans.map((span, index) => nightAnswer(span, cells.get(index) ?? [], now))
  return { patient_id, clinic_id, tz, usual, earlier_limits: plans.earlierLimits(patient_id), items }
}
