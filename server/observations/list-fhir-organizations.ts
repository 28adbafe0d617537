import { listFhirRows } from './list-fhir-rows.ts'
import type { FhirParts } from './search-page.ts'

/** Searches facilities as FHIR Organizations (EH-2, FH-1). @throws 400 */
export const listFhirOrganizations = (parts: FhirParts) => listFhirRows(parts, 'Organization')
