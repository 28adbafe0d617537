import type { Route } from '../platform/route.ts'

export const notificationRoutes: readonly Route[] = []
