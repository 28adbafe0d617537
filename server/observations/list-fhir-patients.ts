import { listFhirRows } from './list-fhir-rows.ts'
import type { FhirParts } from './search-page.ts'

/** Searches residents as FHIR Patients (EH-2, FH-1). @throws 400 */
export const listFhirPatients = (parts: FhirParts) => listFhirRows(parts, 'Patient')
