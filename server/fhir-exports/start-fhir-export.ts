import { beginExport } from './begin-export.ts'

/** Exports everything in scope (FH-1). @throws as `beginExport` */
export const startFhirExport = (baseUrl: () => string) => beginExport(baseUrl, '$export')
