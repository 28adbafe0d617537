import { nameFields } from '@eupnea/contract/resident-name.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { ClinicDay } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { keepsPlan, readsAlone } from '../platform/database-driver.ts'
import { naturally, naturallyAnyCase } from '../platform/natural-order.ts'
import { hasUsualSize, type Page, readPage, type Total } from '../platform/paging.ts'
import { isIn } from '../platform/text-search.ts'
import { type ResidentRow, withDevice } from './residents.sql.ts'

/** Lists of residents (table residents) and of rooms, with the devices that views show. */

const familyName = naturallyAnyCase('last_name')
const givenName = naturallyAnyCase('first_name')
const countedRoom = naturally('room')
const countedFloor = naturally('floor')
/** In either order and with either first name: `Ada Byron`, `Byron Ada`, `Addie Byron`. */
const names = sql<string>`concat_ws(' ', first_name, last_name, first_name, preferred_name, last_name, preferred_name)`
const namesAndRoom = [names, 'room']

/** Sort keys; residents without a date of admission come first. */
const sortsOf = (floors: readonly string[]) => ({
  room: [countedRoom, familyName, givenName],
  name: [familyName, givenName],
  floor: [floorPlace(floors), countedFloor, countedRoom, familyName, givenName],
  // active, discharged, deleted
  status: [sql`(status + 2) % 3`, countedRoom, familyName, givenName],
  admission: [sql.ref('date_of_admission')],
})

/** Floors in the clinic's own order, others after them. */
const floorPlace = (floors: readonly string[]) =>
  sql`coalesce(array_position(${floors}::text[], floor), ${floors.length + 1})`

export interface ResidentFilter {
  readonly clinic_id?: string
  readonly statuses: readonly number[]
  readonly search?: string
  readonly name?: string
  readonly room?: string
  /** null: all floors */
  readonly floor?: string | null
  readonly device?: 'with' | 'without'
  readonly consent?: 'missing' | 'review_due'
  readonly sort: keyof ReturnType<typeof sortsOf>
  readonly order: 'asc' | 'desc'
  /** the clinic's floors, for sorting by them */
  readonly floors: readonly string[]
  /** the day at each clinic, by which reviews are due */
  readonly days: readonly ClinicDay[]
}

/** A page with the count of all. Only the page's rows are read in full, with their devices. */
export async function selectResidents(
  ctx: Ctx,
  filter: ResidentFilter,
  page: Page,
): Promise<Total & { readonly rows: ResidentRow[] }> {
  const conditions = conditionsOf(filter)
  const matching = ctx.db.selectFrom('residents').where(({ and }) => and(conditions))
  const order = orderOf(filter)
  const first = matching.selectAll('residents').orderBy(order).limit(sql.lit(page.limit))
  const read = () =>
    withDevice(ctx, page.offset === 0 ? first : first.offset(page.offset))
      .modifyFront(readsAlone)
      .$if(!isSought(filter) && hasUsualSize(page), (query) => query.modifyFront(keepsPlan))
      .orderBy(order)
      .execute()
  return readPage(ctx, page, read, matching)
}

/** How many a text finds decides how they are best read. */
const isSought = ({ search, name, room }: ResidentFilter) => Boolean(search || name || room)

function conditionsOf({ clinic_id, statuses, search, name, room, floor, device, consent, days }: ResidentFilter) {
  const conditions: Expression<SqlBool>[] = [sql`status in (${sql.join(statuses)})`]
  if (clinic_id) conditions.push(sql`residents.clinic_id = ${clinic_id}`)
  if (room) conditions.push(isIn(room, 'room'))
  if (floor) conditions.push(sql`floor = ${floor}`)
  if (name) conditions.push(isIn(name, names))
  const under = (more: Expression<SqlBool>) =>
    sql<SqlBool>`residents.id in (select resident_id from resident_devices where ${clinic_id ? sql`clinic_id = ${clinic_id}` : sql`true`} and ${more})`
  if (search) conditions.push(sql`(${isIn(search, ...namesAndRoom)} or ${under(isIn(search, 'device_name'))})`)
  const decided = (more: Expression<SqlBool>) =>
    sql<SqlBool>`exists (select from consents_in_force f where f.resident_id = residents.id and ${more})`
  if (consent === 'missing') conditions.push(decided(sql`f.state is null`), under(sql`true`))
  if (consent === 'review_due')
    conditions.push(
      decided(sql`exists (select from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (clinic_id text, date date)
        where d.clinic_id = f.clinic_id and f.review_on <= d.date)`),
    )
  if (device) conditions.push(device === 'with' ? under(sql`true`) : sql`not ${under(sql`true`)}`)
  return conditions
}

