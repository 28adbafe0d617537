import * as calls from '@eupnea/contract/observations.ts'
import { type Route, route } from '../platform/route.ts'
import { listFhirObservations } from './list-fhir-observations.ts'
import { listFhirRows } from './list-fhir-rows.ts'
import { readFhirMetadata } from './read-fhir-metadata.ts'
import { readFhirObservation } from './read-fhir-observation.ts'
import { readFhirRow } from './read-fhir-row.ts'
import { readSmartConfiguration } from './read-smart-configuration.ts'
import type { FhirParts } from './search-page.ts'

export const observationRoutes = (parts: FhirParts): readonly Route[] => [
  route(calls.readFhirMetadata, readFhirMetadata(parts)),
  route(calls.readSmartConfiguration, readSmartConfiguration(parts)),
  route(calls.listFhirPatients, listFhirRows(parts, 'Patient')),
  route(calls.searchFhirPatients, listFhirRows(parts, 'Patient', true)),
  route(calls.readFhirPatient, readFhirRow(parts, 'Patient', 'patient_id')),
  route(calls.listFhirObservations, listFhirObservations(parts)),
  route(calls.searchFhirObservations, listFhirObservations(parts, true)),
  route(calls.readFhirObservation, readFhirObservation(parts)),
  route(calls.listFhirOrganizations, listFhirRows(parts, 'Organization')),
  route(calls.searchFhirOrganizations, listFhirRows(parts, 'Organization', true)),
  route(calls.readFhirOrganization, readFhirRow(parts, 'Organization', 'clinic_id')),
  route(calls.listFhirDevices, listFhirRows(parts, 'Device')),
  route(calls.searchFhirDevices, listFhirRows(parts, 'Device', true)),
  route(calls.readFhirDevice, readFhirRow(parts, 'Device', 'device_id')),
  route(calls.listFhirLocations, listFhirRows(parts, 'Location')),
  route(calls.searchFhirLocations, listFhirRows(parts, 'Location', true)),
  route(calls.readFhirLocation, readFhirRow(parts, 'Location', 'location_id')),
]
