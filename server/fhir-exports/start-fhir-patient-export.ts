import { beginExport } from './begin-export.ts'

/** Exports all residents and their observations (FH-1). @throws as `beginExport` */
export const startFhirPatientExport = (baseUrl: () => string) => beginExport(baseUrl, 'Patient/$export')
