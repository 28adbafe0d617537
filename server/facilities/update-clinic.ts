import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { updateClinic as declaration } from '@eupnea/contract/facilities.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { selectClinic, updateClinicRow } from './facilities.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Changes a facility; fields left out stay, and so does the slug, which addresses are made of (FA-1). */
export async function updateClinic({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { clinic_id, clinicDetail, ...rest } = input
  const values = { ...rest, ...(clinicDetail === undefined ? {} : { clinic_detail: clinicDetail }) }
  const fields = Object.keys(values)
  const row = fields.length > 0 ? await updateClinicRow(ctx, clinic_id, values) : await selectClinic(ctx, clinic_id)
  if (!row) throw notFound('facility')
  if (fields.length > 0) {
    await recordAudit(ctx, { act: 'facility.edit', clinic_id, detail: { fields } })
    await ctx.emit({ type: 'changed', noun: 'clinics', clinic_id })
  }
  return clinicAnswer(row)
}
