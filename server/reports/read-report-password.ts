import type { readReportPassword as declaration } from '@eupnea/contract/report-deliveries.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { reportPasswordOf } from './report-password.ts'

/** Shows what opens the clinic's mailed reports, to whoever passes it on (DO-8). @throws 404 */
export function readReportPassword(sealer: Sealer): Verb<typeof declaration> {
  return async ({ ctx, input }) => {
    const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
    const answer = await reportPasswordOf(ctx, sealer, clinic_id)
    await recordAudit(ctx, { act: 'report.read-password', clinic_id })
    return answer
  }
}
