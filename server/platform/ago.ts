import { sql } from 'kysely'

/** @returns the instant `seconds` ago by the database's clock */
export const ago = (seconds: number) => sql<Temporal.Instant>`now() - make_interval(secs => ${seconds})`
