import { listFhirRows } from './list-fhir-rows.ts'
import type { FhirParts } from './search-page.ts'

/** The same as `listFhirPatients`, of a form: no link shows what was searched for (FH-1). @throws 400 */
export const searchFhirPatients = (parts: FhirParts) => listFhirRows(parts, 'Patient', true)
