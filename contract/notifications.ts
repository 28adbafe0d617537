import type { Call } from './call.ts'

export const notificationCalls: readonly Call[] = []
