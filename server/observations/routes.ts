import * as calls from '@eupnea/contract/observations.ts'
import { type Route, route } from '../platform/route.ts'
import { listFhirObservations } from './list-fhir-observations.ts'
import { listFhirPatients } from './list-fhir-patients.ts'
import { readFhirMetadata } from './read-fhir-metadata.ts'
import { readFhirPatient } from './read-fhir-patient.ts'

/** @param baseUrl the portal's address as an EHR reaches it, once known */
export const observationRoutes = (baseUrl: () => string): readonly Route[] => [
  route(calls.readFhirMetadata, readFhirMetadata(baseUrl)),
  route(calls.listFhirPatients, listFhirPatients(baseUrl)),
  route(calls.readFhirPatient, readFhirPatient),
  route(calls.listFhirObservations, listFhirObservations(baseUrl)),
]
