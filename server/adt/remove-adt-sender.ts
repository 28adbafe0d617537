import type { removeAdtSender as declaration } from '@eupnea/contract/adt.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { deleteSender } from './adt.sql.ts'

/** No more messages are taken for a clinic; its residents stay (EH-5). @throws 404 */
export const removeAdtSender: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  if (!(await deleteSender(ctx, clinic_id))) return {}
  await recordAudit(ctx, { act: 'adt.disconnect', clinic_id })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return {}
}
