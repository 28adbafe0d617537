import type { CallInput } from '@eupnea/contract/call.ts'
import type { createClinic } from '@eupnea/contract/facilities.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type ClinicRow, insertClinic } from './facilities.sql.ts'
import { slugOf } from './slug.ts'

/** Adds a facility under the first free slug of its name (FA-1). */
export async function addClinic(
  ctx: Ctx,
  { clinicDetail, ...values }: CallInput<typeof createClinic>,
  isDemo = false,
): Promise<ClinicRow> {
  let row: ClinicRow | undefined
  for (let nth = 1; !row; nth++)
    row = await insertClinic(ctx, {
      ...values,
      slug: slugOf(values.name, nth),
      clinic_detail: clinicDetail,
      is_demo: isDemo,
    })
  await recordAudit(ctx, { act: 'facility.add', clinic_id: row.id })
  await ctx.emit({ type: 'changed', noun: 'clinics', clinic_id: row.id })
  return row
}
