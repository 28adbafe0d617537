import * as calls from '@eupnea/contract/fhir-exports.ts'
import { type Route, route, routeApart } from '../platform/route.ts'
import { deleteFhirExport } from './delete-fhir-export.ts'
import { downloadFhirExport } from './download-fhir-export.ts'
import { readFhirExport } from './read-fhir-export.ts'
import { startFhirExport } from './start-fhir-export.ts'

/** @param baseUrl the portal's address as a program reaches it */
export const fhirExportRoutes = (baseUrl: () => string): readonly Route[] => [
  routeApart(calls.startFhirExport, startFhirExport(baseUrl, '$export')),
  routeApart(calls.startFhirPatientExport, startFhirExport(baseUrl, 'Patient/$export')),
  routeApart(calls.startFhirGroupExport, startFhirExport(baseUrl, 'Group')),
  route(calls.readFhirExport, readFhirExport(baseUrl)),
  route(calls.deleteFhirExport, deleteFhirExport),
  route(calls.downloadFhirExport, downloadFhirExport),
]
