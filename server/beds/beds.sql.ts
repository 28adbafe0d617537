import { sql } from 'kysely'
import { endEpisode, raiseEpisode, statementsOf } from '../live/ingest/index.ts'
import type { Ctx } from '../platform/context.ts'

/** Table of this noun: device_beds. Reads the views bed_mismatches and placed_devices; raises episodes by live/ingest. */

export interface Mismatch {
  readonly clinic_id: string
  readonly resident_id: string
  readonly device_id: string
  readonly device_name: string
  readonly first_name: string
  readonly last_name: string
  readonly preferred_name: string
  readonly room: string
  readonly floor: string
  readonly sensor_room: string
  readonly sensor_floor: string
  /** null: nobody was notified of it yet */
  readonly raised_at: Temporal.Instant | null
}

/** @param residents only theirs; by default everyone's */
export const selectMismatches = ({ db }: Ctx, clinic_id: string, residents?: readonly string[]): Promise<Mismatch[]> =>
  db
    .selectFrom('bed_mismatches')
    .selectAll()
    .where('clinic_id', '=', clinic_id)
    .$if(residents !== undefined, (query) => query.where('resident_id', 'in', residents!))
    .orderBy('room')
    .orderBy('resident_id')
    .$castTo<Mismatch>()
    .execute()

export interface PlacedDevice {
  readonly device_id: string
  readonly room: string
  readonly floor: string
  /** null: it is free */
  readonly resident_id: string | null
}

export const selectPlacedDevices = ({ db }: Ctx, clinic_id: string): Promise<PlacedDevice[]> =>
  db
    .selectFrom('placed_devices')
    .select(['device_id', 'room', 'floor', 'resident_id'])
    .where('clinic_id', '=', clinic_id)
    .orderBy('device_id')
    .$castTo<PlacedDevice>()
    .execute()

/** Two messages of one facility settle its beds one after the other. */
export const lockBedRules = ({ db }: Ctx, clinic_id: string) =>
  db.selectFrom('clinics').select(['moves_links', 'tz']).where('id', '=', clinic_id).forNoKeyUpdate().executeTakeFirst()

/** The sensor linked to a resident stands at the bed that their record names. */
export async function followResident({ db }: Ctx, resident_id: string): Promise<void> {
  await sql`update device_beds b set room = r.room, floor = r.floor, changed_at = now()
    from device_assignments a join residents r on r.id = a.resident_id
    where a.resident_id = ${resident_id} and a.until is null and r.room <> '' and b.device_id = a.device_id`.execute(db)
}

/** @returns the notification's id; null when it is open already */
export const raiseMismatch = (
  ctx: Ctx,
  { clinic_id, resident_id, device_id }: Mismatch,
  words: { title: string; description: string; tz: string },
): Promise<string | null> =>
  raiseEpisode(statementsOf(ctx), {
    ...{ clinicId: clinic_id, residentId: resident_id, deviceId: device_id, ...words },
    ...{ kind: 'bed_mismatch', direction: null, severity: 'warning', rr: null },
    ...{ at: Date.now(), aheadMs: null, isLate: false },
  })

/**
 * Residents with a mismatch that somebody was notified of, and that is over.
 * @param residents of these; by default of all
 */
export const selectSettled = async ({ db }: Ctx, clinic_id: string, residents?: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('episodes as e')
      .select('e.resident_id')
      .where('e.clinic_id', '=', clinic_id)
      .where('e.kind', '=', 'bed_mismatch')
      .where('e.ended_at', 'is', null)
      .$if(residents !== undefined, (query) => query.where('e.resident_id', 'in', residents!))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('bed_mismatches as b').select('b.resident_id').whereRef('b.resident_id', '=', 'e.resident_id'),
          ),
        ),
      )
      .execute()
  ).map(({ resident_id }) => resident_id)

export const endMismatch = (ctx: Ctx, resident_id: string): Promise<void> =>
  endEpisode(statementsOf(ctx), resident_id, {
    ...{ kind: 'bed_mismatch', direction: null, at: Date.now(), reason: 'settled' },
  })

export const selectResidentClinic = async ({ db }: Ctx, resident_id: string): Promise<string | undefined> =>
  (await db.selectFrom('bed_mismatches').select('clinic_id').where('resident_id', '=', resident_id).executeTakeFirst())
    ?.clinic_id ?? undefined
