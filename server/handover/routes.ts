import * as calls from '@eupnea/contract/handover.ts'
import { type Route, route, routeApart } from '../platform/route.ts'
import { readHandover } from './read-handover.ts'
import { readHandoverPdf } from './read-handover-pdf.ts'
import { takeOverShift } from './take-over-shift.ts'

export const handoverRoutes: readonly Route[] = [
  route(calls.readHandover, readHandover),
  routeApart(calls.readHandoverPdf, readHandoverPdf),
  route(calls.takeOverShift, takeOverShift),
]
