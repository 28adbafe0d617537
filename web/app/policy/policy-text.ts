import { dataSections } from './policy-data.ts'
import { rightsSections } from './policy-rights.ts'
import type { PolicySection } from './policy-section.ts'

/** MM/DD/YYYY, the portal's default format (specification section 9) */
export const policyUpdated = '03/05/2019'

export const policySections = (): readonly PolicySection[] => [...dataSections(), ...rightsSections()]
