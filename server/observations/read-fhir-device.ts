import { readFhirRow } from './read-fhir-row.ts'
import type { FhirParts } from './search-page.ts'

/** A sensor as a FHIR Device (EH-2, FH-1). @throws 404 */
export const readFhirDevice = (parts: FhirParts) => readFhirRow(parts, 'Device', 'device_id')
