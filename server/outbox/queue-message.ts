import type { Ctx } from '../platform/context.ts'
import { insertMessage, type NewMessage } from './outbox.sql.ts'

interface Message {
  readonly to: string
  readonly text: string
  /** seconds after which it is of no use any more, such as a code's life; not sent afterwards */
  readonly usefulSeconds?: number
}

interface MailMessage extends Message {
  readonly subject: string
  /** a kept file; it is the outbox's own from now on, and goes when nobody is to get it any more */
  readonly attachment?: { readonly file_id: string; readonly name: string }
}

/** Queues a mail in the transaction of `ctx`: it goes out if and only if that commits. */
export async function queueMail(ctx: Ctx, { subject, attachment, ...mail }: MailMessage): Promise<void> {
  const columns = attachment && { attachment_file_id: attachment.file_id, attachment_name: attachment.name }
  await queue(ctx, 'mail', mail, { subject, ...columns })
}

/** Queues an SMS likewise. @param sms.to country code followed by number */
export async function queueSms(ctx: Ctx, sms: Message): Promise<void> {
  await queue(ctx, 'sms', sms, { subject: '' })
}

type MailColumns = Pick<NewMessage, 'subject' | 'attachment_file_id' | 'attachment_name'>

async function queue(ctx: Ctx, kind: 'mail' | 'sms', message: Message, columns: MailColumns): Promise<void> {
  const { to: recipient, text: body, usefulSeconds = null } = message
  await insertMessage(ctx, { kind, recipient, body, usefulSeconds, ...columns })
  await ctx.emit({ type: 'message_queued' })
}
