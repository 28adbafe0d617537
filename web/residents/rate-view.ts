import { silenceMs } from '@eupnea/contract/live.ts'
import { findingOf } from '@eupnea/contract/rules/severity.ts'
import type { DeviceSlice } from '../shared/live/index.ts'
import { ageText, sinceText } from '../shared/time.ts'

/** How the respiration rate reads now: number, word and the small print beside it. */
export interface RateView {
  /** breaths per minute; null: none to show */
  readonly value: number | null
  readonly word: string
  readonly tone: 'usual' | 'low' | 'high' | 'extreme' | 'off'
  /** unit and age */
  readonly note: string
  /** the value is that of this moment, not a held or an old one */
  readonly isCurrent: boolean
}

const words = { usual: 'Usual', low: 'Low', high: 'High', extreme: 'Extremely high' } as const

/**
 * @param slice what is known of the device
 * @param at ms by the portal's clock
 * @param zone the clinic's
 */
export function rateViewOf(slice: DeviceSlice | undefined, at: number, zone: string): RateView {
  const off = { tone: 'off', isCurrent: false } as const
  if (!slice || slice.ts === null)
    return slice?.status === 1
      ? { ...off, value: null, word: 'No value yet', note: 'Waiting for the first reading' }
      : { ...off, value: null, word: 'No connection', note: 'No reading yet' }
  if (slice.status === 0)
    return { ...off, value: null, word: 'No connection', note: `since ${sinceText(slice.ts, zone, at)}` }
  // The last value stays, under another label, until there is one again (DA-5).
  if (slice.rr === null) {
    const age = slice.validAt === null ? '' : ` · ${ageText(at - slice.validAt)}`
    return slice.held === null
      ? { ...off, value: null, word: 'No value', note: `BrPM · read ${ageText(at - slice.ts)}` }
      : { ...off, value: slice.held, word: 'Last value', note: `BrPM${age}` }
  }
  const note = `BrPM · ${ageText(at - slice.ts)}`
  if (at - slice.ts > silenceMs) return { ...off, value: slice.rr, word: 'Old value', note }
  const finding = findingOf(slice.rr)
  const tone = finding ? (finding.severity === 'danger' ? 'extreme' : finding.direction) : 'usual'
  return { value: slice.rr, word: words[tone], tone, note, isCurrent: true }
}
