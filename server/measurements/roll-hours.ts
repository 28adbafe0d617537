import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { floorHour } from './bounds.ts'
import { insertHours, selectUnrolledHours } from './hours.sql.ts'

/** How many hours a run looks back: a few each minute; once an hour, everything that late readings may reach. */
const reaches = { recent: 3, all: 32 * 24 } as const

/**
 * Rolls up every hour that ended at least two minutes ago, for every device with minutes in it and no row. May run on
 * several nodes at the same time. Each hour has its own transaction, because late readings wait while one is rolled up
 * (see hold_hours in db/definitions/measurements.sql).
 * @param origin of a job, which sees all clinics
 */
export async function rollHours(origin: CtxOrigin, now: Temporal.Instant, reach: keyof typeof reaches): Promise<void> {
  const until = floorHour(now.subtract({ minutes: 2 }))
  const since = until.subtract({ hours: reaches[reach] })
  const hours = await withCtx(origin, (ctx) => selectUnrolledHours(ctx, since, until))
  for (const hour of hours) await withCtx(origin, (ctx) => insertHours(ctx, hour))
}
