import type { Call } from './call.ts'

export const ehrImportCalls: readonly Call[] = []
