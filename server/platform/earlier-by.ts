import { sql } from 'kysely'

/** For what was stored before the database's clock was set back: `one`, earlier by as much as `instant` lies in the future. */
export const earlierBy = (one: string, instant: string) =>
  sql<Temporal.Instant>`${sql.ref(one)} - greatest(${sql.ref(instant)} - now(), interval '0')`
