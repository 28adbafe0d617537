import { listFhirRows } from './list-fhir-rows.ts'
import type { FhirParts } from './search-page.ts'

/** Searches sensors as FHIR Devices (EH-2, FH-1). @throws 400 */
export const listFhirDevices = (parts: FhirParts) => listFhirRows(parts, 'Device')
