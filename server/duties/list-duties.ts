import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listDuties as declaration } from '@eupnea/contract/duties.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { wholeList } from '../platform/paging.ts'
import { selectDuties, selectUncovered } from './duties.sql.ts'
import { dutyAnswer } from './duty-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Who is on duty, and which floors nobody has (AN-7). @throws 404 */
export async function listDuties({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id } = await clinicOf(ctx, input.clinic_id)
  const uncovered = await selectUncovered(ctx, id)
  return {
    ...wholeList((await selectDuties(ctx, id)).map(dutyAnswer)),
    uncovered: uncovered.map(({ floor, since }) => ({ floor, since: since.toString() })),
  }
}
