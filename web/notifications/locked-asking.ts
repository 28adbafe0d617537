import type { OpenCounts } from '@eupnea/contract/notifications.ts'
import type { Asking } from './sound-plan.ts'

/** Of a severity, one key for each that is open: those that come are new, whichever have gone. */
export function growAsking(before: readonly Asking[], counts: OpenCounts, newKey: () => string = randomKey): Asking[] {
  return (['danger', 'warning'] as const).flatMap((severity) => {
    const kept = before.filter((one) => one.severity === severity).slice(0, counts[severity])
    const more = Array.from({ length: counts[severity] - kept.length }, () => ({ key: newKey(), severity }))
    return [...kept, ...more]
  })
}

const randomKey = (): string => `locked ${Math.random().toString(36).slice(2)}`
