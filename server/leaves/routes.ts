import * as calls from '@eupnea/contract/leaves.ts'
import { type Route, route } from '../platform/route.ts'
import { endLeave } from './end-leave.ts'
import { readLeave } from './read-leave.ts'
import { saveLeave } from './save-leave.ts'

export const leaveRoutes: readonly Route[] = [
  route(calls.readLeave, readLeave),
  route(calls.saveLeave, saveLeave),
  route(calls.endLeave, endLeave),
]
