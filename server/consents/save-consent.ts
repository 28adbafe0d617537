import { allowsMonitoring, consentFields, consentRules } from '@eupnea/contract/consents.fields.ts'
import type { saveConsent as declaration } from '@eupnea/contract/consents.ts'
import { brokenRules } from '@eupnea/contract/field-kinds.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { clinicOf, refuseFutureDates } from '../clinics/index.ts'
import { lockResident, releaseDevice } from '../devices/index.ts'
import { recorderOf } from '../platform/context.ts'
import { notFound, refusedInput } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { consentAnswer } from './consent-answer.ts'
import { insertConsent } from './consents.sql.ts'

/**
 * Records a decision as a new version; declined or withdrawn also unlinks the resident's device (PL-5). The same decision
 * again writes nothing.
 * @throws 404 for a resident out of the actor's scope, or deleted; 422 for a review before the decision, or a decision to come
 */
export const saveConsent: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { patient_id, state, by, on, review_on = null } = input
  const after = { state, by, on, review_on }
  const [broken, ...more] = brokenRules(consentRules, after, Object.keys(after)).map(({ field, fault }) => ({
    field,
    ...fault,
  }))
  if (broken) throw refusedInput([broken, ...more])
  // So that no sensor is linked while the decision is recorded.
  const resident = await lockResident(ctx, patient_id)
  if (!resident || resident.status === residentStatus.deleted) throw notFound('resident')
  const { clinic_id } = resident
  refuseFutureDates(consentFields, after, (await clinicOf(ctx, clinic_id)).tz)
  const before = (await consentAnswer(ctx, patient_id)).consent
  const changes = changesOf(before ?? {}, after)
  if (Object.keys(changes).length > 0) {
    const values = { state, decided_by: by, decided_on: on, review_on }
    await insertConsent(ctx, { clinic_id, resident_id: patient_id, ...values, ...recorderOf(ctx) })
    await recordAudit(ctx, { act: 'consent.save', clinic_id, resident_id: patient_id, changes })
    await ctx.emit({ type: 'changed', noun: 'residents', clinic_id, patient_id })
  } else await recordAudit(ctx, { act: 'consent.read', clinic_id, resident_id: patient_id })
  if (!allowsMonitoring(state, true)) await releaseDevice(ctx, patient_id)
  return consentAnswer(ctx, patient_id)
}
