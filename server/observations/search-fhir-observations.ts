import { listFhirObservations } from './list-fhir-observations.ts'
import type { FhirParts } from './search-page.ts'

/** The same as `listFhirObservations`, of a form: no link shows what was searched for (FH-1). @throws 400 */
export const searchFhirObservations = (parts: FhirParts) => listFhirObservations(parts, true)
