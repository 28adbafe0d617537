import type { Route } from '../platform/route.ts'

export const memberRoutes: readonly Route[] = []
