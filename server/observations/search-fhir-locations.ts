import { listFhirRows } from './list-fhir-rows.ts'
import type { FhirParts } from './search-page.ts'

/** The same as `listFhirLocations`, of a form: no link shows what was searched for (FH-1). @throws 400 */
export const searchFhirLocations = (parts: FhirParts) => listFhirRows(parts, 'Location', true)
