import type { Call } from './call.ts'

export const smsAlertCalls: readonly Call[] = []
