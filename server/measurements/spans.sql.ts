import type { NotNull } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Reads the view resident_spans. */

/** The clinic's residents, now or during the period, with their minutes. */
export const selectClinicSpans = async (
  { db }: Ctx,
  clinic_id: string,
  { since, until }: { since: Temporal.Instant; until: Temporal.Instant },
  resident_id?: string,
) =>
  db
    .selectFrom('resident_spans')
    .select(['resident_id', 'device_no', 'first_minute', 'end_minute'])
    .where('clinic_id', '=', clinic_id)
    .$if(resident_id !== undefined, (query) => query.where('resident_id', '=', resident_id!))
    .where('since', '<', until)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', since)]))
    .$narrowType<{ resident_id: NotNull; device_no: NotNull; first_minute: NotNull }>()
    .execute()
