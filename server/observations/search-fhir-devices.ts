import { listFhirRows } from './list-fhir-rows.ts'
import type { FhirParts } from './search-page.ts'

/** The same as `listFhirDevices`, of a form: no link shows what was searched for (FH-1). @throws 400 */
export const searchFhirDevices = (parts: FhirParts) => listFhirRows(parts, 'Device', true)
