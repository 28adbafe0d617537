import type pg from 'pg'
import type { Bed } from '../bed/bed.ts'

/** Table of this file: watch_checkpoints. */

/**
 * Keeps what is known of beds, so that another node, or this one after a restart, can go on with it.
 * @param late by device_no: since when minutes are to be judged again, ms since the epoch
 */
export async function storeCheckpoints(
  client: pg.ClientBase,
  beds: readonly Bed[],
  late: ReadonlyMap<number, number>,
): Promise<void> {
  await client.query({
    name: 'store-checkpoints',
    text: `insert into watch_checkpoints as w (device_no, resident_id, at, judged_until, watch, pace_ms, is_change_only, late_from, late_at)
      select no, resident_id, timestamptz 'epoch' + at * interval '1 millisecond',
        timestamptz 'epoch' + judged_until * interval '1 millisecond', watch, pace, is_change_only,
        timestamptz 'epoch' + late_from * interval '1 millisecond', case when late_from is not null then now() end
      from unnest($1::int4[], $2::text[], $3::float8[], $4::float8[], $5::jsonb[], $6::float8[], $7::bool[], $8::float8[])
        t (no, resident_id, at, judged_until, watch, pace, is_change_only, late_from)
      order by no
      on conflict (device_no) do update set resident_id = excluded.resident_id, at = excluded.at,
        judged_until = excluded.judged_until, watch = excluded.watch, pace_ms = excluded.pace_ms,
        is_change_only = excluded.is_change_only, late_from = least(w.late_from, excluded.late_from),
        late_at = coalesce(w.late_at, excluded.late_at),
        late_count = w.late_count + (excluded.late_from is not null)::int`,
    values: [
      beds.map(({ place }) => place.no),
      beds.map(({ place }) => place.residentId),
      beds.map(({ watch }) => watch.ts),
      beds.map(({ judgedUntil }) => judgedUntil),
      beds.map(({ watch }) => JSON.stringify(watch)),
      beds.map(({ pace }) => pace),
      beds.map(({ isChangeOnly }) => isChangeOnly),
      beds.map(({ place }) => late.get(place.no) ?? null),
    ],
  })
}
