import type { SmsGateway } from '../../platform/sms.ts'
import type { Channel } from './channel.ts'

/** @param statusUrl where the gateway reports what became of a delivery; null: nowhere */
export const smsChannel = (gateway: SmsGateway, statusUrl: (deliveryId: string) => string | null): Channel => ({
  send: ({ id, recipient: to, body }) => gateway.send({ id, to, text: body ?? '', statusUrl: statusUrl(id) }),
  has: ({ recipient: to, body, created_at: since }) => gateway.has({ to, text: body ?? '', since }),
  close: () => gateway.close(),
})
