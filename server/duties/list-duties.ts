import type { listDuties as declaration } from '@eupnea/contract/duties.ts'
import { clinicOf } from '../clinics/index.ts'
import { wholeList } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectDuties, selectUncovered } from './duties.sql.ts'
import { dutyAnswer } from './duty-answer.ts'

/** Who is on duty, and which floors nobody has (AN-7). @throws 404 */
export const listDuties: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id } = await clinicOf(ctx, input.clinic_id)
  const uncovered = await selectUncovered(ctx, id)
  return {
    ...wholeList((await selectDuties(ctx, id)).map(dutyAnswer)),
    uncovered: uncovered.map(({ floor, since }) => ({ floor, since: since.toString() })),
  }
}
