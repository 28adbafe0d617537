import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listWebhooks as declaration } from '@eupnea/contract/webhooks.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { webhookAnswers } from './webhook-answers.ts'
import { selectWebhooks } from './webhooks.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** A clinic's webhooks, oldest first, each with its newest delivery (AN-12). @throws 404 */
export async function listWebhooks({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { clinic_id, page, page_size } = input
  await clinicOf(ctx, clinic_id)
  const { rows, total } = await selectWebhooks(ctx, clinic_id, pageOf(input))
  return { items: await webhookAnswers(ctx, rows), pagination: { page, page_size, total_records: total } }
}