/** All keys in the same direction, so that one index serves both. */
function orderOf({ sort, order, floors }: Pick<ResidentFilter, 'sort' | 'order' | 'floors'>) {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const nulls = sort !== 'admission' ? sql`` : order === 'asc' ? sql` nulls first` : sql` nulls last`
  const parts = [
    ...sortsOf(floors)[sort].map((part) => sql`${part} ${direction}${nulls}`),
    sql`residents.id ${direction}`,
  ]
  return sql`${sql.join(parts)}`
}

export interface RoomFilter {
  readonly clinic_id: string
  readonly floors: readonly string[]
  readonly search?: string
  /** null: all floors */
  readonly floor?: string | null
  readonly state?: 'connected' | 'disconnected' | 'no_device' | 'free'
}

/** A page of active residents by floor and room, each with their device, and of free devices after them; and the count. */
export async function selectRooms(ctx: Ctx, filter: RoomFilter, page: Page) {
  const { db } = ctx
  const beds = db
    .selectFrom('residents')
    .leftJoin('resident_devices as device', 'device.resident_id', 'residents.id')
    .where(({ and }) => and(bedConditions(filter)))
    .select([
      sql<boolean>`false`.as('is_free'),
      floorPlace(filter.floors).$castTo<number>().as('floor_place'),
      'floor',
      'room',
      sql<string | null>`residents.id`.as('patient_id'),
      ...nameFields,
      'flag_status',
      'device.device_id',
      'device.device_no',
      'device.device_name',
      'device.device_tz',
      'device.online',
    ])
  const free = db
    .selectFrom('free_devices')
    .where(({ and }) => and(freeConditions(filter)))
    .select([
      sql<boolean>`true`.as('is_free'),
      sql<number>`0`.as('floor_place'),
      sql<string>`''`.as('floor'),
      sql<string>`''`.as('room'),
      sql<string | null>`null`.as('patient_id'),
      ...nameFields.map((name) => sql<string>`''`.as(name)),
      sql<number>`1`.as('flag_status'),
      'device_id',
      'device_no',
      'device_name',
      'device_tz',
      'online',
    ])
  const places = beds.unionAll(free).as('places')
  const order = sql`is_free, floor_place, ${countedFloor}, ${countedRoom}, ${familyName}, ${givenName}, patient_id,
    ${naturally('device_name')}, device_id`
  const shown = db.selectFrom(places).selectAll().orderBy(order).offset(page.offset).limit(page.limit).as('shown')
  const read = () =>
    db
      .selectFrom(shown)
      .leftJoin('device_sightings as sighting', 'sighting.device_no', 'shown.device_no')
      .selectAll('shown')
      .select('sighting.last_seen')
      .orderBy(order)
      .execute()
  return readPage(ctx, page, read, db.selectFrom(places))
}
export type RoomRow = Awaited<ReturnType<typeof selectRooms>>['rows'][number]

function bedConditions({ clinic_id, search, floor, state }: RoomFilter) {
  const conditions: Expression<SqlBool>[] = [sql`residents.clinic_id = ${clinic_id}`, sql`status = 1`]
  if (floor) conditions.push(sql`floor = ${floor}`)
  if (state === 'free') conditions.push(sql`false`)
  if (state === 'no_device') conditions.push(sql`device.device_id is null`)
  if (state === 'connected' || state === 'disconnected') conditions.push(sql`device.online = ${state === 'connected'}`)
  if (search) conditions.push(isIn(search, ...namesAndRoom, 'device.device_name'))
  return conditions
}

/** A free device is on no floor. */
function freeConditions({ clinic_id, search, floor, state }: RoomFilter) {
  const conditions: Expression<SqlBool>[] = [sql`clinic_id = ${clinic_id}`]
  if (floor || (state && state !== 'free')) conditions.push(sql`false`)
  if (search) conditions.push(isIn(search, 'device_name'))
  return conditions
}
