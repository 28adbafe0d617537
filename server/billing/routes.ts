import type { Route } from '../platform/route.ts'

export const billingRoutes: readonly Route[] = []
