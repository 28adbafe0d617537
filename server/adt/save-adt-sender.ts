import type { saveAdtSender as declaration } from '@eupnea/contract/adt.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { hasOtherClinic, selectSender, upsertSender } from './adt.sql.ts'
import { senderAnswer } from './adt-answer.ts'

/**
 * Says who sends a clinic ADT messages: the name in MSH-4, and from which addresses (EH-5).
 * @throws 404, 409 when another clinic has that name
 */
export const saveAdtSender: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const { sender_name, addresses } = input
  if (await hasOtherClinic(ctx, clinic_id, sender_name))
    throw conflict('sender_name_taken', m.adt_sender_name_taken(), 'sender_name')
  const before = await selectSender(ctx, clinic_id)
  const row = await upsertSender(ctx, {
    ...{ clinic_id, sender_name, addresses, updated_at: Temporal.Now.instant(), refused_since: null },
    updated_by: ctx.actor.type === 'user' ? ctx.actor.email : ctx.actor.type,
  })
  await recordAudit(ctx, {
    act: 'adt.connect',
    clinic_id,
    ...(before && { changes: changesOf(before, row, ['sender_name', 'addresses']) }),
  })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return { clinic_id, sender: senderAnswer(row) }
}
