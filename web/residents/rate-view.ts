import { silenceMs } from '@eupnea/contract/live.ts'
import { type Finding, findingOf } from '@eupnea/contract/rules/severity.ts'
import { isLive } from '@eupnea/contract/rules/signal.ts'
import { m } from '@eupnea/texts'
import { type DeviceSlice, flashMs, isUnheard, shownFinding } from '../shared/live/device-slice.ts'
import { findingText } from '../shared/live/finding-text.ts'
import { type SignalView, signalViewOf } from '../shared/signal-view.ts'
import { ageText, sinceText, spanText, wholeText } from '../shared/time.ts'

type Tone = 'usual' | 'low' | 'high' | 'extreme' | 'extreme-low' | 'off'

/** What is shown as the current respiration rate: a number or the reason there isn't one, and the notes below it. */
export interface RateView {
  /** breaths per minute; null: the word takes its place */
  readonly value: number | null
  readonly word: string
  readonly tone: Tone
  /** of the number alone: the word's holds for a minute longer */
  readonly valueTone: Tone
  /** nobody in bed is a state of its own, with a mark of its own */
  readonly isOut: boolean
  /** beside a number its unit and age, below a word since when and the last rate */
  readonly notes: readonly string[]
  /** the value is current, not held or old */
  readonly isCurrent: boolean
  /** the word is the signal's */
  readonly signal: SignalView | null
}

export interface RateOptions {
  /** the clinic's, for times */
  readonly zone: string
  /** Display presence (SH-18) */
  readonly showPresence: boolean
}

const findingTones = {
  low: { warning: 'low', danger: 'extreme-low' },
  high: { warning: 'high', danger: 'extreme' },
} as const
const toneOf = (finding: Finding | null): Tone =>
  finding ? findingTones[finding.direction][finding.severity] : 'usual'

/** Below this age, a value's age is noise, ms. */
const newMs = 10_000

const blank = { value: null, tone: 'off', valueTone: 'off', isOut: false, isCurrent: false, signal: null } as const

/**
 * @param slice what is known about the device
 * @param at ms by the portal's clock
 */
export function rateViewOf(slice: DeviceSlice, at: number, options: RateOptions): RateView {
  const signal = signalViewOf(slice.signal)
  return signal ? signalRate(slice, signal, at, options.zone) : liveRate(slice, at, options)
}

const tones = { danger: 'extreme', warn: 'low', off: 'off' } as const

/** The number gives way to the signal's word; what was last measured is small print (WA-1). */
function signalRate(slice: DeviceSlice, signal: SignalView, at: number, zone: string): RateView {
  const { state, tone, word, since } = signal
  const last = state === 'no_breathing' || state === 'silent' ? lastRate(slice, at) : []
  const notes = [m.signal_since({ time: sinceText(since, zone, at) }), ...last]
  return { ...blank, word, tone: tones[tone], notes, signal }
}

const lastRate = ({ held, validAt }: DeviceSlice, at: number): readonly string[] =>
  held === null || validAt === null ? [] : [m.signal_last_rate({ rate: wholeText(held), age: ageText(at - validAt) })]

const outFor = ({ presenceSince }: DeviceSlice, at: number): readonly string[] =>
  presenceSince === null || at - presenceSince < 60_000
    ? []
    : [m.resident_presence_for({ span: spanText(at - presenceSince) })]

function liveRate(slice: DeviceSlice, at: number, { zone, showPresence }: RateOptions): RateView {
  const { ts, status, rr, held, validAt } = slice
  if (ts === null)
    return status === 1
      ? { ...blank, word: m.resident_rate_none_yet(), notes: [m.resident_rate_waiting()] }
      : { ...blank, word: m.signal_silent(), notes: [m.device_no_readings()] }
  if (status === 0)
    return { ...blank, word: m.signal_silent(), notes: [m.signal_since({ time: sinceText(ts, zone, at) })] }
  const isGone = rr === null || !isLive(slice.signal)
  if (showPresence && isGone && slice.presence === 'out' && !isUnheard(slice, at)) {
    const notes = [...outFor(slice, at), ...lastRate(slice, at)]
    return { ...blank, word: m.resident_out_of_bed(), isOut: true, notes }
  }
  const isOld = at - ts > silenceMs
  if (isGone || isOld) {
    // Under another label until there is a new one (DA-5); once it no longer flashes, only in small print.
    const isHeld = held !== null && validAt !== null && at - validAt < flashMs
    if (isHeld)
      return { ...blank, value: isGone ? held : rr, word: m.resident_rate_last(), notes: [rateNote(at - validAt)] }
    const notes = held === null ? [m.resident_rate_read({ age: ageText(at - ts) })] : lastRate(slice, at)
    return { ...blank, word: m.resident_rate_none(), notes }
  }
  const finding = shownFinding(slice, at)
  return {
    ...blank,
    value: rr,
    word: finding ? findingText(finding) : m.resident_rate_usual(),
    tone: toneOf(finding),
    valueTone: toneOf(findingOf(rr, slice.limits)),
    notes: [rateNote(at - ts)],
    isCurrent: true,
  }
}

/** `BrPM`, or `BrPM · 2 min ago` */
const rateNote = (age: number): string =>
  age <= newMs ? m.resident_rate_unit() : m.resident_rate_age({ age: ageText(age) })
