import type { EhrSchedule } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { selectScheduled } from './connections.sql.ts'
import { endRun } from './end-run.ts'
import { hasDecisions } from './rows.sql.ts'
import { selectUnfinishedRun } from './runs.sql.ts'
import { startRun } from './start-run.ts'

/** At night, when the EHR has least to do, and before the day's work begins. */
const dailyHour = 4

/** The newest instant at which an import was due. */
export function dueSince(schedule: Exclude<EhrSchedule, 'off'>, tz: string, now: Temporal.Instant): Temporal.Instant {
  const local = now.toZonedDateTimeISO(tz)
  if (schedule === 'hourly') return local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).toInstant()
  const today = local.toPlainDate()
  const at = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: tz, plainTime: { hour: dailyHour } }).toInstant()
  return Temporal.Instant.compare(at(today), now) <= 0 ? at(today) : at(today.subtract({ days: 1 }))
}

/**
 * Starts the imports that are due (EH-4); run by a job every few minutes. One that waits for a person makes way for the
 * next, unless somebody has begun to decide: what nobody decided is asked again.
 */
export async function scheduleImports(origin: CtxOrigin, now: Temporal.Instant): Promise<void> {
  for (const { clinic_id, source, schedule, tz, last_at } of await withCtx(origin, selectScheduled)) {
    if (last_at && Temporal.Instant.compare(last_at, dueSince(schedule, tz, now)) >= 0) continue
    await withCtx(origin, async (ctx) => {
      const open = await selectUnfinishedRun(ctx, clinic_id)
      if (open?.state === 'preview' && open.is_scheduled && !(await hasDecisions(ctx, open.id)))
        await endRun(ctx, open, 'done', { from: ['preview'] })
      await startRun(ctx, { clinic_id, source, started_by: m.ehr_import_schedule_starter(), is_scheduled: true })
    })
  }
}
