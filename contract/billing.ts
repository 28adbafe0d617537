import type { Call } from './call.ts'

export const billingCalls: readonly Call[] = []
