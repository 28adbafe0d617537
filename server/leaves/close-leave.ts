import { recordAudit } from '../audit/index.ts'
import { type Ctx, recorderOf } from '../platform/context.ts'
import { isBefore } from '../platform/period.ts'
import { deleteLeave, lockLeaves, selectCurrentLeave, updateLeave } from './leaves.sql.ts'

/** Ends the running leave now, or cancels the next; also that of a resident who is readmitted (PL-6). */
export async function closeLeave(
  ctx: Ctx,
  { clinic_id, resident_id }: { readonly clinic_id: string; readonly resident_id: string },
): Promise<boolean> {
  await lockLeaves(ctx, resident_id)
  const now = Temporal.Now.instant()
  const held = await selectCurrentLeave(ctx, resident_id, now)
  if (!held) return false
  if (isBefore(held.since, now))
    await updateLeave(ctx, held.id, { until: now, ends_by_itself: false, ...recorderOf(ctx) })
  else await deleteLeave(ctx, held.id)
  const detail = { from: held.since.toString(), until: held.until.toString() }
  const changes = { until: { before: detail.until, after: now.toString() } }
  await recordAudit(ctx, { act: 'leave.end', clinic_id, resident_id, changes, detail })
  return true
}
