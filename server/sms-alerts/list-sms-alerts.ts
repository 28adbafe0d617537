import type { listSmsAlerts as declaration } from '@eupnea/contract/sms-alerts.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { smsAlertAnswers } from './sms-alert-answers.ts'
import { selectSmsAlerts } from './sms-alerts.sql.ts'

/** SMS subscriptions, each with the state of its last message (AL-5). @throws 404 */
export const listSmsAlerts: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { active, clinic_id } = input
  if (clinic_id) await clinicOf(ctx, clinic_id)
  const filter = { active: active === undefined ? undefined : active === '1', clinic_id }
  const { rows, ...total } = await selectSmsAlerts(ctx, filter, pageOf(input))
  return { items: await smsAlertAnswers(ctx, rows), pagination: paginationOf(input, total) }
}
