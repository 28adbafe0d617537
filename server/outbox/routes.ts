import * as calls from '@eupnea/contract/outbox.ts'
import { type Route, route } from '../platform/route.ts'
import { listMessages } from './list-messages.ts'
import { resendMessage } from './resend-message.ts'

export const outboxRoutes: readonly Route[] = [
  route(calls.listMessages, listMessages),
  route(calls.resendMessage, resendMessage),
]
