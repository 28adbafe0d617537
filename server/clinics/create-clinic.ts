import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { createClinic as declaration } from '@eupnea/contract/clinics.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { clinicAnswer } from './clinic-answer.ts'
import { type ClinicRow, insertClinic } from './clinics.sql.ts'
import { slugOf } from './slug.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration>; isDemo?: boolean }

/** Creates a clinic under the first free slug of its name (FA-1). */
export async function createClinic({
  ctx,
  input: { clinicDetail, ...values },
  isDemo = false,
}: Given): Promise<CallOutput<typeof declaration>> {
  let row: ClinicRow | undefined
  for (let nth = 1; !row; nth++)
    row = await insertClinic(ctx, {
      ...values,
      slug: slugOf(values.name, nth),
      clinic_detail: clinicDetail,
      is_demo: isDemo,
    })
  await recordAudit(ctx, { act: 'clinic.create', clinic_id: row.id })
  await ctx.emit({ type: 'changed', noun: 'clinics', clinic_id: row.id })
  return clinicAnswer(row)
}
