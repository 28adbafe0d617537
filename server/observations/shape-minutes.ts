import { planTimes } from '../plans/index.ts'
import type { Ctx } from '../platform/context.ts'
import { observationResource } from './fhir-shapes.ts'
import type { MinuteRow, Span } from './minutes.sql.ts'

/** Minutes in order of time as Observations, each interpreted by the limits in force then (PL-2). @param base address of the endpoint */
export async function shapeMinutes(
  ctx: Ctx,
  rows: readonly MinuteRow[],
  spans: readonly Pick<Span, 'resident_id' | 'clinic_id'>[],
  base: string,
) {
  const clinicOf = new Map(spans.map(({ resident_id, clinic_id }) => [resident_id, clinic_id]))
  if (rows.length === 0) return []
  const [first, last] = [rows.at(0)!.minute, rows.at(-1)!.minute].toSorted(Temporal.Instant.compare) as [
    Temporal.Instant,
    Temporal.Instant,
  ]
  const period = { since: first, until: last.add({ minutes: 1 }) }
  const residents = [...new Set(rows.map(({ resident_id }) => resident_id))]
  const plans = new Map(
    await Promise.all(
      residents.map(
        async (resident) => [resident, await planTimes(ctx, clinicOf.get(resident)!, period, resident)] as const,
      ),
    ),
  )
  return rows.map((row) =>
    observationResource(row, plans.get(row.resident_id)!.limitsAt(row.resident_id, row.minute).limits, base),
  )
}
