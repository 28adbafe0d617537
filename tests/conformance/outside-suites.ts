import { fhirExport, fhirProfiles, fhirReads, fhirShapes } from './fhir.ts'
import { hl7v2, mllpSend, nurseCallServer } from './hl7-outside.ts'
import { scimShapes } from './scim.ts'
import type { Suite } from './suite.ts'

/** Suites that need a running portal, or programs that `npm run conformance` installs. */
export const outsideSuites: readonly Suite[] = [
  ...[fhirReads, fhirProfiles, fhirShapes, fhirExport],
  ...[hl7v2, nurseCallServer, mllpSend],
  scimShapes,
]
