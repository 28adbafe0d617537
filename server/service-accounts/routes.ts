import * as calls from '@eupnea/contract/service-accounts.ts'
import { m } from '@eupnea/texts'
import { limitCalls } from '../platform/limit-calls.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import { createServiceAccount } from './create-service-account.ts'
import { createServiceToken } from './create-service-token.ts'
import { listServiceAccounts } from './list-service-accounts.ts'
import { revokeServiceAccount } from './revoke-service-account.ts'

/** @param baseUrl the portal's address, which assertions name as their audience */
export const serviceAccountRoutes = (baseUrl: () => string, outgoing: Outgoing): readonly Route[] =>
  runAs(
    'identity',
    routeApart(calls.createServiceAccount, createServiceAccount(outgoing), 201),
    route(calls.listServiceAccounts, listServiceAccounts),
    route(calls.revokeServiceAccount, revokeServiceAccount),
    routeApart(
      calls.createServiceToken,
      createServiceToken(baseUrl, outgoing, limitCalls(m.service_account_token_attempts())),
    ),
  )
