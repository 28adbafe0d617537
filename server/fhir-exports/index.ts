export { fhirExportRoutes } from './routes.ts'
export { removeOldExports, runFhirExports } from './run-fhir-exports.ts'
