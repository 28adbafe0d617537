import type { listClinicUsers as declaration } from '@eupnea/contract/report-deliveries.ts'
import { reportPassword, senderDetail } from '@eupnea/contract/rules/report-mail.ts'
import { clinicOf, reportRecipients } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { dayOf } from '../platform/local-days.ts'
import type { Verb } from '../platform/route.ts'
import { selectReportReaders } from './daily-reports.sql.ts'

/** Who a clinic's report may be sent to (RP-5): its users, then recipients without an account. */
export const listClinicUsers: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id, tz } = await clinicOf(ctx, input.clinic_id)
  const today = dayOf(Temporal.Now.instant(), tz).toString()
  const sender = ctx.actor.type === 'user' ? ctx.actor.name : ''
  return {
    items: await readersOf(ctx, id),
    sender_detail: senderDetail(sender, today),
    password: reportPassword(sender, today),
  }
}

export async function readersOf(ctx: Ctx, clinic_id: string) {
  const users = (await selectReportReaders(ctx, clinic_id)).map(({ user_id, name, email }) => ({
    user_id,
    name: name ?? '',
    email: email ?? '',
  }))
  const known = new Set(users.map(({ email }) => email))
  const others = (await reportRecipients(ctx, clinic_id)).filter((address) => !known.has(address))
  return [...users, ...others.map((address) => ({ user_id: null, name: '', email: address }))]
}
