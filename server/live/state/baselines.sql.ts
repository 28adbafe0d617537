import { type Baseline, baselineDays, baselineMinimumMinutes, defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import type pg from 'pg'

/** Table of this file: baselines. Reads the views device_places, resident_minutes and excluded_times. */

export const usableBaseline = (row: {
  median: number | null
  mad: number | null
  baseline_minutes: number | null
}): Baseline =>
  row.median !== null && row.mad !== null && (row.baseline_minutes ?? 0) >= baselineMinimumMinutes
    ? { median: row.median, mad: row.mad }
    : defaultBaseline

/**
 * Recomputes baselines that are due: a full one every six hours; every minute while it has less than 24 h of data or
 * late minutes arrive. Several nodes share the work.
 * @param late ids of devices that delivered old minutes
 * @param limit residents at most
 * @returns ids of the devices whose baseline changed
 */
export async function refreshBaselines(
  pool: pg.Pool,
  { late, limit }: { late: readonly string[]; limit: number },
): Promise<{ device_id: string; baseline: Baseline }[]> {
  const { rows } = await pool.query<{ device_id: string; median: number; mad: number; baseline_minutes: number }>(
    `with due as (
      select p.resident_id, p.device_id from device_places p
      left join baselines b on b.resident_id = p.resident_id
      where p.resident_id is not null and (b.computed_at is null
        or b.computed_at < now() - case when b.minutes >= $2 and p.device_id <> all ($4) then interval '6 hours' else interval '55 seconds' end)
      order by b.computed_at nulls first limit $1
    ), usual as (
      select d.resident_id, d.device_id, x.median, x.minutes,
        (select percentile_cont(0.5) within group (order by abs(v - x.median)) from unnest(x.averages) v) as mad
      from due d cross join lateral (
        select percentile_cont(0.5) within group (order by average) as median, count(*)::int as minutes, array_agg(average) as averages
        from (select sum_rr / n_rr as average from resident_minutes m
          where m.resident_id = d.resident_id and m.n_rr > 0 and m.minute >= $3::timestamptz
            and not exists (select from excluded_times t
              where t.resident_id = d.resident_id and m.minute >= t.since and m.minute < t.until)) a
      ) x
    )
    insert into baselines as b (resident_id, median, mad, minutes, computed_at)
    select u.resident_id, coalesce(u.median, 0), coalesce(u.mad, 0), u.minutes, now() from usual u
    join resident_places r using (resident_id)
    on conflict (resident_id) do update set median = excluded.median, mad = excluded.mad, minutes = excluded.minutes, computed_at = excluded.computed_at
    returning (select device_id from due where due.resident_id = b.resident_id) as device_id, b.median, b.mad, b.minutes as baseline_minutes`,
    // A constant for the planner, so that only the partitions of these days are read.
    [limit, baselineMinimumMinutes, Temporal.Now.instant().subtract({ hours: 24 * baselineDays }), late],
  )
  return rows.map((row) => ({ device_id: row.device_id, baseline: usableBaseline(row) }))
}

/** Baselines computed within the last `ms` ms, by any node. */
export async function selectFreshBaselines(
  pool: pg.Pool,
  ms: number,
): Promise<{ device_id: string; baseline: Baseline }[]> {
  const { rows } = await pool.query<{ device_id: string; median: number; mad: number; baseline_minutes: number }>(
    `select p.device_id, b.median, b.mad, b.minutes as baseline_minutes
     from baselines b join device_places p using (resident_id)
     where b.computed_at > now() - $1 * interval '1 millisecond'`,
    [ms],
  )
  return rows.map((row) => ({ device_id: row.device_id, baseline: usableBaseline(row) }))
}
