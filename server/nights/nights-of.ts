import type { Night } from '@eupnea/contract/nights.ts'
import type { Usual } from '@eupnea/contract/rules/night.ts'
import type { Ctx } from '../platform/context.ts'
import { isBefore } from '../platform/period.ts'
import { type NightSpan, nightAnswer, usualAnswer } from './night-answer.ts'
import { selectCells, selectUsuals } from './nights.sql.ts'

interface ResidentNight {
  readonly patient_id: string
  readonly usual: Usual | null
  readonly night: Night
}

/** A night, or other hours, of residents in the order given; of whom nothing was measured, all of it is unmonitored. */
export async function nightsOf(ctx: Ctx, residents: readonly string[], span: NightSpan): Promise<ResidentNight[]> {
  const now = Temporal.Now.instant()
  // Of what is to come nothing is measured, and its last day has an end that the database can't read.
  if (isBefore(now, span.since)) return []
  const cells = Map.groupBy(await selectCells(ctx, residents, [span]), ({ resident_id }) => resident_id)
  const usuals = await selectUsuals(ctx, residents)
  return residents.map((patient_id) => ({
    patient_id,
    usual: usualAnswer(usuals.get(patient_id)),
    night: nightAnswer(span, cells.get(patient_id) ?? [], now),
  }))
}
