import * as calls from '@eupnea/contract/handover.ts'
import type { Gateways } from '../duties/index.ts'
import { type Route, route, routeApart } from '../platform/route.ts'
import { readHandover } from './read-handover.ts'
import { readHandoverPdf } from './read-handover-pdf.ts'
import { takeOverShift } from './take-over-shift.ts'

/** @param gateways which are set up, for the duty that begins */
export const handoverRoutes = (gateways: Gateways): readonly Route[] => [
  route(calls.readHandover, readHandover),
  routeApart(calls.readHandoverPdf, readHandoverPdf),
  route(calls.takeOverShift, takeOverShift(gateways)),
]
