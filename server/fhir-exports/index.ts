export { removeOldExports } from './fhir-exports.sql.ts'
export { fhirExportRoutes } from './routes.ts'
export { runFhirExports } from './run-fhir-exports.ts'
