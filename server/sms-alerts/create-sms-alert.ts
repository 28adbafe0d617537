import type { createSmsAlert as declaration } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { conflict, refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { smsAlertAnswers } from './sms-alert-answers.ts'
import { countActive, insertSmsAlert, lockSmsAlerts } from './sms-alerts.sql.ts'

/** Per clinic, because each notification becomes a message to each number. */
const mostNumbers = 500
/** Countries whose numbers keep their leading 0 when called from abroad. */
const keepsZero = ['39', '378']

/** E.164 form of a dialled number. @throws 422 field `number` */
function phoneOf(code: string, number: string): string {
  const phone = `+${code}${keepsZero.includes(code) ? number : number.replace(/^0/, '')}`
  if (phone.length > 16 || phone.length < 8) throw refused('number', m.sms_alert_phone_invalid())
  return phone
}

/**
 * Subscribes a number to a clinic's notifications; reactivates a disabled one (AL-5).
 * @throws 404, 409 field `number` when it is already subscribed or the clinic has too many, 422 field `number`
 */
export const createSmsAlert: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, code, number, name } = input
  const phone = phoneOf(code, number)
  await clinicOf(ctx, clinic_id)
  await lockSmsAlerts(ctx, clinic_id)
  const row = await insertSmsAlert(ctx, { clinic_id, phone, name })
  if (!row) throw conflict('number_subscribed', m.sms_alert_phone_taken({ phone }), 'number')
  if ((await countActive(ctx, clinic_id)) > mostNumbers)
    throw conflict('too_many_numbers', m.sms_alert_too_many({ most: numberText(mostNumbers) }), 'number')
  await recordAudit(ctx, { act: 'sms-alert.create', clinic_id, detail: { sms_alert_id: row.id } })
  await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
  return (await smsAlertAnswers(ctx, [row]))[0]!
}
