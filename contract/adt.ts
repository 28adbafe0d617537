import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { adtSenderFields } from './adt.fields.ts'
import { call } from './call.ts'
import { id, instant, listOf, noAnswer, paging, schemaOf } from './fields.ts'

/** ADT messages of an EHR over MLLP (EH-5): who may send them, and those that need a person. */

/** What the portal applies: admit, transfer, discharge, becoming an inpatient, change, the three cancellations, and merge. */
export const adtEvents = ['A01', 'A02', 'A03', 'A06', 'A08', 'A11', 'A12', 'A13', 'A31', 'A40'] as const
export type AdtEvent = (typeof adtEvents)[number]

/**
 * applied: done, or nothing was to be done; waiting: it contradicts what staff entered; failed: it could not be applied;
 * dismissed: a person has left it at that; refused: the portal has no use for such messages, of which the last counts
 */
const adtStates = ['waiting', 'failed', 'applied', 'dismissed', 'refused'] as const
export type AdtState = (typeof adtStates)[number]

const adtSender = z.object({
  /** MSH-4 */
  sender_name: z.string(),
  /** IP addresses and networks */
  addresses: z.array(z.string()),
})
export type AdtSender = z.output<typeof adtSender>

const adtMessage = z.object({
  id: z.string(),
  clinic_id: z.string(),
  /** MSH-10; empty: refused */
  control_id: z.string(),
  /** A01; of what isn't ADT also its type, ORU^R01 */
  event: z.string(),
  /** EVN-2 */
  happened_at: instant.nullable(),
  received_at: instant,
  state: z.enum(adtStates),
  reason: z.string(),
  /** whom it is about; empty once it needs nobody any more; the address of an unknown one that tried to connect */
  name: z.string(),
  /** the message itself, a segment a line, while it needs a person */
  content: z.string().nullable(),
  patient_id: z.string().nullable(),
})
export type AdtMessage = z.output<typeof adtMessage>

export const readAdtSender = call({
  name: 'readAdtSender',
  method: 'GET',
  path: '/adt/sender',
  access: access.staff,
  summary: m.adt_read_sender_call(),
  input: z.object({ clinic_id: id }),
  output: z.object({
    clinic_id: z.string(),
    /** where the portal takes messages (HL7_PORT); null: nowhere */
    port: z.number().nullable(),
    sender: adtSender.nullable(),
  }),
})

export const saveAdtSender = call({
  name: 'saveAdtSender',
  method: 'PUT',
  path: '/adt/sender',
  access: access.managers,
  summary: m.adt_save_sender_call(),
  input: z.object({
    clinic_id: id,
    sender_name: schemaOf(adtSenderFields.sender_name),
    addresses: schemaOf(adtSenderFields.addresses),
  }),
  output: z.object({ clinic_id: z.string(), sender: adtSender }),
})

export const removeAdtSender = call({
  name: 'removeAdtSender',
  method: 'DELETE',
  path: '/adt/sender',
  access: access.managers,
  summary: m.adt_remove_sender_call(),
  input: z.object({ clinic_id: id }),
  output: noAnswer,
})

export const listAdtMessages = call({
  name: 'listAdtMessages',
  method: 'GET',
  path: '/adt/messages',
  access: access.staff,
  summary: m.adt_list_messages_call(),
  input: z.object({ clinic_id: id, state: z.enum(adtStates).optional(), ...paging }),
  output: listOf(adtMessage),
})

export const retryAdtMessage = call({
  name: 'retryAdtMessage',
  method: 'POST',
  path: '/adt/messages/{id}/retry',
  access: access.staff,
  summary: m.adt_retry_call(),
  /** take: also values that staff have changed here */
  input: z.object({ id, take: z.boolean().default(false) }),
  output: adtMessage,
})

export const dismissAdtMessage = call({
  name: 'dismissAdtMessage',
  method: 'POST',
  path: '/adt/messages/{id}/dismiss',
  access: access.staff,
  summary: m.adt_dismiss_call(),
  input: z.object({ id }),
  output: adtMessage,
})

export const adtCalls = [
  readAdtSender,
  saveAdtSender,
  removeAdtSender,
  listAdtMessages,
  retryAdtMessage,
  dismissAdtMessage,
]
