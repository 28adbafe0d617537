import type { DB } from '@eupnea/db/types.ts'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Instants by the database's clock, in a statement. */

export const now = sql<Temporal.Instant>`now()`

export const ago = (seconds: number) => sql<Temporal.Instant>`now() - make_interval(secs => ${seconds})`

export const inSeconds = (seconds: number) => sql<Temporal.Instant>`now() + make_interval(secs => ${seconds})`

/** For a row's `updated_at`: always later than before, so that two changes in one instant differ. */
export const later = sql<Temporal.Instant>`greatest(clock_timestamp(), updated_at + interval '1 microsecond')`

/** For what was stored before the clock was set back: `one`, earlier by as much as `instant` lies in the future. */
export const earlierBy = (one: string, instant: string) =>
  sql<Temporal.Instant>`${sql.ref(one)} - greatest(${sql.ref(instant)} - now(), interval '0')`

/** After the database's clock was set back: rows dated in the future begin now, and end as long after as they should. */
export async function bringBack(db: Database, table: keyof DB, begun: string, ends: string): Promise<void> {
  await sql`update ${sql.table(table)}
    set ${sql.ref(ends)} = ${earlierBy(ends, begun)}, ${sql.ref(begun)} = ${earlierBy(begun, begun)}
    where ${sql.ref(begun)} > ${inSeconds(60)}`.execute(db)
}
