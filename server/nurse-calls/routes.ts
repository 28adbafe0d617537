import * as calls from '@eupnea/contract/nurse-calls.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import { createNurseCall } from './create-nurse-call.ts'
import { deleteNurseCall } from './delete-nurse-call.ts'
import { listNurseCallDeliveries } from './list-nurse-call-deliveries.ts'
import { listNurseCalls } from './list-nurse-calls.ts'
import { hostRule } from './target.ts'
import { tryNurseCall } from './try-nurse-call.ts'

/** @param hosts that may be in a private network, whoever adds them (HL7_HOSTS) */
export function nurseCallRoutes(hosts: readonly string[]): readonly Route[] {
  const mayReach = hostRule(hosts)
  return runAs(
    'work',
    route(calls.listNurseCalls, listNurseCalls),
    routeApart(calls.createNurseCall, createNurseCall(mayReach), 201),
    routeApart(calls.tryNurseCall, tryNurseCall(mayReach)),
    route(calls.deleteNurseCall, deleteNurseCall),
    route(calls.listNurseCallDeliveries, listNurseCallDeliveries),
  )
}
