import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Table of this noun: tracked_events. */

export interface EventCount {
  readonly name: string
  readonly route: string
  readonly count: number
}

/** Adds to today's counts (UTC). @param counts each name and route once, always in the same order */
export async function addEvents({ db }: Ctx, role: string, counts: readonly EventCount[]): Promise<void> {
  const day = sql<string>`(now() at time zone 'UTC')::date`
  await db
    .insertInto('tracked_events')
    .values(counts.map((one) => ({ ...one, day, role })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'name', 'route', 'role'])
        .doUpdateSet({ count: sql<number>`tracked_events.count + excluded.count` }),
    )
    .execute()
}

/** Counts of the days from `from` to `until`, both included, oldest first. */
export const selectUsage = ({ db }: Ctx, from: Temporal.PlainDate, until: Temporal.PlainDate) =>
  db
    .selectFrom('tracked_events')
    .where('day', '>=', from.toString())
    .where('day', '<=', until.toString())
    .select(['day', 'name', 'route', 'role', 'count'])
    .orderBy('day')
    .orderBy('name')
    .orderBy('route')
    .orderBy('role')
    .execute()
