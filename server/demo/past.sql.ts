import { minuteMs } from '@eupnea/contract/rules/minute.ts'
import type pg from 'pg'
import type { Bed } from '../live/bed/index.ts'
import { hourOf, type PastNotification, type PastSignal, type Portion } from './make-portion.ts'

/**
 * Writes what the sensors of the demonstration facility would have sent into the tables of other nouns, in bulk: minutes,
 * hours, latest, episodes, notifications, notification_views, signal_spans. It sends no notifications.
 */

export const instant = (ms: number): string => new Date(ms).toISOString()

/** A column as an array literal. */
const column = <T>(rows: readonly T[], read: (row: T) => number | bigint | null): string =>
  `{${rows.map((row) => read(row) ?? 'NULL').join()}}`

export interface DemoPlace {
  readonly clinic_id: string
  /** when the facility was made, ms since the epoch */
  readonly origin: number
  /** since when its residents lie under their sensors */
  readonly since: number
  /** its oldest minute; null without any */
  readonly oldest: number | null
}

/** The demonstration facility, as far as its past is concerned; null without one. */
export async function selectDemoPlace(client: pg.ClientBase): Promise<DemoPlace | null> {
  const { rows } = await client.query<{ clinic_id: string; no: number; origin: number; since: number | null }>(
    `select c.id as clinic_id, c.no, floor(extract(epoch from c.created_at) * 1000)::float8 as origin,
       floor(extract(epoch from (select date_trunc('minute', min(a.since)) from device_assignments a where a.clinic_id = c.id)) * 1000)::float8 as since
     from clinics c where c.is_demo order by c.created_at limit 1`,
  )
  const [place] = rows
  if (!place || place.since === null) return null
  const { rows: found } = await client.query<{ oldest: number | null }>(
    `select min(first)::float8 as oldest from devices d cross join lateral (
       select extract(epoch from minute) * 1000 as first from minutes m
       where m.device_no = d.no and m.minute >= $2 order by m.minute limit 1) m
     where d.clinic_id = $1`,
    [place.clinic_id, instant(place.since)],
  )
  return { ...place, since: place.since, oldest: found[0]!.oldest }
}

interface DemoDevice {
  readonly device_id: string
  readonly resident_id: string
  readonly room: string
}

/** In the order in which the simulator counts them. */
export async function selectDemoDevices(client: pg.ClientBase, clinic_id: string): Promise<DemoDevice[]> {
  const { rows } = await client.query<DemoDevice>(
    `select d.id as device_id, a.resident_id, substr(d.uid, 6) as room
     from devices d join device_assignments a on a.device_id = d.id and a.until is null
     where d.clinic_id = $1 and d.uid like 'demo-%' order by room`,
    [clinic_id],
  )
  return rows
}

export async function keepPastPartitions(client: pg.ClientBase, since: number): Promise<void> {
  // Drops none: what other facilities keep is decided elsewhere.
  await client.query(`select keep_partitions($1::date, current_date, '-infinity', '-infinity')`, [instant(since)])
}

export async function storePortion(client: pg.ClientBase, portion: Portion): Promise<void> {
  await client.query('select hold_hours()')
  await storeMinutes(client, portion.minutes)
  await storeHours(client, portion.minutes)
  await storeNotifications(client, portion.notifications)
  await storeSignals(client, portion.signals)
}

async function storeMinutes(client: pg.ClientBase, rows: Portion['minutes']): Promise<void> {
  await client.query(
    `insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
     select no, clinic_no, timestamptz 'epoch' + ms * interval '1 millisecond', n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, there
     from unnest($1::int4[], $2::int4[], $3::float8[], $4::int4[], $5::int4[], $6::float8[], $7::real[], $8::real[],
       $9::int4[], $10::float8[], $11::int4[])
       t (no, clinic_no, ms, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, there)
     on conflict do nothing`,
    [
      column(rows, ({ bed }) => bed.place.no),
      column(rows, ({ bed }) => bed.place.clinicNo),
      column(rows, ({ sums }) => sums.minute),
      column(rows, ({ sums }) => sums.n),
      column(rows, ({ sums }) => sums.nRr),
      column(rows, ({ sums }) => sums.sumRr),
      column(rows, ({ sums }) => sums.minRr),
      column(rows, ({ sums }) => sums.maxRr),
      column(rows, ({ sums }) => sums.nDist),
      column(rows, ({ sums }) => sums.sumDist),
      column(rows, ({ sums }) => sums.nPresence),
    ],
  )
}

const hourMs = 60 * minuteMs
const hourStart = (ms: number): number => ms - (ms % hourMs)

/** Of hours that are over. */
async function storeHours(client: pg.ClientBase, rows: Portion['minutes']): Promise<void> {
  const present = hourStart(Date.now())
  const hours = [...Map.groupBy(rows, ({ bed, sums }) => `${bed.place.no} ${hourStart(sums.minute)}`).values()]
    .map((some) => ({
      place: some[0]!.bed.place,
      at: hourStart(some[0]!.sums.minute),
      sums: hourOf(some.map(({ sums }) => sums)),
    }))
    .filter(({ at }) => at < present)
  await client.query(
    `insert into hours (device_no, clinic_no, hour, n, n_rr, n_dist, n_in_bed, sum_rr, min_rr, max_rr, sum_dist, heard, valid)
     select no, clinic_no, timestamptz 'epoch' + ms * interval '1 millisecond', n, n_rr, n_dist, n_in_bed, sum_rr, min_rr, max_rr,
       sum_dist, heard, valid
     from unnest($1::int4[], $2::int4[], $3::float8[], $4::int4[], $5::int4[], $6::int4[], $7::int4[], $8::float8[],
       $9::real[], $10::real[], $11::float8[], $12::int8[], $13::int8[])
       t (no, clinic_no, ms, n, n_rr, n_dist, n_in_bed, sum_rr, min_rr, max_rr, sum_dist, heard, valid)
     on conflict do nothing`,
    [
      column(hours, ({ place }) => place.no),
      column(hours, ({ place }) => place.clinicNo),
      column(hours, ({ at }) => at),
      column(hours, ({ sums }) => sums.n),
      column(hours, ({ sums }) => sums.n_rr),
      column(hours, ({ sums }) => sums.n_dist),
      column(hours, ({ sums }) => sums.n_in_bed),
      column(hours, ({ sums }) => sums.sum_rr),
      column(hours, ({ sums }) => sums.min_rr),
      column(hours, ({ sums }) => sums.max_rr),
      column(hours, ({ sums }) => sums.sum_dist),
      column(hours, ({ sums }) => sums.heard),
      column(hours, ({ sums }) => sums.valid),
    ],
  )
}

