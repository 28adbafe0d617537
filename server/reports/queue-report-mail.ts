import { reportSubject } from '@eupnea/contract/rules/report-mail.ts'
import { m } from '@eupnea/texts'
import { queueMail } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'

interface ReportMail {
  readonly recipients: readonly string[]
  readonly clinic: string
  readonly date: string
  readonly floor: string | null
  /** tells the reader how to get the password; never contains it */
  readonly hint: string
  readonly attachment: { readonly file_id: string; readonly name: string }
}

/** Queues a mail to each recipient (RP-5): a subject and an encrypted attachment, nothing about any resident. */
export async function queueReportMail(
  ctx: Ctx,
  { recipients, attachment, hint, ...report }: ReportMail,
): Promise<void> {
  const subject = reportSubject(report.clinic, report.date, report.floor)
  const text = `${m.report_mail_text()}\n${hint}\n`
  for (const to of recipients) await queueMail(ctx, { to, subject, text, attachment })
}
