import { listFhirRows } from './list-fhir-rows.ts'
import type { FhirParts } from './search-page.ts'

/** Searches rooms as FHIR Locations (EH-2, FH-1). @throws 400 */
export const listFhirLocations = (parts: FhirParts) => listFhirRows(parts, 'Location')
