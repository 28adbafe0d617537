import type { confirmBed as declaration } from '@eupnea/contract/beds.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { selectResidentClinic } from './beds.sql.ts'
import { followBed } from './follow-bed.ts'

/** The sensor has moved along with its resident (EH-5). @throws 404 when there is no mismatch */
export const confirmBed: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { patient_id } = input
  const clinic_id = await selectResidentClinic(ctx, patient_id)
  if (!clinic_id) throw notFound('bed mismatch')
  await followBed(ctx, clinic_id, patient_id)
  await recordAudit(ctx, { act: 'bed.confirm', clinic_id, resident_id: patient_id })
  await ctx.emit({ type: 'changed', noun: 'devices', clinic_id, patient_id })
  return {}
}
