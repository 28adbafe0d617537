import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, listOf, paging } from './fields.ts'

/**
 * A message to a person outside the portal. Without a gateway for its kind it stays here to be read; with one, its
 * text is dropped once it is sent, for it may carry a code.
 */
export const outboxMessage = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  recipient: z.string(),
  subject: z.string(),
  text: z.string().nullable(),
  /** kept: there is no gateway to send it by */
  status: z.enum(['queued', 'sent', 'failed', 'kept']),
  created_at: instant,
  sent_at: instant.nullable(),
  attempts: z.number(),
  /** what the gateway said last */
  failure: z.string().nullable(),
})
export type OutboxMessage = z.output<typeof outboxMessage>

export const listMessages = call({
  name: 'listMessages',
  method: 'GET',
  path: '/outbox',
  access: access.superadmin,
  summary: 'Mails and SMS of the portal with their state, newest first',
  input: z.object({
    kind: z.enum(['mail', 'sms']).optional(),
    status: z.enum(['queued', 'sent', 'failed', 'kept']).optional(),
    ...paging,
  }),
  output: listOf(outboxMessage),
})

export const resendMessage = call({
  name: 'resendMessage',
  method: 'POST',
  path: '/outbox/{message_id}/resend',
  access: access.superadmin,
  summary: 'Try a message again that could not be sent',
  input: z.object({ message_id: id }),
  output: outboxMessage,
})

export const outboxCalls = [listMessages, resendMessage]
