export { deletedResident } from './deleted-resident.ts'
export type { ImportedFields } from './import.sql.ts'
export { importResidents, type ResidentsImport } from './import-residents.ts'
export { faceSheetRoutes, residentRoutes } from './routes.ts'
