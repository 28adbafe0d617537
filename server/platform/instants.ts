import { sql } from 'kysely'

/** Instants by the database's clock, in a statement. */

export const now = sql<Temporal.Instant>`now()`

export const ago = (seconds: number) => sql<Temporal.Instant>`now() - make_interval(secs => ${seconds})`

export const inSeconds = (seconds: number) => sql<Temporal.Instant>`now() + make_interval(secs => ${seconds})`

/** For a row's `updated_at`: always later than before, so that two changes in one instant differ. */
export const later = sql<Temporal.Instant>`greatest(clock_timestamp(), updated_at + interval '1 microsecond')`

/** For what was stored before the clock was set back: `one`, earlier by as much as `instant` lies in the future. */
export const earlierBy = (one: string, instant: string) =>
  sql<Temporal.Instant>`${sql.ref(one)} - greatest(${sql.ref(instant)} - now(), interval '0')`
