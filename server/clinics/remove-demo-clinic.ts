import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { deleteDemoClinic } from './clinics.sql.ts'

/**
 * Removes a demonstration clinic with its residents and everything tied to it by foreign keys. The demo noun removes
 * its devices and their samples first.
 * @throws 409 for any other clinic
 */
export async function removeDemoClinic(ctx: Ctx, clinic_id: string): Promise<void> {
  if (!(await deleteDemoClinic(ctx, clinic_id))) throw conflict('not_a_demo', m.clinic_not_demo(), 'clinic_id')
  await recordAudit(ctx, { act: 'clinic.remove-demo', clinic_id })
  await ctx.emit({ type: 'changed', noun: 'clinics', clinic_id })
}
