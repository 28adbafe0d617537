import type { ConsentState } from '@eupnea/contract/consents.fields.ts'
import type { Consent, ConsentVersion } from '@eupnea/contract/consents.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { type ConsentRow, selectConsentInForce, selectVersions } from './consents.sql.ts'
import { isReviewDue } from './is-review-due.ts'

const versionOf = (row: ConsentRow): ConsentVersion => ({
  version_id: String(row.id),
  state: row.state as ConsentState,
  by: row.decided_by,
  on: row.decided_on,
  review_on: row.review_on,
  recorded_at: row.recorded_at.toString(),
  recorded_by: row.recorded_name,
})

/** A resident's consent with its versions. @throws 404 for a resident out of the actor's scope */
export async function consentAnswer(ctx: Ctx, patient_id: string): Promise<Consent> {
  const held = await selectConsentInForce(ctx, patient_id)
  if (!held) throw notFound('resident')
  const versions = (await selectVersions(ctx, patient_id)).map(versionOf)
  const { clinic_id, requires_consent: is_required } = held
  const consent = versions[0] ?? null
  const is_review_due = isReviewDue(consent?.review_on ?? null, (await clinicOf(ctx, clinic_id)).tz)
  return { patient_id, clinic_id, consent, is_review_due, is_required, versions }
}
