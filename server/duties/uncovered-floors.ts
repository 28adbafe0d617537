import type { Ctx } from '../platform/context.ts'
import { selectAllUncovered } from './duties.sql.ts'

export interface UncoveredClinic {
  readonly clinic_id: string
  /** IANA zone */
  readonly tz: string
  readonly locale: string
  readonly floors: readonly string[]
  /** the first that nobody has */
  readonly since: Temporal.Instant
}

/** Facilities with floors that nobody has any more, or nobody will in 15 minutes (AN-7). */
export async function uncoveredClinics(ctx: Ctx): Promise<UncoveredClinic[]> {
  const byClinic = Map.groupBy(await selectAllUncovered(ctx), ({ clinic_id }) => clinic_id)
  return [...byClinic.values()].map((rows) => ({
    clinic_id: rows[0]!.clinic_id,
    tz: rows[0]!.tz,
    locale: rows[0]!.locale,
    floors: rows.map(({ floor }) => floor),
    since: rows.map(({ since }) => since).sort(Temporal.Instant.compare)[0]!,
  }))
}
