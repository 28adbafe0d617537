export { type EhrParts, ehrImportRoutes } from './routes.ts'
export { startEhrImports } from './start-ehr-imports.ts'
