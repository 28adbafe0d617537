import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type NotNull, sql, type Updateable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { bringBack, now } from '../platform/instants.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/** Table of this noun: displays, with the view wall_residents. Reads the views resident_devices and resident_places. */

/** Those that wait for their code to be used aren't displays yet. */
const enrolled = ({ db }: Ctx) => db.selectFrom('displays').where('enrolled_at', 'is not', null)

export type DisplayRow = NonNullable<Awaited<ReturnType<typeof selectDisplay>>>

export async function insertDisplay({ db }: Ctx, row: Insertable<DB['displays']>, minutes: number) {
  return db
    .insertInto('displays')
    .values({ ...row, code_expires_at: sql<Temporal.Instant>`now() + make_interval(mins => ${minutes})` })
    .returning(['id', 'code_expires_at'])
    .$narrowType<{ code_expires_at: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** Those whose code nobody has used in time. */
export async function deleteUnused({ db }: Ctx, clinic_id: string): Promise<void> {
  await db
    .deleteFrom('displays')
    .where('clinic_id', '=', clinic_id)
    .where('enrolled_at', 'is', null)
    .where('code_expires_at', '<', now)
    .execute()
}

/** After the database's clock was set back, no code is valid for longer than it says. */
export const bringBackCodes = ({ db }: Ctx): Promise<void> => bringBack(db, 'displays', 'created_at', 'code_expires_at')

/**
 * Uses up a code.
 * @returns undefined when it is unknown, expired or just used by another, or its maker no longer belongs to the facility
 */
export const enrolByCode = ({ db }: Ctx, code_hash: string, token_hash: string) =>
  db
    .updateTable('displays')
    .set({ token_hash, enrolled_at: now, code_hash: null, code_expires_at: null })
    .where('code_hash', '=', code_hash)
    .where('code_expires_at', '>', now)
    .where('clinic_id', '=', sql<string>`any(clinics_of(enrolled_by))`)
    .returning(['id', 'clinic_id', 'floor'])
    .executeTakeFirst()

/** A page, newest first, with the count of all. */
export async function selectDisplays(ctx: Ctx, clinic_id: string, page: Page) {
  const query = enrolled(ctx).where('clinic_id', '=', clinic_id)
  return selectPage(
    query.selectAll().orderBy('enrolled_at', 'desc').orderBy('id').$narrowType<{ enrolled_at: NotNull }>(),
    page,
  )
}

export const selectDisplay = (ctx: Ctx, id: string) =>
  enrolled(ctx).where('id', '=', id).selectAll().$narrowType<{ enrolled_at: NotNull }>().executeTakeFirst()

export async function updateDisplayRow({ db }: Ctx, id: string, values: Updateable<DB['displays']>): Promise<void> {
  await db.updateTable('displays').set(values).where('id', '=', id).execute()
}

/** @returns undefined when there is none, or it was just revoked */
export const deleteDisplay = ({ db }: Ctx, id: string) =>
  db
    .deleteFrom('displays')
    .where('id', '=', id)
    .where('enrolled_at', 'is not', null)
    .returning(['clinic_id', 'name', 'floor'])
    .executeTakeFirst()

/** @returns whether it shows names; undefined when it was just revoked */
export const noteSeen = ({ db }: Ctx, id: string) =>
  db.updateTable('displays').set({ seen_at: now }).where('id', '=', id).returning('shows_names').executeTakeFirst()

/** Of its facility; a display's own scope leaves out other floors. */
export const selectWallResidents = ({ db }: Ctx, clinic_id: string) =>
  db
    .selectFrom('wall_residents')
    .where('clinic_id', '=', clinic_id)
    .selectAll()
    .orderBy('resident_id')
    .$narrowType<{
      resident_id: NotNull
      first_name: NotNull
      last_name: NotNull
      preferred_name: NotNull
      room: NotNull
      floor: NotNull
      flag_status: NotNull
    }>()
    .execute()

/** The same of their devices. */
export const selectWallDevices = ({ db }: Ctx, clinic_id: string) =>
  db
    .selectFrom('resident_devices')
    .innerJoin('resident_places', 'resident_places.resident_id', 'resident_devices.resident_id')
    .where('resident_devices.clinic_id', '=', clinic_id)
    .select('device_id')
    .$narrowType<{ device_id: NotNull }>()
    .execute()
