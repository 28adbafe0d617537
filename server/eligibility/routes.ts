import type { Route } from '../platform/route.ts'

export const eligibilityRoutes: readonly Route[] = []
