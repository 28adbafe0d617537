import * as calls from '@eupnea/contract/deidentified-exports.ts'
import { type Route, route, routeApart } from '../platform/route.ts'
import { deleteDeidentifiedExport } from './delete-deidentified-export.ts'
import { downloadDeidentifiedExport } from './download-deidentified-export.ts'
import { listDeidentifiedExports } from './list-deidentified-exports.ts'
import { startDeidentifiedExport } from './start-deidentified-export.ts'

export const deidentifiedExportRoutes: readonly Route[] = [
  route(calls.listDeidentifiedExports, listDeidentifiedExports),
  route(calls.startDeidentifiedExport, startDeidentifiedExport, 201),
  route(calls.deleteDeidentifiedExport, deleteDeidentifiedExport),
  routeApart(calls.downloadDeidentifiedExport, downloadDeidentifiedExport),
]
