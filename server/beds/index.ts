export { followBed } from './follow-bed.ts'
export { bedRoutes } from './routes.ts'
export { settleBeds } from './settle-beds.ts'
