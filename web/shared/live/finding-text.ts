import { m } from '@eupnea/texts'
import { ageText } from '../time.ts'
import type { ShownFinding } from './device-slice.ts'

const words = {
  low: {
    warning: [m.resident_rate_low, m.resident_rate_low_ago],
    danger: [m.resident_rate_extreme_low, m.resident_rate_extreme_low_ago],
  },
  high: {
    warning: [m.resident_rate_high, m.resident_rate_high_ago],
    danger: [m.resident_rate_extreme, m.resident_rate_extreme_ago],
  },
} as const

/** `Low`, or `Low, 40 s ago` beside a rate that no longer is. */
export function findingText({ direction, severity, ago }: ShownFinding): string {
  const [isNow, wasSo] = words[direction][severity]
  return ago === null ? isNow() : wasSo({ age: ageText(ago) })
}
