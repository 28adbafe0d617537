import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Reads the views resident_places, report_residents, resident_spans, device_details and resident_episodes. */

export const selectDeviceOfReport = async ({ db }: Ctx, device_id: string) =>
  db
    .selectFrom('device_details')
    .select(['device_id', 'device_no', 'clinic_id', 'resident_id', 'tz', 'present_since'])
    .where('device_id', '=', device_id)
    .$narrowType<{ device_id: NotNull; device_no: NotNull; tz: NotNull }>()
    .executeTakeFirst()

export const selectResidentOfReport = async ({ db }: Ctx, resident_id: string) =>
  db
    .selectFrom('resident_places')
    .select(['resident_id', 'clinic_id'])
    .where('resident_id', '=', resident_id)
    .$narrowType<{ resident_id: NotNull; clinic_id: NotNull }>()
    .executeTakeFirst()

/**
 * When a resident had which device, oldest first, as instants and as whole minutes; null: still has it.
 * @param which limits to this device, unless null
 */
export const selectResidentSpans = async (
  { db }: Ctx,
  resident_id: string,
  which: { device_id: string | null; since: Temporal.Instant; until: Temporal.Instant },
) => {
  let query = db
    .selectFrom('resident_spans')
    .select(['device_no', 'since', 'until', 'first_minute', 'end_minute'])
    .where('resident_id', '=', resident_id)
    // A minute more: the first whole minute may begin before the span.
    .where('since', '<', which.until.add({ minutes: 1 }))
    .where((where) => where.or([where('until', 'is', null), where('until', '>', which.since)]))
  if (which.device_id !== null) query = query.where('device_id', '=', which.device_id)
  return query.orderBy('since').$narrowType<{ device_no: NotNull; since: NotNull; first_minute: NotNull }>().execute()
}

/** A resident, and the clinic where they were measured. */
export interface Whose {
  readonly resident_id: string
  readonly clinic_id: string
}

/** Residents who had a device at any time in the period, each once. */
export const selectLyingUnder = async (
  { db }: Ctx,
  device_id: string,
  { since, until }: { since: Temporal.Instant; until: Temporal.Instant },
): Promise<Whose[]> =>
  db
    .selectFrom('resident_spans')
    .select(['resident_id', 'clinic_id'])
    .distinct()
    .where('device_id', '=', device_id)
    .where('since', '<', until)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', since)]))
    .$narrowType<{ resident_id: NotNull; clinic_id: NotNull }>()
    .execute()

export interface ReportResidentRow {
  readonly resident_id: string
  readonly room: string
  readonly first_name: string
  readonly last_name: string
  readonly floor: string
}

/** Those residents who belong to the clinic and were not deleted, by room. @param floor null: any */
export async function selectReportResidents(
  { db }: Ctx,
  clinic_id: string,
  resident_ids: readonly string[],
  floor: string | null,
): Promise<ReportResidentRow[]> {
  let query = db
    .selectFrom('report_residents')
    .select(['resident_id', 'room', 'first_name', 'last_name', 'floor'])
    .where('clinic_id', '=', clinic_id)
    .where('status', '<>', 0)
    .where(sql<boolean>`resident_id = any(${[...resident_ids]}::text[])`)
  if (floor !== null) query = query.where('floor', '=', floor)
  return query
    .orderBy('room')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('resident_id')
    .$narrowType<{ resident_id: NotNull; room: NotNull; first_name: NotNull; last_name: NotNull; floor: NotNull }>()
    .execute()
}

/** When a resident's episodes were raised. */
export const selectEpisodes = async (
  { db }: Ctx,
  resident_id: string,
  { since, until }: { since: Temporal.Instant; until: Temporal.Instant },
): Promise<Temporal.Instant[]> =>
  (
    await db
      .selectFrom('resident_episodes')
      .select('raised_at')
      .where('resident_id', '=', resident_id)
      .where('raised_at', '>=', since)
      .where('raised_at', '<', until)
      .$narrowType<{ raised_at: NotNull }>()
      .execute()
  ).map(({ raised_at }) => raised_at)
