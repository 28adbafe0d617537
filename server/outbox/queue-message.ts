import type { Ctx } from '../platform/context.ts'
import { insertMessage } from './outbox.sql.ts'

interface Message {
  readonly to: string
  readonly text: string
  /** seconds after which it is of no use any more, such as a code's life; not sent afterwards */
  readonly usefulSeconds?: number
}

/** Queues a mail in the transaction of `ctx`: it goes out if and only if that commits. */
export async function queueMail(ctx: Ctx, mail: Message & { readonly subject: string }): Promise<void> {
  await queue(ctx, 'mail', mail, mail.subject)
}

/** Queues an SMS likewise. @param sms.to country code followed by number */
export async function queueSms(ctx: Ctx, sms: Message): Promise<void> {
  await queue(ctx, 'sms', sms, '')
}

async function queue(ctx: Ctx, kind: 'mail' | 'sms', message: Message, subject: string): Promise<void> {
  const { to: recipient, text: body, usefulSeconds = null } = message
  await insertMessage(ctx, { kind, recipient, subject, body, usefulSeconds })
  await ctx.emit({ type: 'message_queued' })
}
