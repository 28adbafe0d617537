import { listFhirRows } from './list-fhir-rows.ts'
import type { FhirParts } from './search-page.ts'

/** The same as `listFhirOrganizations`, of a form: no link shows what was searched for (FH-1). @throws 400 */
export const searchFhirOrganizations = (parts: FhirParts) => listFhirRows(parts, 'Organization', true)
