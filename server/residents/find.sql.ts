import { nameFields } from '@eupnea/contract/resident-name.ts'
import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { naturally, naturallyAnyCase } from '../platform/natural-order.ts'
import { beginsWith, hasWords } from '../platform/text-search.ts'

/** Finds residents by what people call them (EA-1, EA-4); table residents. */

/** The first whose name, room and floor have all the words: active ones, then discharged ones. */
export const findResidents = ({ db }: Ctx, words: readonly string[], limit: number) =>
  db
    .selectFrom('residents')
    .where('status', '<>', 0)
    .where(hasWords(words, ...nameFields, 'room', 'floor'))
    .select(['id as patient_id', 'clinic_id', ...nameFields, 'room', 'floor'])
    .select(sql<1 | 2>`status`.as('status'))
    .orderBy('status')
    .orderBy(beginsWith(words, ...nameFields), 'desc')
    .orderBy(naturallyAnyCase('last_name'))
    .orderBy(naturallyAnyCase('first_name'))
    .orderBy('id')
    .limit(limit)
    .execute()

/** The first rooms whose name has the words, or some of them and its floor the others. */
export const findRooms = ({ db }: Ctx, words: readonly string[], limit: number) =>
  db
    .selectFrom('residents')
    .where('status', '=', 1)
    .where('room', '<>', '')
    .where(hasWords(words, 'room', 'floor'))
    .where(({ or }) => or(words.map((word) => hasWords([word], 'room'))))
    .groupBy(['clinic_id', 'floor', 'room'])
    .select((select) => ['clinic_id', 'room', 'floor', select.fn.countAll<number>().as('residents')])
    .orderBy(beginsWith(words, 'room'), 'desc')
    .orderBy(naturally('room'))
    .orderBy('clinic_id')
    .orderBy('floor')
    .limit(limit)
    .execute()

/** Whether an active resident of the name is in that room. */
export const isThere = async (
  { db }: Ctx,
  clinic_id: string,
  { first_name, last_name, room = '' }: { first_name: string; last_name: string; room?: string | undefined },
): Promise<boolean> =>
  (await db
    .selectFrom('residents')
    .select('id')
    .where('clinic_id', '=', clinic_id)
    .where('status', '=', 1)
    .where('room', '=', room)
    .where(sql<SqlBool>`fold(first_name) = fold(${first_name}) and fold(last_name) = fold(${last_name})`)
    .executeTakeFirst()) !== undefined
