import { readFhirRow } from './read-fhir-row.ts'
import type { FhirParts } from './search-page.ts'

/** A resident as a FHIR Patient (EH-2, FH-1). @throws 404 */
export const readFhirPatient = (parts: FhirParts) => readFhirRow(parts, 'Patient', 'patient_id')
