import type { Route } from '../platform/route.ts'

export const smsAlertRoutes: readonly Route[] = []
