export type { HostSettings } from './read-host.ts'
export { hostRoutes } from './routes.ts'
