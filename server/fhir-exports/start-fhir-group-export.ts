import { beginExport } from './begin-export.ts'

/** Exports a facility’s residents and their observations (FH-1). @throws as `beginExport` */
export const startFhirGroupExport = (baseUrl: () => string) => beginExport(baseUrl, 'Group')