/** As JSON: they are few, and hold texts. */
async function storeNotifications(client: pg.ClientBase, rows: readonly PastNotification[]): Promise<void> {
  const told = rows.map(({ bed: { place }, ...one }) => ({
    ...one,
    clinic_id: place.clinicId,
    resident_id: place.residentId,
    device_id: place.id,
    raised_at: instant(one.raisedAt),
    ended_at: one.endedAt === null ? null : instant(one.endedAt),
    end_reason: one.endReason,
    acknowledged_at: one.acknowledgedAt === null ? null : instant(one.acknowledgedAt),
    acknowledged_name: one.acknowledgedBy,
  }))
  await client.query(
    `with told as (
      select * from jsonb_to_recordset($1::jsonb) t (id text, clinic_id text, resident_id text, device_id text, kind text,
        direction text, severity text, rr real, title text, description text, raised_at timestamptz, ended_at timestamptz,
        end_reason text, acknowledged_at timestamptz, acknowledged_name text)
    ), made as (
      insert into episodes (id, clinic_id, resident_id, device_id, kind, direction, severity, rr, raised_at, ended_at, end_reason)
      select id, clinic_id, resident_id, device_id, kind, direction, severity, rr, raised_at, ended_at, end_reason from told
      on conflict do nothing returning id
    )
    insert into notifications (id, clinic_id, episode_id, kind, title, description, action, severity, patient_id, raised_at,
      created_at, is_late, extra_detail, acknowledged_at, acknowledged_by, acknowledged_name)
    select t.id, t.clinic_id, t.id, t.kind, t.title, t.description, case t.kind when 'episode' then 'rr' else t.kind end,
      t.severity, t.resident_id, t.raised_at, t.raised_at, true,
      jsonb_build_object('patient_id', t.resident_id, 'device_id', t.device_id, 'rr', t.rr, 'alert', t.direction),
      t.acknowledged_at, case when t.acknowledged_at is not null then u.user_id end,
      case when t.acknowledged_at is not null then t.acknowledged_name end
    from told t join made using (id)
    left join lateral (
      select uc.user_id from user_clinics uc join users u on u.id = uc.user_id
      where uc.clinic_id = t.clinic_id and u.name = t.acknowledged_name limit 1
    ) u on true`,
    [JSON.stringify(told)],
  )
  await client.query(
    `insert into notification_views (notification_id, user_id, seen_at, name)
     select n.id, u.id, n.raised_at + interval '8 minutes', u.name
     from notifications n join user_clinics c on c.clinic_id = n.clinic_id join users u on u.id = c.user_id
     where n.id = any ($1) and n.raised_at < now() - interval '6 hours'`,
    [rows.map(({ id }) => id)],
  )
  // They were stored as late, so nobody was notified.
  await client.query('update notifications set is_late = false where id = any ($1)', [rows.map(({ id }) => id)])
}

async function storeSignals(client: pg.ClientBase, rows: readonly PastSignal[]): Promise<void> {
  await client.query(
    `insert into signal_spans (clinic_id, device_id, resident_id, state, note, since, until)
     select * from jsonb_to_recordset($1::jsonb)
       t (clinic_id text, device_id text, resident_id text, state text, note text, since timestamptz, until timestamptz)
     on conflict do nothing`,
    [
      JSON.stringify(
        rows.map(({ bed: { place }, state, note, since, until }) => ({
          clinic_id: place.clinicId,
          device_id: place.id,
          resident_id: place.residentId,
          state,
          note,
          since: instant(since),
          until: until === null ? null : instant(Math.max(since, until)),
        })),
      ),
    ],
  )
}

/** The live portal took it for silence that there was no past yet, which would hide how each bed is now. */
export async function forgetSilence(client: pg.ClientBase, clinic_id: string): Promise<void> {
  await client.query('delete from signal_spans where clinic_id = $1', [clinic_id])
}

/** The newest reading of each sensor, from which the live portal and the simulator go on. */
export async function storeNewest(client: pg.ClientBase, beds: readonly Bed[]): Promise<void> {
  for (const { ts, rr, dist, place } of beds)
    if (ts !== null)
      await client.query(
        `insert into latest (device_no, clinic_no, ts, rr, dist, seen_at) values ($1, $2, $3, $4, $5, $3) on conflict do nothing`,
        [place.no, place.clinicNo, instant(ts), rr, dist],
      )
}

/** Judges usual rates and the last night again, which were judged while the past was still being written. */
export async function judgePastAgain(client: pg.ClientBase, clinic_id: string): Promise<void> {
  await client.query(
    `update baselines set computed_at = computed_at - interval '7 hours'
     where resident_id in (select id from residents where clinic_id = $1)`,
    [clinic_id],
  )
  await client.query('delete from trend_nights where clinic_id = $1', [clinic_id])
}

export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  const made = await work()
  await client.query('commit')
  return made
}
