import type { Route } from '../platform/route.ts'

export const noteRoutes: readonly Route[] = []
