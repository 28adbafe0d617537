import { readFhirRow } from './read-fhir-row.ts'
import type { FhirParts } from './search-page.ts'

/** A room as a FHIR Location (EH-2, FH-1). @throws 404 */
export const readFhirLocation = (parts: FhirParts) => readFhirRow(parts, 'Location', 'location_id')
