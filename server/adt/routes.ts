import * as calls from '@eupnea/contract/adt.ts'
import { type Route, route } from '../platform/route.ts'
import { dismissAdtMessage } from './dismiss-adt-message.ts'
import { listAdtMessages } from './list-adt-messages.ts'
import { readAdtSender } from './read-adt-sender.ts'
import { removeAdtSender } from './remove-adt-sender.ts'
import { retryAdtMessage } from './retry-adt-message.ts'
import { saveAdtSender } from './save-adt-sender.ts'

/** @param port where messages are taken; null: nowhere */
export const adtRoutes = (port: () => number | null): readonly Route[] => [
  route(calls.readAdtSender, readAdtSender(port)),
  route(calls.saveAdtSender, saveAdtSender),
  route(calls.removeAdtSender, removeAdtSender),
  route(calls.listAdtMessages, listAdtMessages),
  route(calls.retryAdtMessage, retryAdtMessage),
  route(calls.dismissAdtMessage, dismissAdtMessage),
]
