import { buffer } from 'node:stream/consumers'
import { productName } from '@eupnea/contract/product.ts'
import { emailReport as declaration } from '@eupnea/contract/report-deliveries.ts'
import { reportFileName, reportPassword, reportSubject } from '@eupnea/contract/rules/report-mail.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf, reportRecipients } from '../clinics/index.ts'
import { keepFile } from '../files/index.ts'
import { refuseTooManyMails } from '../outbox/index.ts'
import { withCtxOnce } from '../platform/answer-once.ts'
import { type Ctx, seesAll, withCtx } from '../platform/context.ts'
import { notFound, refused } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import { dayOf } from '../platform/local-days.ts'
import type { VerbApart } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { encryptPdf } from './daily-pdf/make-pdf.ts'
import { countSent, holdListed, selectDailyReport } from './daily-reports.sql.ts'
import { keepPdf } from './keep-pdf.ts'
import { readersOf } from './list-clinic-users.ts'
import { madeReportAnswer } from './made-report-answer.ts'
import { openMadeReport } from './open-made-report.ts'
import { queueReportMail } from './queue-report-mail.ts'
import { reportPasswordOf } from './report-password.ts'

/**
 * Sends an existing report by e-mail (RP-5). The portal decides subject, attachment name and sender; of the details
 * only the password is used, and it is stored nowhere. Without one, the clinic's opens it (DO-8).
 * @throws 404 for a report outside the caller's scope; 409 if somebody who may be in it is erased meanwhile; 422 for a
 * recipient unrelated to the clinic and for a password that is in the mail, 429 for a recipient who got it too often
 * recently
 */
export function emailReport(files: FileStore, sealer: Sealer): VerbApart<typeof declaration> {
  return async ({ origin, input }) => {
    const { row, clinic, recipients, made, standing } = await withCtx(origin, async (ctx) => {
      const row = await selectDailyReport(ctx, reportIdOf(input.url))
      if (!row) throw notFound('report')
      const recipients = [...new Set(input.recipients ?? (await reportRecipients(ctx, row.clinic_id)))]
      if (recipients.length === 0) throw refused('recipients', m.report_recipient_required())
      await checkRecipients(ctx, row.clinic_id, recipients)
      const clinic = await clinicOf(ctx, row.clinic_id)
      const { password: standing } = await reportPasswordOf(ctx, sealer, row.clinic_id)
      return { row, clinic, recipients, made: await openMadeReport(ctx, files, row), standing }
    })
    const pdf = await buffer(await (await made.open()).open())
    const { clinic_id, date, floor } = row
    const today = dayOf(Temporal.Now.instant(), clinic.tz).toString()
    const sender = origin.actor.type === 'user' ? origin.actor.name : ''
    const name = reportFileName(sender, today)
    const ask = input.details.password === undefined ? m.report_mail_ask_standing : m.report_mail_ask_person
    const hint = ask({ person: sender })
    const words = [reportSubject(clinic.name, date, floor), m.report_mail_text(), hint]
    const shown = [...words, name, sender, productName, ...recipients]
    if (input.details.password !== reportPassword(sender, today)) refuseShown(input.details.password, shown)
    const encrypted = await encryptPdf(pdf, input.details.password ?? standing)
    const file = await keepPdf(origin, files, { clinic_id, date, name }, encrypted)
    // Not even a hash of the password is stored.
    const sent = { ...input, details: { ...input.details, password: undefined } }
    return withCtxOnce(origin, { call: declaration, input: sent }, async (ctx) => {
      await refuseTooManyMails(ctx, recipients, reportSubject(clinic.name, date, floor))
      await holdListed(ctx, made)
      await keepFile(ctx, file)
      const attachment = { file_id: file.id, name }
      await queueReportMail(ctx, { recipients, clinic: clinic.name, date, floor, hint, attachment })
      const counted = await countSent(ctx, row, recipients.length)
      const detail = { report_id: row.id, date, floor, recipients }
      await recordAudit(ctx, { act: 'report.email', clinic_id, detail })
      await ctx.emit({ type: 'changed', noun: 'reports', clinic_id })
      return madeReportAnswer(counted)
    })
  }
}

/**
 * A password that is in the mail opens the report for whoever gets hold of it. Only the specification's proposal, which
 * the page warns of, may be in its name.
 * @throws 422 field `details.password`
 */
function refuseShown(password: string | undefined, shown: readonly string[]): void {
  if (password !== undefined && shown.some((part) => part.toLowerCase().includes(password.toLowerCase())))
    throw refused('details.password', m.report_password_shown())
}

/** Only this portal's reports: nothing is fetched from the given address. */
function reportIdOf(url: string): string {
  const path = URL.parse(url, 'http://portal.invalid')?.pathname ?? ''
  const id = /^\/api\/reports\/daily\/([\w-]{1,64})\/pdf$/.exec(path)?.[1]
  if (!id) throw refused('url', m.report_url_wrong())
  return id
}

/** Health data may only go to people of the clinic, unless the sender administers all clinics. */
async function checkRecipients(ctx: Ctx, clinic_id: string, recipients: readonly string[]): Promise<void> {
  if (seesAll(ctx.actor)) return
  const known = new Set((await readersOf(ctx, clinic_id)).map(({ email }) => email))
  const unknown = recipients.find((address) => !known.has(address))
  if (unknown) throw refused('recipients', m.report_recipient_unknown({ address: unknown }))
}
