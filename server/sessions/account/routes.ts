import * as calls from '@eupnea/contract/account.ts'
import { type Route, route, routeApart } from '../../platform/route.ts'
import type { SessionParts } from '../create-sessions.ts'
import { changeOwnPassword } from './change-own-password.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endOwnSession } from './end-own-session.ts'
import { forgetBrowser } from './forget-browser.ts'
import { listProofs } from './list-proofs.ts'
import { proveByPassword } from './prove-by-password.ts'
import { readAccount } from './read-account.ts'

export const accountRoutes = (parts: SessionParts): readonly Route[] => [
  route(calls.readAccount, readAccount),
  route(calls.listProofs, listProofs),
  routeApart(calls.proveByPassword, proveByPassword(parts)),
  routeApart(calls.changeOwnPassword, changeOwnPassword(parts)),
  route(calls.endOwnSession, endOwnSession),
  route(calls.endOtherSessions, endOtherSessions),
  route(calls.forgetBrowser, forgetBrowser),
]
