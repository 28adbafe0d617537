import * as calls from '@eupnea/contract/observations.ts'
import { type Route, route } from '../platform/route.ts'
import { listFhirDevices } from './list-fhir-devices.ts'
import { listFhirLocations } from './list-fhir-locations.ts'
import { listFhirObservations } from './list-fhir-observations.ts'
import { listFhirOrganizations } from './list-fhir-organizations.ts'
import { listFhirPatients } from './list-fhir-patients.ts'
import { readFhirDevice } from './read-fhir-device.ts'
import { readFhirLocation } from './read-fhir-location.ts'
import { readFhirMetadata } from './read-fhir-metadata.ts'
import { readFhirObservation } from './read-fhir-observation.ts'
import { readFhirOrganization } from './read-fhir-organization.ts'
import { readFhirPatient } from './read-fhir-patient.ts'
import { readSmartConfiguration } from './read-smart-configuration.ts'
import { searchFhirDevices } from './search-fhir-devices.ts'
import { searchFhirLocations } from './search-fhir-locations.ts'
import { searchFhirObservations } from './search-fhir-observations.ts'
import { searchFhirOrganizations } from './search-fhir-organizations.ts'
import { searchFhirPatients } from './search-fhir-patients.ts'
import type { FhirParts } from './search-page.ts'

export const observationRoutes = (parts: FhirParts): readonly Route[] => [
  route(calls.readFhirMetadata, readFhirMetadata(parts)),
  route(calls.readSmartConfiguration, readSmartConfiguration(parts)),
  route(calls.listFhirPatients, listFhirPatients(parts)),
  route(calls.searchFhirPatients, searchFhirPatients(parts)),
  route(calls.readFhirPatient, readFhirPatient(parts)),
  route(calls.listFhirObservations, listFhirObservations(parts)),
  route(calls.searchFhirObservations, searchFhirObservations(parts)),
  route(calls.readFhirObservation, readFhirObservation(parts)),
  route(calls.listFhirOrganizations, listFhirOrganizations(parts)),
  route(calls.searchFhirOrganizations, searchFhirOrganizations(parts)),
  route(calls.readFhirOrganization, readFhirOrganization(parts)),
  route(calls.listFhirDevices, listFhirDevices(parts)),
  route(calls.searchFhirDevices, searchFhirDevices(parts)),
  route(calls.readFhirDevice, readFhirDevice(parts)),
  route(calls.listFhirLocations, listFhirLocations(parts)),
  route(calls.searchFhirLocations, searchFhirLocations(parts)),
  route(calls.readFhirLocation, readFhirLocation(parts)),
]
