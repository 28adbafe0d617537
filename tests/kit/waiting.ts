import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../server/platform/database.ts'

/** Resolves when a statement of the same database waits for a lock, or `attempt` is over without having waited. */
export async function untilWaiting(owner: Database, attempt: Promise<unknown>): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  attempt.then(end, end)
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect
    .poll(async () => isOver || (await waiting.execute(owner)).rows.length > 0, { interval: 10, timeout: 15_000 })
    .toBe(true)
}
