import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import { isIn } from '../platform/text-search.ts'

/** Table of this file: device_assignments. Reads the views resident_places, resident_devices and consents_in_force. */

/**
 * Reads where the resident is and locks their status until the transaction ends. Always call before locking the device,
 * as a discharge does, so that the two never deadlock.
 */
export const lockResident = ({ db }: Ctx, resident_id: string) =>
  db
    .selectFrom('resident_places')
    .select(['clinic_id', 'status'])
    .where('resident_id', '=', resident_id)
    .forNoKeyUpdate()
    .$narrowType<{ clinic_id: NotNull; status: NotNull }>()
    .executeTakeFirst()

export const selectLinkedResident = ({ db }: Ctx, resident_id: string) =>
  db
    .selectFrom('resident_places')
    .leftJoin('resident_devices', 'resident_devices.resident_id', 'resident_places.resident_id')
    .select(['resident_places.resident_id', 'resident_places.clinic_id', 'resident_places.status', 'device_id'])
    .where('resident_places.resident_id', '=', resident_id)
    .$narrowType<{ resident_id: NotNull; clinic_id: NotNull; status: NotNull }>()
    .executeTakeFirst()

export interface Holder {
  readonly device_id: string
  readonly resident_id: string
  readonly room: string | null
  readonly device_name: string | null
}

/** Open assignments that involve the device or the resident. */
export const selectHolders = async ({ db }: Ctx, device_id: string, resident_id: string): Promise<Holder[]> =>
  db
    .selectFrom('device_assignments as a')
    .innerJoin('devices as d', 'd.id', 'a.device_id')
    .leftJoin('resident_places as p', 'p.resident_id', 'a.resident_id')
    .select(['a.device_id', 'a.resident_id', 'p.room', 'd.name as device_name'])
    .where('a.until', 'is', null)
    .where((where) => where.or([where('a.device_id', '=', device_id), where('a.resident_id', '=', resident_id)]))
    .execute()

/**
 * Opens an assignment as of `since`, or of the clock's now, not the start of the transaction, which may have waited for
 * the previous assignment to end.
 */
export async function insertAssignment(
  { db }: Ctx,
  values: { clinic_id: string; device_id: string; resident_id: string },
  since?: Temporal.Instant,
): Promise<void> {
  await db
    .insertInto('device_assignments')
    .values({ ...values, since: since ?? sql<Temporal.Instant>`clock_timestamp()` })
    .execute()
}

/** When the newest earlier links of the device and of the resident ended; null: there was none. */
export async function selectUnlinkedAt(
  { db }: Ctx,
  device_id: string,
  resident_id: string,
): Promise<{ device: Temporal.Instant | null; resident: Temporal.Instant | null }> {
  const { rows } = await sql<{ device: Temporal.Instant | null; resident: Temporal.Instant | null }>`
    select device_unlinked_at(${device_id}) as device,
      (select max(until) from device_assignments where resident_id = ${resident_id}) as resident`.execute(db)
  return rows[0]!
}

/** The clinic's device that the resident had until their last discharge, if nobody has had it since. */
export const selectFreedDevice = async (
  { db }: Ctx,
  clinic_id: string,
  resident_id: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('device_assignments as a')
      .innerJoin('devices as d', 'd.id', 'a.device_id')
      .select('a.device_id')
      .where('d.clinic_id', '=', clinic_id)
      .where('a.resident_id', '=', resident_id)
      .where('a.until', '>=', sql<Temporal.Instant>`discharged_at(a.resident_id)`)
      .where('a.until', '=', sql<Temporal.Instant>`device_unlinked_at(a.device_id)`)
      .executeTakeFirst()
  )?.device_id

/** What the resident has decided about monitoring; null: nothing on record. */
export const selectConsent = ({ db }: Ctx, resident_id: string) =>
  db
    .selectFrom('consents_in_force')
    .select(['state', 'requires_consent', 'refused_until'])
    .where('resident_id', '=', resident_id)
    .executeTakeFirst()

/** Ends the pair's open assignment. @returns false when there is none */
export async function closeAssignment({ db }: Ctx, device_id: string, resident_id: string): Promise<boolean> {
  const closed = await db
    .updateTable('device_assignments')
    .set({ until: sql<Temporal.Instant>`greatest(clock_timestamp(), since)` })
    .where('device_id', '=', device_id)
    .where('resident_id', '=', resident_id)
    .where('until', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

/** The resident's current device. */
export const selectDeviceOfResident = async (
  { db }: Ctx,
  resident_id: string,
): Promise<{ device_id: string; clinic_id: string } | undefined> =>
  db
    .selectFrom('device_assignments')
    .select(['device_id', 'clinic_id'])
    .where('resident_id', '=', resident_id)
    .where('until', 'is', null)
    .executeTakeFirst()

/** Current residents of these devices. */
export const selectResidentsOf = async (
  { db }: Ctx,
  device_ids: readonly string[],
): Promise<{ device_id: string; resident_id: string; room: string | null }[]> =>
  db
    .selectFrom('device_assignments as a')
    .leftJoin('resident_places as p', 'p.resident_id', 'a.resident_id')
    .select(['a.device_id', 'a.resident_id', 'p.room'])
    .where('a.until', 'is', null)
    .where('a.device_id', '=', sql<string>`any(${device_ids}::text[])`)
    .execute()

const records = ({ db }: Ctx) =>
  db
    .selectFrom('device_assignments as a')
    .leftJoin('devices as d', 'd.id', 'a.device_id')
    .leftJoin('resident_places as p', 'p.resident_id', 'a.resident_id')
    .select(['a.id', 'a.device_id', 'd.name', 'a.resident_id', 'a.clinic_id', 'p.room', 'a.linked_at', 'a.until'])

export type RecordRow = Awaited<ReturnType<ReturnType<typeof records>['execute']>>[number]

export interface RecordFilter {
  readonly clinic_id?: string
  readonly device_id?: string
  readonly patient_id?: string
  readonly record_status?: 'current' | 'previous'
  readonly search?: string
}

/** Assignments, newest first, with the count of all. */
export async function selectRecords(
  ctx: Ctx,
  { clinic_id, device_id, patient_id, record_status, search }: RecordFilter,
  page: Page,
): Promise<{ rows: RecordRow[]; total: number }> {
  let query = records(ctx)
  if (clinic_id) query = query.where('a.clinic_id', '=', clinic_id)
  if (device_id) query = query.where('a.device_id', '=', device_id)
  if (patient_id) query = query.where('a.resident_id', '=', patient_id)
  if (record_status) query = query.where('a.until', record_status === 'current' ? 'is' : 'is not', null)
  if (search) query = query.where(isIn(search, 'd.name', 'd.uid', 'p.room'))
  return selectPage(query.orderBy('a.linked_at', 'desc').orderBy('a.id', 'desc'), page)
}

export const selectRecord = (ctx: Ctx, id: string): Promise<RecordRow | undefined> =>
  records(ctx).where('a.id', '=', Number(id)).executeTakeFirst()
