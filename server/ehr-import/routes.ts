import type { Route } from '../platform/route.ts'

export const ehrImportRoutes: readonly Route[] = []
