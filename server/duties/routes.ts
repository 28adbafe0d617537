import * as calls from '@eupnea/contract/duties.ts'
import { type Route, route } from '../platform/route.ts'
import { chooseChannels } from './choose-channels.ts'
import { createDuty } from './create-duty.ts'
import { endDuty } from './end-duty.ts'
import { listDuties } from './list-duties.ts'
import type { Gateways } from './reach.ts'
import { readChannels } from './read-channels.ts'

/** @param gateways which are set up: duty needs a way to reach who has it */
export const dutyRoutes = (gateways: Gateways): readonly Route[] => [
  route(calls.listDuties, listDuties),
  route(calls.createDuty, createDuty(gateways), 201),
  route(calls.endDuty, endDuty),
  route(calls.readChannels, readChannels(gateways)),
  route(calls.chooseChannels, chooseChannels(gateways)),
]
