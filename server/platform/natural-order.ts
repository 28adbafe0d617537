import { type RawBuilder, sql } from 'kysely'

/** Names in the order people expect (`db/baseline/platform.sql`): 9 before 10, Ö next to O. */

/** @param column of a single name, such as `House 9` */
export const naturally = (column: string): RawBuilder<string> => sql`${sql.ref(column)} collate numeric_order`

/** @param column of a name followed by another sort key: letter case must not decide before the given name. */
export const naturallyAnyCase = (column: string): RawBuilder<string> =>
  sql`lower(${sql.ref(column)}) collate numeric_order`
