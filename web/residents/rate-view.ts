import { silenceMs } from '@eupnea/contract/live.ts'
import { findingOf } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import type { DeviceSlice } from '../shared/live/index.ts'
import { ageText, sinceText } from '../shared/time.ts'

/** How the current respiration rate reads: number, word and the small print beside it. */
export interface RateView {
  /** breaths per minute; null: none to show */
  readonly value: number | null
  readonly word: string
  readonly tone: 'usual' | 'low' | 'high' | 'extreme' | 'off'
  /** unit and age */
  readonly note: string
  /** the value is current, not held or old */
  readonly isCurrent: boolean
}

const words = {
  usual: m.resident_rate_usual,
  low: m.resident_rate_low,
  high: m.resident_rate_high,
  extreme: m.resident_rate_extreme,
} as const

/**
 * @param slice what is known about the device
 * @param at ms by the portal's clock
 * @param zone the clinic's
 */
export function rateViewOf(slice: DeviceSlice | undefined, at: number, zone: string): RateView {
  const off = { tone: 'off', isCurrent: false } as const
  if (!slice || slice.ts === null)
    return slice?.status === 1
      ? { ...off, value: null, word: m.resident_rate_none_yet(), note: m.resident_rate_waiting() }
      : { ...off, value: null, word: m.resident_rate_no_connection(), note: m.device_no_readings() }
  if (slice.status === 0)
    return {
      ...off,
      value: null,
      word: m.resident_rate_no_connection(),
      note: m.resident_rate_since({ time: sinceText(slice.ts, zone, at) }),
    }
  // The last value stays, under another label, until there is a new one (DA-5).
  if (slice.rr === null) {
    const { validAt } = slice
    const note = validAt === null ? m.resident_rate_unit() : m.resident_rate_age({ age: ageText(at - validAt) })
    return slice.held === null
      ? {
          ...off,
          value: null,
          word: m.resident_rate_none(),
          note: m.resident_rate_read({ age: ageText(at - slice.ts) }),
        }
      : { ...off, value: slice.held, word: m.resident_rate_last(), note }
  }
  const note = m.resident_rate_age({ age: ageText(at - slice.ts) })
  if (at - slice.ts > silenceMs) return { ...off, value: slice.rr, word: m.resident_rate_old(), note }
  const finding = findingOf(slice.rr)
  const tone = finding ? (finding.severity === 'danger' ? 'extreme' : finding.direction) : 'usual'
  return { value: slice.rr, word: words[tone](), tone, note, isCurrent: true }
}
