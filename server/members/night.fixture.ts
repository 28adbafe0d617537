import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestHttp } from '../../tests/kit/portal.ts'

/** A resident with a device and measured nights, as ingest would write them. */
export interface Bed {
  readonly clinic_id: string
  readonly patient_id: string
  readonly device_id: string
  readonly device_no: number
}

export async function makeBed({ owner, createClinic }: TestHttp, tz = 'UTC'): Promise<Bed> {
  const clinic_id = await createClinic({ tz })
  const patient_id = randomUUID()
  const uid = randomUUID()
  const { rows } = await sql<{ device_id: string; device_no: number }>`
    with r as (
      insert into residents (id, clinic_id, first_name, last_name, room)
      values (${patient_id}, ${clinic_id}, 'Ada', 'Byron', '12')
    ), d as (
      insert into devices (uid, name, tz, clinic_id, key_hash) values (${uid}, ${uid}, ${tz}, ${clinic_id}, '')
      returning id, no
    ), p as (insert into presence select no, true, now() from d
    )
    select id as device_id, no as device_no from d`.execute(owner)
  const device = rows[0]!
  await sql`insert into device_assignments (clinic_id, device_id, resident_id, since)
    values (${clinic_id}, ${device.device_id}, ${patient_id}, now() - interval '40 days')`.execute(owner)
  return { clinic_id, patient_id, ...device }
}

/** Writes `count` minutes, by default in bed, starting at an instant. */
export async function writeMinutes(
  { owner }: TestHttp,
  bed: Bed,
  first: Temporal.Instant,
  count: number,
  rr = 15,
  isInBed = true,
) {
  const day = first.toZonedDateTimeISO('UTC').toPlainDate()
  const keep = Temporal.Now.plainDateISO('UTC').subtract({ days: 400 }).toString()
  await sql`select keep_partitions(${day.toString()}::date, ${day.add({ days: 2 }).toString()}::date, ${keep}::date,
    ${keep}::date)`.execute(owner)
  await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
    select ${bed.device_no}, c.no, ${first}::timestamptz + make_interval(mins => m), 60, ${isInBed ? 60 : 0},
      ${isInBed ? rr * 60 : 0}, ${isInBed ? rr - 1 : null}::real, ${isInBed ? rr + 1 : null}::real, 60, 48, ${isInBed ? 60 : 0}
    from clinics c, generate_series(0, ${count - 1}::int) m where c.id = ${bed.clinic_id}`.execute(owner)
}
