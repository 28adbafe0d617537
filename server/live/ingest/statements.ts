import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Ctx } from '../../platform/context.ts'

/** A transaction, of whichever library. */
export interface Statements {
  query<R extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<Pick<pg.QueryResult<R>, 'rows' | 'rowCount'>>
}

/** The transaction of `ctx`, for nouns that raise episodes themselves. */
export const statementsOf = ({ db }: Pick<Ctx, 'db'>): Statements => ({
  async query<R>(text: string, values: unknown[]) {
    const { rows, numAffectedRows } = await db.executeQuery<R>(CompiledQuery.raw(text, values))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  },
})
