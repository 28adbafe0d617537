import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listNights as declaration } from '@eupnea/contract/nights.ts'
import { oneFloor } from '@eupnea/contract/rules/report-cells.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { newestNight } from './night-answer.ts'
import { selectResidentsOfNight } from './nights.sql.ts'
import { nightsOf } from './nights-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** One night of a facility's residents, or of a floor's, by room (VI-1). @throws 404 */
export async function listNights({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id: clinic_id, tz } = await clinicOf(ctx, input.clinic_id)
  const day = input.date ? Temporal.PlainDate.from(input.date) : newestNight(tz, Temporal.Now.instant())
  const residents = await selectResidentsOfNight(ctx, clinic_id, oneFloor(input.floor))
  const items = await nightsOf(ctx, residents, day, tz)
  const date = day.toString()
  await recordAuditOncePer(ctx, 60, { act: 'night.list', clinic_id, detail: { floor: input.floor, date } })
  return { tz, date, items }
}
