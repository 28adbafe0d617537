import { z } from 'zod'
import { instant } from './fields.ts'
import { notificationKinds } from './notification-kinds.ts'

/** Other systems that hear of a clinic's notifications, whichever way (AN-12, EH-5). */

export const receiverTypes = [
  'notification.raised',
  'notification.changed',
  'notification.acknowledged',
  'notification.ended',
] as const

/** of notifications that it hears of; none: all */
export const kindsInput = z.array(z.enum(notificationKinds)).max(notificationKinds.length).default([])

/** failed: given up after a day, or the system was removed or disabled */
const receiverStates = ['queued', 'sent', 'failed'] as const

export const receiver = z.object({
  id: z.string(),
  clinic_id: z.string(),
  /** of notifications; none: all */
  kinds: z.array(z.enum(notificationKinds)),
  created_at: instant,
  /** what became of the newest delivery */
  last: z.object({ at: instant, state: z.enum(receiverStates), failure: z.string().nullable() }).nullable(),
})
export type Receiver = z.output<typeof receiver>

/** What became of a message to one. */
export const receiverDelivery = z.object({
  id: z.string(),
  notification_id: z.string(),
  type: z.enum(receiverTypes),
  state: z.enum(receiverStates),
  queued_at: instant,
  sent_at: instant.nullable(),
  attempts: z.number(),
  /** the last answer, unless it was accepted */
  failure: z.string().nullable(),
  /** when its receiver acknowledged by it */
  acknowledged_at: instant.nullable(),
})
export type ReceiverDelivery = z.output<typeof receiverDelivery>
