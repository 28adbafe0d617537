import type { endDuty as declaration } from '@eupnea/contract/duties.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { endDutyNow, selectDuty } from './duties.sql.ts'

/** Ends a duty of the facility: who has gone home may have left theirs running (AN-7). @throws 404 when it has ended */
export const endDuty: Verb<typeof declaration> = async ({ ctx, input }) => {
  const duty = await selectDuty(ctx, input.id)
  if (!duty) throw notFound('duty')
  const { clinic_id, user_id } = duty
  await endDutyNow(ctx, duty.id)
  const changes = { until: { before: duty.until.toString(), after: Temporal.Now.instant().toString() } }
  await recordAudit(ctx, { act: 'duty.end', clinic_id, changes, detail: { user_id, floors: duty.floors } })
  await ctx.emit({ type: 'changed', noun: 'duties', clinic_id })
  return {}
}
