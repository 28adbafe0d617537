export { deidentifiedExportRoutes } from './routes.ts'
export { removeOldDeidentifiedExports, runDeidentifiedExports } from './run-deidentified-exports.ts'
