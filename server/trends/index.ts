export { findTrends } from './find-trends.ts'
export { trendRoutes } from './routes.ts'
