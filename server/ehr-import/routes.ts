import * as calls from '@eupnea/contract/ehr-import.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import type { Sealer } from '../platform/seal.ts'
import { cancelEhrImport } from './cancel-ehr-import.ts'
import { confirmEhrImport } from './confirm-ehr-import.ts'
import { decideEhrImportRow } from './decide-ehr-import-row.ts'
import { listEhrImportRows } from './list-ehr-import-rows.ts'
import { listEhrImports } from './list-ehr-imports.ts'
import { readEhrConnection } from './read-ehr-connection.ts'
import { readEhrImport } from './read-ehr-import.ts'
import { readEhrJwks } from './read-ehr-jwks.ts'
import { removeEhrConnection } from './remove-ehr-connection.ts'
import { saveEhrConnection } from './save-ehr-connection.ts'
import { startEhrImport } from './start-ehr-import.ts'

/** What an EHR connection needs besides the database. */
export interface EhrParts {
  readonly sealer: Sealer
  readonly outgoing: Outgoing
}

export const ehrImportRoutes = ({ sealer, outgoing }: EhrParts): readonly Route[] => [
  ...runAs(
    'work',
    route(calls.readEhrConnection, readEhrConnection),
    routeApart(calls.saveEhrConnection, saveEhrConnection(sealer, outgoing)),
    route(calls.removeEhrConnection, removeEhrConnection),
    routeApart(calls.readEhrJwks, readEhrJwks),
    route(calls.startEhrImport, startEhrImport),
  ),
  route(calls.listEhrImports, listEhrImports),
  route(calls.readEhrImport, readEhrImport),
  route(calls.listEhrImportRows, listEhrImportRows),
  route(calls.decideEhrImportRow, decideEhrImportRow),
  route(calls.confirmEhrImport, confirmEhrImport),
  route(calls.cancelEhrImport, cancelEhrImport),
]
