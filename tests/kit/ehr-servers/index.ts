export { type FhirResource, type FhirServer, fhirClientId, fhirPerson, startFhirServer } from './fhir-server.ts'
export { type PccPatient, type PccServer, pccCredentials, pccOrg, pccPatients, startPccServer } from './pcc-server.ts'
