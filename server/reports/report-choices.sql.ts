import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { naturally, naturallyAnyCase } from '../platform/natural-order.ts'
import { isIn, namesOf } from '../platform/text-search.ts'

/** Reads the views report_residents, resident_spans and device_details. */

interface Page {
  readonly offset: number
  readonly limit: number
}

interface ResidentChoice {
  readonly patient_id: string
  readonly first_name: string
  readonly last_name: string
  readonly room: string
  readonly floor_id: string
  readonly status: number
  readonly since: Temporal.Instant | null
  readonly until: Temporal.Instant | null
}

/** Residents who are active or ever had a device, by name; the search accepts names in either order. */
export async function selectReportResidentChoices({ db }: Ctx, clinic_id: string, search: string, page: Page) {
  const matching = sql<SqlBool>`r.clinic_id = ${clinic_id} and r.status <> 0
    and ${isIn(search, namesOf('r'), 'r.room')}
    and (r.status = 1 or exists (select from resident_spans s where s.resident_id = r.resident_id))`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from report_residents r where ${matching}`.execute(db)
  const { rows } = await sql<ResidentChoice>`
    select r.resident_id as patient_id, r.first_name, r.last_name, r.room, r.floor as floor_id, r.status, s.since, s.until
    from report_residents r
    cross join lateral (
      select min(s.since) as since, case when bool_or(s.until is null) then null else max(s.until) end as until
      from resident_spans s where s.resident_id = r.resident_id
    ) s
    where ${matching}
    order by ${naturallyAnyCase('r.last_name')}, ${naturallyAnyCase('r.first_name')}, r.resident_id
    offset ${page.offset} limit ${page.limit}`.execute(db)
  return { rows, total: counted[0]!.total }
}

interface DeviceChoice {
  readonly device_id: string
  readonly name: string
  readonly room: string | null
  readonly patient_id: string | null
  readonly is_present: boolean
}

/** Devices that belong to the clinic or ever measured a resident there, by name. */
export async function selectReportDeviceChoices({ db }: Ctx, clinic_id: string, search: string, page: Page) {
  const matching = sql<SqlBool>`${isIn(search, 'd.name')} and d.device_id = any(array(
    select o.device_id from device_details o where o.clinic_id = ${clinic_id}
    union select s.device_id from resident_spans s where s.clinic_id = ${clinic_id}))`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from device_details d where ${matching}`.execute(db)
  // Residents elsewhere are not this clinic's business.
  const { rows } = await sql<DeviceChoice>`
    select d.device_id, d.name, d.clinic_id is not distinct from ${clinic_id} as is_present,
      case when d.clinic_id = ${clinic_id} then d.room end as room,
      case when d.clinic_id = ${clinic_id} then d.resident_id end as patient_id
    from device_details d where ${matching}
    order by ${naturally('d.name')}, d.device_id
    offset ${page.offset} limit ${page.limit}`.execute(db)
  return { rows, total: counted[0]!.total }
}
