import type { readAdtSender as declaration } from '@eupnea/contract/adt.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { selectSender } from './adt.sql.ts'
import { senderAnswer } from './adt-answer.ts'

/** Who sends a clinic ADT messages, and where to (EH-5). @throws 404 */
export const readAdtSender =
  (port: () => number | null): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
    const row = await selectSender(ctx, clinic_id)
    return { clinic_id, port: port(), sender: row ? senderAnswer(row) : null }
  }
