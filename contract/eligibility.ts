import type { Call } from './call.ts'

export const eligibilityCalls: readonly Call[] = []
