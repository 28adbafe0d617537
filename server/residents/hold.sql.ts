import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Those who still exist, and can't be erased until the transaction ends; waits for an erasure under way. */
export const holdResidents = async ({ db }: Ctx, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('residents')
      .select('id')
      .where(sql<boolean>`id = any(${[...ids]}::text[])`)
      .orderBy('id')
      .forKeyShare()
      .execute()
  ).map(({ id }) => id)
