import type { eraseResident as declaration } from '@eupnea/contract/privacy.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { closeRequestsAbout, eraseResidentRows, selectSubject } from './privacy.sql.ts'

/**
 * Erases a resident who has left, with all their measurements (PR-1); the audit log keeps the id.
 * @throws 404, 409 while they are still in the clinic or have a device
 */
export const eraseResident: Verb<typeof declaration> = async ({ ctx, input: { patient_id } }) => {
  if (!(await selectSubject(ctx, 'resident', patient_id))) throw notFound('resident')
  if (!(await eraseResidentRows(ctx, patient_id))) throw conflict('still_there', m.privacy_resident_in_care())
  await closeRequestsAbout(ctx, 'resident', patient_id)
  await recordAudit(ctx, { act: 'privacy.erase-resident', resident_id: patient_id })
  return {}
}
