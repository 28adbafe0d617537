import * as calls from '@eupnea/contract/fhir-exports.ts'
import { type Route, route, routeApart } from '../platform/route.ts'
import { deleteFhirExport } from './delete-fhir-export.ts'
import { downloadFhirExport } from './download-fhir-export.ts'
import { readFhirExport } from './read-fhir-export.ts'
import { startFhirExport } from './start-fhir-export.ts'
import { startFhirGroupExport } from './start-fhir-group-export.ts'
import { startFhirPatientExport } from './start-fhir-patient-export.ts'

/** @param baseUrl the portal's address as a program reaches it */
export const fhirExportRoutes = (baseUrl: () => string): readonly Route[] => [
  routeApart(calls.startFhirExport, startFhirExport(baseUrl), 202),
  routeApart(calls.startFhirPatientExport, startFhirPatientExport(baseUrl), 202),
  routeApart(calls.startFhirGroupExport, startFhirGroupExport(baseUrl), 202),
  route(calls.readFhirExport, readFhirExport(baseUrl)),
  route(calls.deleteFhirExport, deleteFhirExport, 202),
  route(calls.downloadFhirExport, downloadFhirExport),
]
