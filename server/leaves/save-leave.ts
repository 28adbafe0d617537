import { leaveLimits } from '@eupnea/contract/leaves.fields.ts'
import type { saveLeave as declaration } from '@eupnea/contract/leaves.ts'
import { residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { linkedResident, tellLinkedResident } from '../devices/index.ts'
import { recorderOf } from '../platform/context.ts'
import { conflict, refused } from '../platform/errors.ts'
import { isBefore } from '../platform/period.ts'
import type { Verb } from '../platform/route.ts'
import { leaveAnswer } from './leave-answer.ts'
import {
  insertLeave,
  type LeaveRow,
  lockLeaves,
  selectCurrentLeave,
  selectEarlierLeaves,
  updateLeave,
} from './leaves.sql.ts'

/**
 * Sets the resident's leave, or changes the one that is running or next: there is one at most (PL-6). If the running one
 * is moved into the future, it ends now, and what has passed of it stays.
 * @throws 404, 409 for a resident who isn't active, 422 for impossible times
 */
export const saveLeave: Verb<typeof declaration> = async ({ ctx, input }) => {
  const resident = await linkedResident(ctx, input.patient_id)
  const { clinic_id, resident_id } = resident
  if (resident.status !== residentStatus.active)
    throw conflict('resident_not_active', m.leave_resident_inactive(), 'patient_id')
  await lockLeaves(ctx, resident_id)
  const now = Temporal.Now.instant()
  const span = { since: Temporal.Instant.from(input.from), until: Temporal.Instant.from(input.until) }
  const [last] = await selectEarlierLeaves(ctx, resident_id, now)
  refuseTimes(span, now, last)
  const { reason } = input
  const held = await selectCurrentLeave(ctx, resident_id, now)
  const before = held ? { from: held.since.toString(), until: held.until.toString(), reason: held.reason } : {}
  const changes = changesOf(before, { from: span.since.toString(), until: span.until.toString(), reason })
  if (Object.keys(changes).length === 0) {
    await recordAudit(ctx, { act: 'leave.read', clinic_id, resident_id })
    return leaveAnswer(ctx, resident)
  }
  const values = { ...span, reason, ...recorderOf(ctx) }
  const isMovedOn = held && isBefore(held.since, now) && isBefore(now, span.since)
  if (isMovedOn) await updateLeave(ctx, held.id, { until: now, ends_by_itself: false })
  if (held && !isMovedOn) await updateLeave(ctx, held.id, values)
  else await insertLeave(ctx, { clinic_id, resident_id, ...values })
  await recordAudit(ctx, { act: 'leave.save', clinic_id, resident_id, changes })
  await tellLinkedResident(ctx, resident)
  return leaveAnswer(ctx, resident)
}

function refuseTimes(
  { since, until }: { readonly since: Temporal.Instant; readonly until: Temporal.Instant },
  now: Temporal.Instant,
  last: LeaveRow | undefined,
): void {
  const { backDays, longestDays } = leaveLimits
  if (!isBefore(since, until)) throw refused('until', m.leave_backwards())
  if (!isBefore(now, until)) throw refused('until', m.leave_over())
  if (since.until(until).total('hours') > longestDays * 24)
    throw refused('until', m.leave_too_long({ days: longestDays }))
  if (isBefore(since, now.subtract({ hours: 24 * backDays })))
    throw refused('from', m.leave_too_early({ days: backDays }))
  if (last && isBefore(since, last.until)) throw refused('from', m.leave_overlaps())
}
