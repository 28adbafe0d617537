import type { replaceReportPassword as declaration } from '@eupnea/contract/report-deliveries.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { replaceReportPasswordOf } from './report-password.ts'

/** Another password for the reports that the clinic mails from now on (DO-8). @throws 404 */
export function replaceReportPassword(sealer: Sealer): Verb<typeof declaration> {
  return async ({ ctx, input }) => {
    const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
    const answer = await replaceReportPasswordOf(ctx, sealer, clinic_id)
    await recordAudit(ctx, { act: 'report.replace-password', clinic_id })
    return answer
  }
}
