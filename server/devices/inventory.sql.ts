import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { stockerOf } from './stocker-of.ts'

/** Table of this file: devices, in its role as inventory. Reads device_assignments. */

/** Moves devices from a clinic into stock and forgets what they replaced. Callers have unlinked and locked them. */
export async function moveToStock(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const by = stockerOf(ctx)
  const those = sql<string>`any(${ids}::text[])`
  await ctx.db
    .updateTable('devices')
    .set({
      clinic_id: null,
      stocked_by_admin: by.admin,
      stocked_by_user: by.user,
      stocked_at: now,
    })
    .where('id', '=', those)
    .execute()
  await ctx.db.updateTable('devices').set({ replaced_by: null }).where('replaced_by', '=', those).execute()
}

/** @returns whether it had another status */
export async function updateInventoryStatus(
  { db }: Ctx,
  device_id: string,
  inventory_status: 'active' | 'inactive',
): Promise<boolean> {
  const changed = await db
    .updateTable('devices')
    .set({ inventory_status })
    .where('id', '=', device_id)
    .where('inventory_status', '<>', inventory_status)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/**
 * @param key_hash of a key that nobody knows
 * @returns false when it was already returned
 */
export async function takeOut({ db }: Ctx, device_id: string, key_hash: Buffer): Promise<boolean> {
  const changed = await db
    .updateTable('devices')
    .set({ inventory_status: 'inactive', clinic_id: null, key_hash, returned_at: now })
    .where('id', '=', device_id)
    .where('returned_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** @returns false when the device was not returned or doesn't exist */
export async function takeBack(ctx: Ctx, device_id: string, key_hash: Buffer): Promise<boolean> {
  const by = stockerOf(ctx)
  const changed = await ctx.db
    .updateTable('devices')
    .set({
      inventory_status: 'active',
      returned_at: null,
      replaced_by: null,
      key_hash,
      stocked_by_admin: by.admin,
      stocked_by_user: by.user,
      stocked_at: now,
    })
    .where('id', '=', device_id)
    .where('returned_at', 'is not', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Gives the new device the old one's name and place; the old one goes back to its uid as name. */
export async function swapPlaces(
  { db }: Ctx,
  old: { id: string; uid: string; name: string; tz: string },
  new_id: string,
  clinic_id: string,
): Promise<void> {
  await db.updateTable('devices').set({ name: old.name, tz: old.tz, clinic_id }).where('id', '=', new_id).execute()
  await db.updateTable('devices').set({ name: old.uid, replaced_by: new_id }).where('id', '=', old.id).execute()
}

/** Which of these have replaced another device. */
export const selectReplacing = async ({ db }: Ctx, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('devices')
    .select('replaced_by')
    .where('replaced_by', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.replaced_by!))
}

/** @returns ids by uid */
export async function selectIdsOfUids({ db }: Ctx, uids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'uid'])
    .where('uid', '=', sql<string>`any(${uids}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.uid, row.id]))
}

export interface DeviceChanges {
  readonly name?: string
  readonly tz?: string
  readonly topic_prefix?: string | null
  readonly clinic_id?: string | null
  readonly presence_range?: number
}

export async function updateDeviceRow({ db }: Ctx, device_id: string, changes: DeviceChanges): Promise<void> {
  const moved = changes.clinic_id ? { replaced_by: null } : {}
  await db
    .updateTable('devices')
    .set({ ...changes, ...moved })
    .where('id', '=', device_id)
    .execute()
}

/** The device with this topic prefix. */
export const selectIdOfPrefix = async ({ db }: Ctx, topic_prefix: string): Promise<string | undefined> =>
  (await db.selectFrom('devices').select('id').where('topic_prefix', '=', topic_prefix).executeTakeFirst())?.id

export const deleteDeviceRow = async ({ db }: Ctx, device_id: string): Promise<void> =>
  void (await db.deleteFrom('devices').where('id', '=', device_id).execute())

/** Deletes a clinic's devices, except those with readings of another clinic's residents. */
export const deleteDevicesOfClinic = async ({ db }: Ctx, clinic_id: string): Promise<{ id: string; no: number }[]> =>
  db
    .deleteFrom('devices')
    .where('clinic_id', '=', clinic_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('device_assignments as a')
            .whereRef('a.device_id', '=', 'devices.id')
            .where('a.clinic_id', '<>', clinic_id)
            .select('a.id'),
        ),
      ),
    )
    .returning(['id', 'no'])
    .execute()
