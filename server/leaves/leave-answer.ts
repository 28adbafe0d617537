import type { Leave, ResidentLeave } from '@eupnea/contract/leaves.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type LeaveRow, selectCurrentLeave, selectEarlierLeaves } from './leaves.sql.ts'

const leaveOf = (row: LeaveRow): Leave => ({
  from: row.since.toString(),
  until: row.until.toString(),
  reason: row.reason,
  recorded_at: row.recorded_at.toString(),
  recorded_by: row.recorded_name,
})

/** A resident's leave, running or next, and those that have ended. */
export async function leaveAnswer(
  ctx: Ctx,
  { resident_id, clinic_id }: { readonly resident_id: string; readonly clinic_id: string },
): Promise<ResidentLeave> {
  const now = Temporal.Now.instant()
  const { tz } = await clinicOf(ctx, clinic_id)
  const current = await selectCurrentLeave(ctx, resident_id, now)
  const earlier = await selectEarlierLeaves(ctx, resident_id, now)
  return {
    patient_id: resident_id,
    clinic_id,
    tz,
    leave: current ? leaveOf(current) : null,
    earlier: earlier.map(leaveOf),
  }
}
