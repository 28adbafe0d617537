export { removeOldDeidentifiedExports } from './deidentified-exports.sql.ts'
export { deidentifiedExportRoutes } from './routes.ts'
export { runDeidentifiedExports } from './run-deidentified-exports.ts'
