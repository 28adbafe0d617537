import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

let lastCursor = 0

/**
 * The rows of a query as they are found: first `first` of them, then `later` at a time. The database always has the next
 * two parts to find, so that it never waits for the reader. The cursor ends with the transaction.
 */
export async function* readAhead<T>(
  db: Db,
  query: RawBuilder<T>,
  first: number,
  later: number,
): AsyncGenerator<readonly T[]> {
  const cursor = sql.ref(`ahead_${++lastCursor}`)
  const fetch = (count: number) => {
    const rows = sql<T>`fetch ${sql.lit(count)} from ${cursor}`.execute(db)
    // A reader that stops never awaits it.
    rows.catch(() => {})
    return { rows, count }
  }
  // If it fails, so do the parts; its own error says why.
  const declared = sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  const asked = [fetch(first), fetch(later)]
  await declared
  for (;;) {
    const { count, rows } = asked.shift()!
    const part = (await rows).rows
    if (part.length === count) asked.push(fetch(later))
    yield part
    if (part.length < count) return
  }
}

/** The same parts, the first asked for now instead of when it is waited for. */
export function begun<T>(parts: AsyncGenerator<T>): AsyncGenerator<T> {
  const first = parts.next()
  // A reader that never begins doesn't await it.
  first.catch(() => {})
  return rest()
  async function* rest() {
    for (let part = await first; !part.done; part = await parts.next()) yield part.value
  }
}
