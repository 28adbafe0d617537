import * as calls from '@eupnea/contract/outbox.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import { listMessages } from './list-messages.ts'
import { type ReceiptSettings, receiveReceipt } from './receive-receipt.ts'
import { resendMessage } from './resend-message.ts'

export const outboxRoutes: readonly Route[] = runAs(
  'work',
  route(calls.listMessages, listMessages),
  route(calls.resendMessage, resendMessage),
)

export const receiptRoutes = (settings: ReceiptSettings): readonly Route[] =>
  runAs('work', routeApart(calls.receiveReceipt, receiveReceipt(settings)))
