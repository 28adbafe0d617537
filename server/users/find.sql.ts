import type { Ctx } from '../platform/context.ts'
import { naturallyAnyCase } from '../platform/natural-order.ts'
import { beginsWith, hasWords } from '../platform/text-search.ts'
import { foldedNames, isInSight } from './users.sql.ts'

/** Search from everywhere (EA-1); table users. */

/** The first whose name or e-mail address has all the words. */
export const findUsers = (ctx: Ctx, words: readonly string[], limit: number) =>
  ctx.db
    .selectFrom('users')
    .where(isInSight(ctx))
    .where(hasWords(words, foldedNames, 'email'))
    .select(['id', 'name', 'email'])
    .orderBy(beginsWith(words, 'first_name', 'last_name', 'email'), 'desc')
    .orderBy(naturallyAnyCase('last_name'))
    .orderBy(naturallyAnyCase('first_name'))
    .orderBy('id')
    .limit(limit)
    .execute()
