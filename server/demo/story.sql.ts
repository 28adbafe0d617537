import type pg from 'pg'
import { type DemoPlace, instant } from './past.sql.ts'
import { leaveOf, type storyOf } from './story.ts'

/**
 * Writes what staff of the demonstration facility wrote into the tables of other nouns: notes, resident_flag_logs, residents,
 * plans, leaves, consents, handovers.
 */

/** What staff wrote, with the instants of the story. */
export async function storeStory(
  client: pg.ClientBase,
  { clinic_id, origin }: DemoPlace,
  { notes, flags, plans, leave, consents }: ReturnType<typeof storyOf>,
): Promise<void> {
  const written = <T extends { readonly room: string; readonly by: string; readonly at?: number }>(
    rows: readonly T[],
  ) => JSON.stringify(rows.map((row) => ({ ...row, at: instant(row.at ?? origin) })))
  const whose = `join residents r on r.clinic_id = $1 and r.room = t.room
    left join lateral (select u.id from users u join user_clinics uc on uc.user_id = u.id
      where uc.clinic_id = $1 and u.name = t.by limit 1) u on true`
  await client.query(
    `insert into notes (clinic_id, resident_id, member_id, kind, note, created_at, created_by, created_name, updated_at, updated_by, updated_name)
     select $1, r.id, r.id, 'note', t.text, t.at, coalesce(u.id, ''), t.by, t.at, coalesce(u.id, ''), t.by
     from jsonb_to_recordset($2::jsonb) t (room text, at timestamptz, by text, text text) ${whose}`,
    [clinic_id, written(notes)],
  )
  await client.query(
    `with logged as (
      insert into resident_flag_logs (clinic_id, resident_id, status, note, created_at, created_by)
      select $1, r.id, t.status, t.text, t.at, t.by
      from jsonb_to_recordset($2::jsonb) t (room text, at timestamptz, by text, text text, status smallint) ${whose}
      order by t.at returning resident_id, status, created_at
    )
    update residents r set flag_status = l.status
    from (select distinct on (resident_id) * from logged order by resident_id, created_at desc) l where r.id = l.resident_id`,
    [clinic_id, written(flags)],
  )
  await client.query(
    `insert into plans (clinic_id, resident_id, low, high, extreme_high, extreme_low, no_breathing_seconds, out_of_bed, reason,
       review_on, valid_from, written_by, written_name)
     select $1, r.id, (t.plan ->> 'low')::float8, (t.plan ->> 'high')::float8, (t.plan ->> 'extreme_high')::float8,
       (t.plan ->> 'extreme_low')::float8, 120, t.out_of_bed, t.reason, current_date + t."reviewIn", t.at, coalesce(u.id, ''), t.by
     from jsonb_to_recordset($2::jsonb)
       t (room text, at timestamptz, by text, plan jsonb, out_of_bed jsonb, reason text, "reviewIn" int) ${whose}`,
    [clinic_id, written(plans)],
  )
  const { from, to } = leaveOf(origin)
  await client.query(
    `insert into leaves (clinic_id, resident_id, since, until, reason, recorded_at, recorded_by, recorded_name)
     select $1, r.id, $3, $4, t.reason, $3, coalesce(u.id, ''), t.by
     from jsonb_to_recordset($2::jsonb) t (room text, by text, reason text) ${whose}`,
    [clinic_id, JSON.stringify([leave]), instant(from), instant(to)],
  )
  await client.query(
    `insert into consents (clinic_id, resident_id, state, decided_by, decided_on, recorded_at, recorded_by, recorded_name)
     select $1, r.id, 'given', concat_ws(' ', r.first_name, r.last_name), r.day, r.day + interval '10 hours', coalesce(u.id, ''), $3
     from (select *, least(date_of_admission, current_date - 1) as day from residents) r
     left join lateral (select u.id from users u join user_clinics uc on uc.user_id = u.id
       where uc.clinic_id = $1 and u.name = $3 limit 1) u on true
     where r.clinic_id = $1 and r.room <> all ($2)`,
    [clinic_id, consents.missingIn, consents.by],
  )
}

/** Shifts that were taken over, [since, until) each. */
export async function storeHandovers(
  client: pg.ClientBase,
  clinic_id: string,
  shifts: readonly { readonly since: number; readonly until: number; readonly floor: string; readonly by: string }[],
): Promise<void> {
  await client.query(
    `insert into handovers (clinic_id, floor, since, until, taken_at, taken_by, taken_name)
     select $1, t.floor, t.since, t.until, t.until + interval '7 minutes', coalesce(u.id, ''), t.by
     from jsonb_to_recordset($2::jsonb) t (floor text, since timestamptz, until timestamptz, by text)
     left join users u on u.name = t.by and exists (select from user_clinics uc where uc.user_id = u.id and uc.clinic_id = $1)
     on conflict do nothing`,
    [
      clinic_id,
      JSON.stringify(shifts.map((one) => ({ ...one, since: instant(one.since), until: instant(one.until) }))),
    ],
  )
}
