import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/** Table sign_in_guesses. A statement each, outside of the attempt's own transaction, so that a refusal keeps them. */

/** What guesses are counted for, and how many are allowed. */
export interface Counter {
  /** a keyed hash */
  readonly counted_for: string
  /** guesses at once */
  readonly most: number
  /** then one each */
  readonly seconds: number
}

/** @returns seconds to wait; 0: counted */
export const countGuess = async (db: Database, counters: readonly Counter[]): Promise<number> =>
  (
    await sql<{ wait: number }>`select count_guess(${counters.map((one) => one.counted_for)},
      ${counters.map((one) => one.most)}, ${counters.map((one) => one.seconds)}) as wait`.execute(db)
  ).rows[0]!.wait

/** Takes one guess back from each. */
export async function uncountGuess(db: Database, counters: readonly Counter[]): Promise<void> {
  for (const { counted_for, seconds } of counters.toSorted((a, b) => (a.counted_for < b.counted_for ? -1 : 1)))
    await db
      .updateTable('sign_in_guesses')
      .set({ empty_at: sql<Temporal.Instant>`empty_at - make_interval(secs => ${seconds})` })
      .where('counted_for', '=', counted_for)
      .execute()
}

export async function forgetGuesses(db: Database, counted_for: string): Promise<void> {
  await db.deleteFrom('sign_in_guesses').where('counted_for', '=', counted_for).execute()
}
