import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listSmsAlerts as declaration } from '@eupnea/contract/sms-alerts.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { smsAlertAnswers } from './sms-alert-answers.ts'
import { selectSmsAlerts } from './sms-alerts.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** SMS subscriptions, each with the state of its last message (AL-5). @throws 404 */
export async function listSmsAlerts({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { active, clinic_id, page, page_size } = input
  if (clinic_id) await clinicOf(ctx, clinic_id)
  const filter = { active: active === undefined ? undefined : active === '1', clinic_id }
  const { rows, total } = await selectSmsAlerts(ctx, filter, pageOf(input))
  return { items: await smsAlertAnswers(ctx, rows), pagination: { page, page_size, total_records: total } }
}
