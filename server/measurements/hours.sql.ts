import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Tables of this file: hours, and closed_minutes, deleted with them. Calls functions of `db/definitions/measurements.sql`. */

/**
 * Starts of the whole hours in [since, until) for which some device has minutes but no row. Only hours that
 * ended two minutes ago by the database's clock, which also decides what is a late reading, because a node's clock may
 * be ahead.
 */
export async function selectUnrolledHours({ db }: Ctx, since: Temporal.Instant, until: Temporal.Instant) {
  const { rows } = await sql<{ hour: Temporal.Instant }>`
    select unrolled_hours as hour from unrolled_hours(${since}::timestamptz,
      least(${until}::timestamptz, date_trunc('hour', now() - interval '2 minutes', 'UTC')))`.execute(db)
  return rows.map((row) => row.hour)
}

/** Rolls up one hour of every device. */
export async function insertHours({ db }: Ctx, hour: Temporal.Instant): Promise<void> {
  await sql`select roll_hours(${hour}::timestamptz, ${hour.add({ hours: 1 })}::timestamptz)`.execute(db)
}

/** Deletes hours whose minutes keep_partitions deletes, and what billing has kept of these minutes. */
export async function deleteOldHours({ db }: Ctx, days: number): Promise<void> {
  const end = sql<Temporal.Instant>`current_date - ${days}::int`
  await db.deleteFrom('hours').where('hour', '<', end).execute()
  await db.deleteFrom('closed_minutes').where('minute', '<', end).execute()
}
