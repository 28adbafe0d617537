import type { readEhrConnection as declaration } from '@eupnea/contract/ehr-import.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { connectionAnswer } from './answers.ts'
import { selectConnection } from './connections.sql.ts'

/** How a clinic's EHR is reached, without its secrets (EH-2). @throws 404 */
export const readEhrConnection: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const row = await selectConnection(ctx, clinic_id)
  return { clinic_id, connection: row ? connectionAnswer(row) : null }
}
