import type { Call } from './call.ts'

export const memberCalls: readonly Call[] = []
