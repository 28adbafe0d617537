import { hl7Standard, pythonHl7 } from './hl7.ts'
import { openapiClient, openapiRules } from './openapi.ts'
import type { Suite } from './suite.ts'

export const suites: readonly Suite[] = [openapiRules, openapiClient, hl7Standard, pythonHl7]
