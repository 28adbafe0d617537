import type { endLeave as declaration } from '@eupnea/contract/leaves.ts'
import { recordAudit } from '../audit/index.ts'
import { linkedResident, tellLinkedResident } from '../devices/index.ts'
import { recorderOf } from '../platform/context.ts'
import type { Verb } from '../platform/route.ts'
import { leaveAnswer } from './leave-answer.ts'
import { deleteLeave, lockLeaves, selectCurrentLeave, updateLeave } from './leaves.sql.ts'

/** Ends the running leave now, or cancels the next; without either nothing happens (PL-6). @throws 404 */
export const endLeave: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await linkedResident(ctx, input.patient_id)
  const { clinic_id, resident_id } = resident
  await lockLeaves(ctx, resident_id)
  const now = Temporal.Now.instant()
  const held = await selectCurrentLeave(ctx, resident_id, now)
  if (!held) {
    await recordAudit(ctx, { act: 'leave.read', clinic_id, resident_id })
    return leaveAnswer(ctx, resident)
  }
  if (Temporal.Instant.compare(held.since, now) < 0)
    await updateLeave(ctx, held.id, { until: now, ends_by_itself: false, ...recorderOf(ctx) })
  else await deleteLeave(ctx, held.id)
  const detail = { from: held.since.toString(), until: held.until.toString() }
  const changes = { until: { before: detail.until, after: now.toString() } }
  await recordAudit(ctx, { act: 'leave.end', clinic_id, resident_id, changes, detail })
  await tellLinkedResident(ctx, resident)
  return leaveAnswer(ctx, resident)
}
