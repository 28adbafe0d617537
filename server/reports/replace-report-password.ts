import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { replaceReportPassword as declaration } from '@eupnea/contract/report-deliveries.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { Sealer } from '../platform/seal.ts'
import { replaceReportPasswordOf } from './report-password.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Another password for the reports that the clinic mails from now on (DO-8). @throws 404 */
export function replaceReportPassword(sealer: Sealer) {
  return async ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
    const answer = await replaceReportPasswordOf(ctx, sealer, clinic_id)
    await recordAudit(ctx, { act: 'report.replace-password', clinic_id })
    return answer
  }
}
