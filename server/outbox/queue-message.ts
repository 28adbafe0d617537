import { randomUUID } from 'node:crypto'
import type { Ctx } from '../platform/context.ts'
import type { Notice } from './notice.ts'
import { type About, type ChannelName, insertMessages, type NewMessage } from './outbox.sql.ts'

interface Message {
  readonly to: string
  readonly text: string
  /** seconds after which it is useless, such as a code's lifetime; it isn't sent later */
  readonly usefulSeconds?: number
}

interface MailMessage extends Message {
  readonly subject: string
  /** a kept file; the outbox owns it from now on and removes it when no receiver needs it any more */
  readonly attachment?: { readonly file_id: string; readonly name: string }
}

/** Queues a mail in the transaction of `ctx`; it is sent if and only if that commits. */
export async function queueMail(ctx: Ctx, { subject, attachment, ...mail }: MailMessage): Promise<void> {
  const columns = attachment && { attachment_file_id: attachment.file_id, attachment_name: attachment.name }
  await queue(ctx, 'mail', mail, { subject, ...columns })
}

/** Queues an SMS in the same way. @param sms.to country code followed by number */
export async function queueSms(ctx: Ctx, sms: Message): Promise<void> {
  await queue(ctx, 'sms', sms, { subject: '' })
}

type MailColumns = Pick<NewMessage, 'subject' | 'attachment_file_id' | 'attachment_name'>

async function queue(ctx: Ctx, channel: ChannelName, message: Message, columns: MailColumns): Promise<void> {
  const { to: recipient, text: body, usefulSeconds = null } = message
  await insertMessages(ctx, [{ id: randomUUID(), channel, recipient, body, usefulSeconds, notice: null, ...columns }])
  await ctx.emit({ type: 'message_queued' })
}

export interface NewDelivery {
  readonly channel: ChannelName
  readonly to: string
  readonly subject: string
  readonly text: string
  /** for messages that may be merged with others to the same receiver, because they are many or late */
  readonly notice: Notice | null
  readonly about?: About
}

/** Queues messages about notifications, except to those who have had them already. */
export async function queueDeliveries(ctx: Ctx, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await insertMessages(
    ctx,
    deliveries.map(({ to, text, ...delivery }) => ({
      id: randomUUID(),
      ...delivery,
      recipient: to,
      body: text,
      usefulSeconds: null,
    })),
  )
  await ctx.emit({ type: 'message_queued' })
}
