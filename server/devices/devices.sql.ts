import { type NotNull, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { keepsPlan, readsAlone } from '../platform/database-driver.ts'
import { naturally } from '../platform/natural-order.ts'
import { hasUsualSize, type Page, readPage, type Total } from '../platform/paging.ts'
import { isIn } from '../platform/text-search.ts'
import { stockerOf } from './stocker-of.ts'

/** Table of this file: devices. Reads the views device_details and clinic_devices. */

const details = ({ db }: Ctx) =>
  db
    .selectFrom('device_details')
    .select([
      'device_id',
      'device_no',
      'device_uid',
      'name',
      'tz',
      'clinic_id',
      'topic_prefix',
      'fw_version',
      'softap_ssid',
      'target_ssid',
      'presence_range',
      'resident_id',
      'room',
      'floor',
      'online',
      'last_seen',
      'inventory_status',
      'is_returned',
      'is_change_only',
      'sends_every_seconds',
      'stocked_by_admin',
      'stocked_by_user',
      'stocked_at',
    ])
    .$narrowType<{
      device_id: NotNull
      device_no: NotNull
      device_uid: NotNull
      name: NotNull
      tz: NotNull
      presence_range: NotNull
      inventory_status: 'active' | 'inactive'
      stocked_at: NotNull
    }>()

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof details>['execute']>>[number]

export const selectDevice = (ctx: Ctx, device_id: string): Promise<DeviceRow | undefined> =>
  details(ctx).where('device_id', '=', device_id).executeTakeFirst()

/**
 * When the current resident, or the time without one, began; null: from the beginning. Earlier readings are someone
 * else's.
 */
export const selectPresentSince = async ({ db }: Ctx, device_id: string): Promise<Temporal.Instant | null> => {
  const found = db.selectFrom('device_details').select('present_since').where('device_id', '=', device_id)
  return (await found.executeTakeFirst())?.present_since ?? null
}

/** In the order of `ids`. */
export async function selectDevicesById(ctx: Ctx, ids: readonly string[]): Promise<DeviceRow[]> {
  const rows = await details(ctx).where('device_id', '=', sql<string>`any(${ids}::text[])`).execute()
  const byId = new Map(rows.map((row) => [row.device_id, row]))
  return ids.map((device_id) => byId.get(device_id)!)
}

export interface DeviceFilter {
  readonly clinic_id?: string
  readonly place?: 'stock' | 'facility'
  readonly status?: 'occupied' | 'available'
  readonly connection?: '0' | '1'
  readonly record_status?: 'active' | 'inactive'
  readonly admin_id?: string
  readonly user_id?: string
  readonly search?: string
}

export interface DeviceOrder {
  readonly by: 'name' | 'device_uid' | 'room' | 'last_seen'
  readonly order: 'asc' | 'desc'
}

/** Filter conditions on columns that both the table and the view have. */
function ownConditions({ clinic_id, place, record_status, admin_id, user_id }: DeviceFilter) {
  const conditions = []
  if (clinic_id) conditions.push(sql<SqlBool>`clinic_id = ${clinic_id}`)
  if (place) conditions.push(place === 'stock' ? sql<SqlBool>`clinic_id is null` : sql<SqlBool>`clinic_id is not null`)
  if (record_status) conditions.push(sql<SqlBool>`inventory_status = ${record_status}`)
  if (admin_id) conditions.push(sql<SqlBool>`stocked_by_admin = ${admin_id}`)
  if (user_id) conditions.push(sql<SqlBool>`stocked_by_user = ${user_id}`)
  return conditions
}

function matching(ctx: Ctx, filter: DeviceFilter) {
  let query = details(ctx).where(({ and }) => and(ownConditions(filter)))
  if (filter.status) query = query.where('resident_id', filter.status === 'occupied' ? 'is not' : 'is', null)
  if (filter.status === 'available') query = query.where('inventory_status', '=', 'active')
  if (filter.connection) query = query.where('online', '=', filter.connection === '1')
  if (filter.search) query = query.where(isIn(filter.search, 'name', 'device_uid', 'room'))
  return query
}

/** What a page is of; joins other tables only if the filter needs them. */
const counted = (ctx: Ctx, filter: DeviceFilter) =>
  filter.status || filter.connection || filter.search
    ? matching(ctx, filter).clearSelect()
    : ctx.db.selectFrom('devices').where(({ and }) => and(ownConditions(filter)))

/** A page in order, with the count of all. */
export async function selectDevices(
  ctx: Ctx,
  filter: DeviceFilter,
  page: Page,
  { by, order }: DeviceOrder = { by: 'name', order: 'asc' },
): Promise<Total & { readonly rows: DeviceRow[] }> {
  const rows = matching(ctx, filter)
    .modifyFront(readsAlone)
    .$if(!filter.search && hasUsualSize(page), (query) => query.modifyFront(keepsPlan))
    .orderBy(by === 'name' || by === 'room' ? naturally(by) : by, (direction) =>
      order === 'asc' ? direction.asc().nullsLast() : direction.desc().nullsLast(),
    )
    .orderBy('device_id')
    .limit(sql.lit(page.limit))
  const read = () => (page.offset === 0 ? rows : rows.offset(page.offset)).execute()
  return readPage(ctx, page, read, counted(ctx, filter))
}

export interface NewDevice {
  readonly id: string
  readonly uid: string
  readonly name: string
  readonly tz: string
  readonly topic_prefix: string | null
  readonly key_hash: Buffer
}

/** Adds devices in one statement and skips those whose names are taken. @returns ids of those added */
export async function insertDevices(
  ctx: Ctx,
  clinic_id: string | null,
  devices: readonly NewDevice[],
): Promise<Set<string>> {
  const by = stockerOf(ctx)
  const column = <K extends keyof NewDevice>(key: K) => devices.map((device) => device[key])
  const { rows } = await sql<{ id: string }>`
    insert into devices (id, uid, name, tz, clinic_id, topic_prefix, key_hash, stocked_by_admin, stocked_by_user)
    select id, uid, name, tz, ${clinic_id}, topic_prefix, key_hash, ${by.admin}::text, ${by.user}::text
    from unnest(${column('id')}::text[], ${column('uid')}::text[], ${column('name')}::text[], ${column('tz')}::text[],
      ${column('topic_prefix')}::text[], ${column('key_hash')}::bytea[]) t (id, uid, name, tz, topic_prefix, key_hash)
    on conflict do nothing returning id`.execute(ctx.db)
  return new Set(rows.map((row) => row.id))
}

/** Devices that already use one of these ids, uids or topic prefixes. */
export async function selectTaken(
  { db }: Ctx,
  devices: readonly Pick<NewDevice, 'id' | 'uid' | 'topic_prefix'>[],
): Promise<{ id: string; uid: string; topic_prefix: string | null }[]> {
  const among = <K extends 'id' | 'uid' | 'topic_prefix'>(key: K) =>
    sql<string>`any(${devices.map((device) => device[key])}::text[])`
  return db
    .selectFrom('devices')
    .select(['id', 'uid', 'topic_prefix'])
    .where((where) =>
      where.or([
        where('id', '=', among('id')),
        where('uid', '=', among('uid')),
        where('topic_prefix', '=', among('topic_prefix')),
      ]),
    )
    .execute()
}

/** @returns the id of the device with this uid */
export const selectIdOfUid = async ({ db }: Ctx, uid: string): Promise<string | undefined> =>
  (await db.selectFrom('devices').select('id').where('uid', '=', uid).executeTakeFirst())?.id

const locked = ({ db }: Ctx) =>
  db
    .selectFrom('devices')
    .select(['id', 'uid', 'name', 'tz', 'topic_prefix', 'clinic_id', 'presence_range'])
    .select(['inventory_status', 'returned_at', 'replaced_by'])
    .forNoKeyUpdate()

export type LockedDevice = Awaited<ReturnType<ReturnType<typeof locked>['execute']>>[number]

/** @returns names by id */
export async function selectNames({ db }: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Locks the device against assignment, release and changes until the transaction ends. */
export const lockDevice = (ctx: Ctx, device_id: string): Promise<LockedDevice | undefined> =>
  locked(ctx).where('id', '=', device_id).executeTakeFirst()

/** The same for several, always in the same order, so that two calls never deadlock. */
export const lockDevices = (ctx: Ctx, ids: readonly string[]): Promise<LockedDevice[]> =>
  locked(ctx).where('id', '=', sql<string>`any(${ids}::text[])`).orderBy('id').execute()

/** @returns the clinic of the device, null in stock; undefined for an unknown device */
export const updateKeyHash = async (
  { db }: Ctx,
  device_id: string,
  key_hash: Buffer,
): Promise<{ clinic_id: string | null } | undefined> =>
  db.updateTable('devices').set({ key_hash }).where('id', '=', device_id).returning('clinic_id').executeTakeFirst()

/** Puts a device in stock into a clinic. */
export async function placeDevice({ db }: Ctx, device_id: string, clinic: { id: string; tz: string }): Promise<void> {
  await db
    .updateTable('devices')
    .set({ clinic_id: clinic.id, tz: clinic.tz, replaced_by: null })
    .where('id', '=', device_id)
    .where('clinic_id', 'is', null)
    .execute()
}

/** Locks a clinic's devices until the transaction ends. */
export const lockDevicesOfClinic = (ctx: Ctx, clinic_id: string): Promise<LockedDevice[]> =>
  locked(ctx).where('clinic_id', '=', clinic_id).orderBy('id').execute()

/** SHA-256 of the devices' keys, by id; leaves out inactive devices, so they can't connect. */
export const findDeviceKeys = async ({ db }: Ctx, ids: readonly string[]): Promise<Map<string, Buffer>> => {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'key_hash'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('inventory_status', '=', 'active')
    .execute()
  return new Map(rows.map(({ id, key_hash }) => [id, key_hash]))
}

export interface DeviceFacts {
  readonly fw_version?: string
  readonly softap_ssid?: string
  readonly target_ssid?: string
}

/**
 * Stores what a device reports about itself.
 * @returns its clinic; undefined when nothing changed or the device doesn't exist
 */
export const updateFacts = async (
  { db }: Ctx,
  device_id: string,
  facts: DeviceFacts,
): Promise<{ clinic_id: string | null } | undefined> => {
  const said = (Object.entries(facts) as [keyof DeviceFacts, string | undefined][]).filter(
    ([, value]) => value !== undefined,
  )
  if (said.length === 0) return undefined
  return db
    .updateTable('devices')
    .set(facts)
    .where('id', '=', device_id)
    .where((where) => where.or(said.map(([name, value]) => where(name, 'is distinct from', value ?? null))))
    .returning('clinic_id')
    .executeTakeFirst()
}

/** Connections of all visible devices, or of one clinic's. */
export const selectConnections = async (
  { db }: Ctx,
  clinic_id: string | undefined,
): Promise<{ device_id: string; online: boolean | null }[]> => {
  let query = db.selectFrom('device_details').select(['device_id', 'online']).$narrowType<{ device_id: NotNull }>()
  if (clinic_id) query = query.where('clinic_id', '=', clinic_id)
  return query.orderBy('device_id').execute()
}

/** Counts over all visible clinics, or one of them. */
export const selectMetrics = async ({ db }: Ctx, clinic_id: string | undefined) => {
  const sum = (column: 'installed' | 'online' | 'admitted' | 'connected') =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int8`.as(column)
  let query = db.selectFrom('clinic_devices')
  if (clinic_id) query = query.where('clinic_id', '=', clinic_id)
  return query
    .select((select) => select.fn.countAll<number>().as('clinics'))
    .select([sum('installed'), sum('online'), sum('admitted'), sum('connected')])
    .executeTakeFirstOrThrow()
}
