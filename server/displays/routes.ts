import * as calls from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { limitCalls } from '../platform/limit-calls.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import { createDisplay } from './create-display.ts'
import { enrolDisplay } from './enrol-display.ts'
import { listDisplays } from './list-displays.ts'
import { readWall } from './read-wall.ts'
import { revokeDisplay } from './revoke-display.ts'
import { updateDisplay } from './update-display.ts'

/** @param secret of the portal, for the hashes of codes */
export const displayRoutes = (secret: string): readonly Route[] => [
  ...runAs(
    'identity',
    route(calls.createDisplay, createDisplay(secret), 201),
    routeApart(calls.enrolDisplay, enrolDisplay(secret, limitCalls(m.common_too_many_attempts())), 201),
    route(calls.listDisplays, listDisplays),
    route(calls.updateDisplay, updateDisplay),
    route(calls.revokeDisplay, revokeDisplay),
  ),
  route(calls.readWall, readWall),
]
