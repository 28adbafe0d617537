import type { Call } from './call.ts'

export const noteCalls: readonly Call[] = []
