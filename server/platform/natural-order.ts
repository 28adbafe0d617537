import { type RawBuilder, sql } from 'kysely'

/** Names in the order in which people look for them (`db/baseline/platform.sql`): 9 before 10, Ö beside O. */

/** @param column of one name that stands alone: `House 9` */
export const naturally = (column: string): RawBuilder<string> => sql`${sql.ref(column)} collate numeric_order`

/** @param column of a name that another decides after: capitals must not come before the given name. */
export const naturallyAnyCase = (column: string): RawBuilder<string> =>
  sql`lower(${sql.ref(column)}) collate numeric_order`
