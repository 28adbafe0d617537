import { silenceMs } from '@eupnea/contract/live.ts'
import { isLive } from '@eupnea/contract/rules/signal.ts'
import { m } from '@eupnea/texts'
import { type DeviceSlice, shownFinding } from '../shared/live/device-slice.ts'
import { type SignalView, signalViewOf } from '../shared/signal-view.ts'
import { ageText, sinceText, wholeText } from '../shared/time.ts'

/** How the current respiration rate reads: number, word and the small print beside it. */
export interface RateView {
  /** breaths per minute; null: none to show */
  readonly value: number | null
  readonly word: string
  readonly tone: 'usual' | 'low' | 'high' | 'extreme' | 'extreme-low' | 'off'
  /** unit and age */
  readonly note: string
  /** the value is current, not held or old */
  readonly isCurrent: boolean
  /** takes the place of the number */
  readonly signal: SignalView | null
}

const usual = { tone: 'usual', word: m.resident_rate_usual } as const
const findings = {
  'Low Respiratory': { tone: 'low', word: m.resident_rate_low },
  'Extremely Low Respiratory': { tone: 'extreme-low', word: m.resident_rate_extreme_low },
  'High Respiratory': { tone: 'high', word: m.resident_rate_high },
  'Extremely High Respiratory': { tone: 'extreme', word: m.resident_rate_extreme },
} as const

/**
 * @param slice what is known about the device
 * @param at ms by the portal's clock
 * @param zone the clinic's
 */
export function rateViewOf(slice: DeviceSlice | undefined, at: number, zone: string): RateView {
  const signal = signalViewOf(slice?.signal)
  return slice && signal ? signalRate(slice, signal, at) : { ...liveRate(slice, at, zone), signal: null }
}

const tones = { danger: 'extreme', warn: 'low', off: 'off' } as const

/** The number gives way to the signal's word; what was last measured is small print (WA-1). */
function signalRate({ held, validAt }: DeviceSlice, signal: SignalView, at: number): RateView {
  const { state, tone, word } = signal
  const isTold = held !== null && validAt !== null && (state === 'no_breathing' || state === 'silent')
  const note = isTold ? m.signal_last_rate({ rate: wholeText(held), age: ageText(at - validAt) }) : ''
  return { value: null, word, tone: tones[tone], note, isCurrent: false, signal }
}

function liveRate(slice: DeviceSlice | undefined, at: number, zone: string): Omit<RateView, 'signal'> {
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
  if (slice.rr === null || !isLive(slice.signal)) {
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
  const finding = shownFinding(slice, at)
  const { tone, word } = finding ? findings[finding.title] : usual
  return { value: slice.rr, word: word(), tone, note, isCurrent: true }
}
