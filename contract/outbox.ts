import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, listOf, noAnswer, paging } from './fields.ts'

/** Ways to reach somebody outside the page (AL-6, AN-3, AN-12). */
export const channels = ['mail', 'sms', 'push', 'webhook', 'nurse-call'] as const

/** kept: there is no gateway to send it. merged: sent as part of a message that combines several */
const messageStatus = z.enum(['queued', 'sent', 'failed', 'kept', 'merged'])

/**
 * What is sent to one receiver. Without a gateway for its kind, it stays here to be read; with one, its text is deleted once it is
 * sent, because it may contain a code.
 */
const outboxMessage = z.object({
  id: z.string(),
  kind: z.enum(channels),
  /** an address, or the id of a webhook, a nurse call system or a browser */
  recipient: z.string(),
  /** of what such an id names; null: an address, or deleted since */
  recipient_name: z.string().nullable(),
  subject: z.string(),
  text: z.string().nullable(),
  status: messageStatus,
  created_at: instant,
  sent_at: instant.nullable(),
  attempts: z.number(),
  /** the gateway's last answer */
  failure: z.string().nullable(),
  /** the delivery status that the gateway reported later */
  delivery: z.enum(['sent', 'delivered', 'undelivered', 'failed']).nullable(),
  delivery_at: instant.nullable(),
})
export type OutboxMessage = z.output<typeof outboxMessage>

export const listMessages = call({
  name: 'listMessages',
  method: 'GET',
  path: '/outbox',
  access: access.superadmin,
  summary: m.outbox_list_call(),
  input: z.object({
    kind: z.enum(channels).optional(),
    status: messageStatus.optional(),
    ...paging,
  }),
  output: listOf(outboxMessage),
})

export const resendMessage = call({
  name: 'resendMessage',
  method: 'POST',
  path: '/outbox/{message_id}/resend',
  access: access.superadmin,
  summary: m.outbox_resend_call(),
  input: z.object({ message_id: id }),
  output: outboxMessage,
})

/**
 * Public, because a gateway has no session: the portal issues the token for one message, and the gateway signs the
 * call.
 */
export const receiveReceipt = call({
  name: 'receiveReceipt',
  method: 'POST',
  path: '/outbox/receipts/{token}',
  access: access.public,
  summary: m.outbox_receipt_call(),
  input: z.looseObject({ token: id, MessageStatus: z.string().max(40) }),
  output: noAnswer,
  carries: 'form',
})

export const outboxCalls = [listMessages, resendMessage, receiveReceipt]
