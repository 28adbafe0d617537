import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { floorHour } from './period.ts'
import { insertHours, selectUnrolledHours } from './reports.sql.ts'

/** How far back a run looks: a few hours each minute, all that late readings may reach once an hour. */
const reaches = { recent: 3, all: 32 * 24 } as const

/**
 * Rolls up every hour that ended two minutes ago or earlier, of every device that has minutes of it and no row. May run
 * on several nodes at once. Each hour is a transaction of its own, for late readings wait while one is rolled (see
 * hold_hours in db/definitions/readings.sql).
 * @param origin of a job, which sees all clinics
 */
export async function rollHours(origin: CtxOrigin, now: Temporal.Instant, reach: keyof typeof reaches): Promise<void> {
  const until = floorHour(now.subtract({ minutes: 2 }))
  const since = until.subtract({ hours: reaches[reach] })
  const hours = await withCtx(origin, (ctx) => selectUnrolledHours(ctx, since, until))
  for (const hour of hours) await withCtx(origin, (ctx) => insertHours(ctx, hour))
}
