import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { lockMessage, lockSender, type MessageRow, type Sender, selectClinicOfMessage } from './adt.sql.ts'

export interface OpenMessage {
  readonly sender: Sender
  readonly row: MessageRow
  readonly body: Buffer
}

/** A message that needs a person, locked. @throws 404, 409 when it needs nobody any more */
export async function openMessage(ctx: Ctx, id: string): Promise<OpenMessage> {
  const clinic_id = await selectClinicOfMessage(ctx, id)
  if (!clinic_id) throw notFound('message')
  // First, as when a message arrives: its sender may be sending the same one again.
  const sender = await lockSender(ctx, clinic_id)
  if (!sender) throw conflict('sender_removed', m.adt_sender_removed())
  const met = await lockMessage(ctx, id)
  if (!met) throw notFound('message')
  if (met.body === null) throw conflict('message_settled', m.adt_message_settled())
  return { sender, row: met, body: met.body }
}
