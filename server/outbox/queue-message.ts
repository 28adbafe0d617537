import { randomUUID } from 'node:crypto'
import type { Ctx } from '../platform/context.ts'
import type { Notice } from './notice.ts'
import { insertMessages, type Kind } from './outbox.sql.ts'

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

async function queue(ctx: Ctx, kind: Kind, message: Message, subject: string): Promise<void> {
  const { to: recipient, text: body, usefulSeconds = null } = message
  await insertMessages(ctx, [{ id: randomUUID(), kind, recipient, subject, body, usefulSeconds, notice: null }])
  await ctx.emit({ type: 'message_queued' })
}

export interface NoticeMessage {
  readonly id: string
  readonly kind: Kind
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly notice: Notice
}

/** Queues messages that may be merged with others to the same receiver, when there are many or they were late. */
export async function queueNotices(ctx: Ctx, messages: readonly NoticeMessage[]): Promise<void> {
  if (messages.length === 0) return
  await insertMessages(
    ctx,
    messages.map(({ to, text, ...message }) => ({ ...message, recipient: to, body: text, usefulSeconds: null })),
  )
  await ctx.emit({ type: 'message_queued' })
}
