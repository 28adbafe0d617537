import { readFhirRow } from './read-fhir-row.ts'
import type { FhirParts } from './search-page.ts'

/** A facility as a FHIR Organization (EH-2, FH-1). @throws 404 */
export const readFhirOrganization = (parts: FhirParts) => readFhirRow(parts, 'Organization', 'clinic_id')
