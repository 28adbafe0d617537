import { usualThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { routesOf } from '../../server/app.ts'
import type { LiveState } from '../../server/live/state/index.ts'
import { createOutgoing } from '../../server/platform/outgoing.ts'
import type { Route } from '../../server/platform/route.ts'
import type { Sessions } from '../../server/sessions/index.ts'
import { createMemoryStore, emptyArchive } from '../kit/portal.ts'
import { sealer } from './world.ts'

/** Every route of a portal that has gateways and no identity provider. */
export const everyRoute = (sessions: Sessions, state: LiveState): readonly Route[] =>
  routesOf({
    sessions,
    state,
    host: { baseUrl: 'http://localhost', secondTitleHost: undefined, inactivityMinutes: 30 },
    files: createMemoryStore(),
    archive: emptyArchive(),
    ehr: { sealer, outgoing: createOutgoing(), adtPort: () => null },
    secret: 'signs links',
    receipts: { secret: 'receipts', gatewayToken: undefined, baseUrl: 'http://localhost' },
    billing: usualThresholds,
    gateways: { mail: true, sms: true },
    push: { key: 'key', baseUrl: () => 'http://localhost' },
    hl7Hosts: [],
    provider: null,
  })
