export { openProvider, type Provider } from './provider.ts'
export { directoryRoutes } from './routes.ts'
export { serveScim } from './scim/routes.ts'
