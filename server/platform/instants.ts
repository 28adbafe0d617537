import { sql } from 'kysely'

/** Instants by the database's clock, in a statement. */

export const now = sql<Temporal.Instant>`now()`

export const ago = (seconds: number) => sql<Temporal.Instant>`now() - make_interval(secs => ${seconds})`

export const inSeconds = (seconds: number) => sql<Temporal.Instant>`now() + make_interval(secs => ${seconds})`
