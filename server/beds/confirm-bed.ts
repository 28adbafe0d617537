import type { confirmBed as declaration } from '@eupnea/contract/beds.ts'
import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { selectResidentClinic } from './beds.sql.ts'
import { followBed } from './follow-bed.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** The sensor has moved along with its resident (EH-5). @throws 404 when there is no mismatch */
export async function confirmBed({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { patient_id } = input
  const clinic_id = await selectResidentClinic(ctx, patient_id)
  if (!clinic_id) throw notFound('bed mismatch')
  await followBed(ctx, clinic_id, patient_id)
  await recordAudit(ctx, { act: 'bed.confirm', clinic_id, resident_id: patient_id })
  await ctx.emit({ type: 'changed', noun: 'devices', clinic_id, patient_id })
  return {}
}
