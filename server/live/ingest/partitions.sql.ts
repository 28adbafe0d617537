import type pg from 'pg'
import type { partitionDays } from './partition-days.ts'

/** Days whose partitions change in one transaction: each needs several locks, and the database has a few thousand. */
const mostDaysAtOnce = 50

/**
 * Keeps a partition for every day that a reading may fall in and drops those older than the retention. Days are UTC
 * dates. Dropped data is lost, so a node whose clock is ahead drops no more than the database's own date allows.
 */
export async function keepPartitions(pool: pg.Pool, days: ReturnType<typeof partitionDays>): Promise<void> {
  const oldest = (parent: string) =>
    `(select min(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD')) from pg_inherits where inhparent = '${parent}'::regclass)`
  for (let isDone = false; !isDone; ) {
    const { rows } = await pool.query<{ is_done: boolean }>(
      `with kept as materialized (
         select $4::date - ahead as readings, $5::date - ahead as minutes,
           ${oldest('readings')} + ${mostDaysAtOnce} as readings_step, ${oldest('minutes')} + ${mostDaysAtOnce} as minutes_step
         from greatest(0, $1::date - current_date) ahead
       )
       select keep_partitions($2, $3, least(readings, readings_step), least(minutes, minutes_step)),
         coalesce(readings_step >= readings, true) and coalesce(minutes_step >= minutes, true) as is_done
       from kept`,
      [days.today, days.first, days.last, days.readingsFrom, days.minutesFrom],
    )
    isDone = rows[0]!.is_done
  }
}
