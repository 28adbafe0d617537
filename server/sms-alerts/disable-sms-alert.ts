import type { disableSmsAlert as declaration } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { smsAlertAnswers } from './sms-alert-answers.ts'
import { disableSmsAlertRow, selectSmsAlert } from './sms-alerts.sql.ts'

/** Ends a subscription; messages being sent still arrive (AL-5). @throws 404, 409 when already disabled */
export const disableSmsAlert: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await disableSmsAlertRow(ctx, input.id)
  if (!row) {
    if (!(await selectSmsAlert(ctx, input.id))) throw notFound('subscription')
    throw conflict('subscription_disabled', m.sms_alert_disabled_already())
  }
  await recordAudit(ctx, { act: 'sms-alert.disable', clinic_id: row.clinic_id, detail: { sms_alert_id: row.id } })
  await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id: row.clinic_id })
  return (await smsAlertAnswers(ctx, [row]))[0]!
}
