export { mailChannel } from './channels/mail.ts'
export { isAccepting, type NurseCallLines, nurseCallChannel } from './channels/nurse-call.ts'
export { pushChannel } from './channels/push.ts'
export { smsChannel } from './channels/sms.ts'
export { type Receivers, webhookChannel } from './channels/webhook.ts'
export { clinicsHeldUp, clinicsWithSilentReceivers } from './clinics-held-up.ts'
export { deliveryAnswer, lastOf } from './delivery-answer.ts'
export { hastenDeliveries } from './hasten-deliveries.ts'
export { secondsToNextMail } from './mails-of-late.sql.ts'
export { selectUndelivered as clinicsUndelivered } from './notices.sql.ts'
export { deliveryToAcknowledge, repeatsOf, useAcknowledgeToken } from './notified.sql.ts'
export { deliveriesOf, lastDeliveries, openDelivery } from './notified-deliveries.ts'
export { type DeliveryRow, messagesOverdueSince } from './outbox.sql.ts'
export { postWebhook, webhookRefusals } from './post-webhook.ts'
export { type NewDelivery, queueDeliveries, queueMail, queueSms } from './queue-message.ts'
export { receiptToken, receiptUrl } from './receipt-token.ts'
export type { ReceiptSettings } from './receive-receipt.ts'
export {
  failDeliveriesTo,
  selectDeliveriesTo,
  selectDeliveryAbout,
  selectDeliveryByToken,
  selectInformed,
  selectLastDeliveriesTo,
  useDelivery,
} from './receiver-deliveries.sql.ts'
export { refuseTooManyMails } from './refuse-too-many-mails.ts'
export { removeOldMessages } from './remove-old-messages.ts'
export { outboxRoutes, receiptRoutes } from './routes.ts'
export type { Channels } from './send-messages.ts'
export { startOutbox } from './start-outbox.ts'
