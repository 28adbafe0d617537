import { silenceMs } from '@eupnea/contract/live.ts'
import { hasSameLimits, type RateLimits } from '@eupnea/contract/rules/plan.ts'
import { findingOf, roundRateToRead, splitRate } from '@eupnea/contract/rules/severity.ts'
import { isLive } from '@eupnea/contract/rules/signal.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { type DeviceSlice, isUnheard, shownFinding } from '../shared/live/device-slice.ts'
import { findingText } from '../shared/live/finding-text.ts'
import { type SignalView, signalViewOf } from '../shared/signal-view.ts'
import { ageText, decimalText, sinceText, spanText, wholeText } from '../shared/time.ts'

/** What a card shows for a device: plain texts, so that writing them costs nothing more. */

/** '' usual · warn · danger · off: silent or paused · away: nobody in bed · old: the number isn't current */
type CardState = '' | 'warn' | 'danger' | 'off' | 'away' | 'old'

export interface CardText {
  readonly state: CardState
  /** side of a rate out of range: its mark, and the side of the r-score that goes with it */
  readonly sign: '' | 'low' | 'high'
  /** of the number alone: the state holds for a minute longer */
  readonly rate: '' | 'warn' | 'danger'
  /** takes the place of the number; null: there is a live one, or nobody in bed */
  readonly signal: SignalView | null
  readonly rr: string
  /** `.6` after the number, where it decides the severity; else '' */
  readonly tenth: string
  /** beside the number: the unit, or that the value isn't current */
  readonly unit: string
  /** the state in one or two words; '' if all is usual */
  readonly word: string
  /** away from the resident's own usual; a bare number here would read like a rate */
  readonly trend: string
  /** with the r-score, for a card without its bar */
  readonly scored: string
  /** the r-score in words */
  readonly score: string
  /** length of the bar to each side, 0..1 */
  readonly lower: number
  readonly upper: number
  readonly alert10min: boolean
  readonly timeInBed: string
}

export interface CardOptions {
  /** the device's zone, for the card's times */
  readonly zone: string
  /** Display presence (SH-18) */
  readonly showPresence: boolean
}

/** A younger value needs no age. */
const freshMs = 10_000

/** From here on, the last ten minutes differ clearly from the usual (z ≥ 1 of 4). */
const trendFrom = 25

const severityStates = { danger: 'danger', warning: 'warn' } as const

/** A value this old isn't current any more, whatever the connection says. */
const isOld = (slice: DeviceSlice, at: number): boolean => slice.ts !== null && at - slice.ts > silenceMs

/** Instant of the value that is shown. */
const shownAt = ({ rr, validAt, ts }: DeviceSlice): number | null => (rr === null ? (validAt ?? ts) : ts)

const isFresh = (slice: DeviceSlice, at: number): boolean => at - (shownAt(slice) ?? 0) <= freshMs

const isOut = (slice: DeviceSlice, at: number, options: CardOptions): boolean =>
  options.showPresence &&
  (slice.rr === null || slice.signal?.state === 'away') &&
  slice.presence === 'out' &&
  !isUnheard(slice, at)

/** Why 25 is high here and not beside it. @param clinics the facility's limits, '' for who goes by them */
export const ownText = (limits: RateLimits, clinics: RateLimits | undefined): string =>
  clinics && !hasSameLimits(limits, clinics)
    ? m.dashboard_card_own({ low: numberText(limits.low), high: numberText(limits.high) })
    : ''

/** @param at ms by the portal's clock */
export function cardText(slice: DeviceSlice, at: number, options: CardOptions): CardText {
  const signal = signalViewOf(slice.signal)
  return {
    tenth: '',
    sign: '',
    rate: '',
    signal,
    ...(signal ? withoutValue(signal, slice) : valueText(slice, at, options)),
    ...scoreText(slice, at, options),
    alert10min: slice.alert10min,
    // An empty bed on leave is not time out of bed.
    timeInBed:
      slice.timeInBed == null || signal?.state === 'paused'
        ? ''
        : m.dashboard_card_bed({ hours: decimalText(slice.timeInBed) }),
  }
}

/**
 * A whole number, because it is read from afar; with a tenth where the whole number would have another severity: 21.6
 * is usual, 22 is not.
 */
function digitsOf(rr: number | null, limits: RateLimits | null): Pick<CardText, 'rr' | 'tenth'> {
  if (rr === null || Number.isInteger(roundRateToRead(rr, limits))) return { rr: wholeText(rr), tenth: '' }
  const [whole, tenth] = splitRate(rr, limits)
  return { rr: whole, tenth }
}

/** The number gives way to the signal's word; what was last measured is small print. */
function withoutValue(
  { state, tone }: SignalView,
  { held }: DeviceSlice,
): Pick<CardText, 'state' | 'rr' | 'unit' | 'word'> {
  // What a stuck sensor repeats, or one with a wrong clock sent last, says nothing of the resident.
  const hasLast = held !== null && (state === 'no_breathing' || state === 'silent')
  return { state: tone, rr: '–', unit: hasLast ? m.dashboard_card_last({ rate: wholeText(held) }) : '', word: '' }
}

function valueText(
  slice: DeviceSlice,
  at: number,
  options: CardOptions,
): Pick<CardText, 'state' | 'rr' | 'unit' | 'word'> & Partial<Pick<CardText, 'tenth' | 'sign' | 'rate'>> {
  const unit = m.dashboard_card_unit()
  if (slice.status === 0) return { state: 'off', rr: '–', unit: '', word: m.signal_silent() }
  const last = slice.held === null ? '' : m.dashboard_card_last({ rate: wholeText(slice.held) })
  if (isOut(slice, at, options)) return { state: 'away', rr: '–', unit: last, word: outText(slice, at) }
  if (isOld(slice, at))
    return { state: 'old', rr: wholeText(slice.rr ?? slice.held), unit, word: m.resident_rate_last() }
  const isHeld = slice.rr === null || !isLive(slice.signal)
  if (isHeld && slice.held === null) return { state: 'old', rr: '–', unit: '', word: m.dashboard_card_no_value() }
  // Held: the label changes, and the severity of a value that is no longer measured isn't shown (DA-5).
  if (isHeld) {
    const state = isFresh(slice, at) ? '' : 'old'
    return { state, rr: wholeText(slice.held), unit: m.dashboard_card_last_value(), word: '' }
  }
  const digits = digitsOf(slice.rr, slice.limits)
  const finding = shownFinding(slice, at)
  if (!finding) return { state: '', ...digits, unit, word: '' }
  const now = findingOf(slice.rr, slice.limits)
  return {
    ...digits,
    state: severityStates[finding.severity],
    sign: finding.direction,
    rate: now ? severityStates[now.severity] : '',
    unit,
    word: findingText(finding),
  }
}

function scoreText(
  slice: DeviceSlice,
  at: number,
  options: CardOptions,
): Pick<CardText, 'trend' | 'scored' | 'score' | 'lower' | 'upper'> {
  const { status, signal, r_score } = slice
  // A score from minutes that are no longer measured says nothing about now.
  if (status === 0 || !isLive(signal) || isUnheard(slice, at) || isOut(slice, at, options))
    return { trend: '', scored: '', score: m.dashboard_score_unknown(), lower: 0, upper: 0 }
  const { upper_score, lower_score } = r_score
  const sides = { lower: lower_score / 100, upper: upper_score / 100 }
  const away = (trend: string, score: number) => ({
    trend,
    scored: m.dashboard_card_scored({ trend, score }),
    ...sides,
  })
  if (upper_score >= trendFrom)
    return { ...away('▲', upper_score), score: m.dashboard_score_above({ score: upper_score }) }
  if (lower_score >= trendFrom)
    return { ...away('▼', lower_score), score: m.dashboard_score_below({ score: lower_score }) }
  return { trend: '', scored: '', score: m.dashboard_score_usual(), ...sides }
}

export interface CardTimes {
  /** the number's age, if it is worth a word */
  readonly age: string
  /** '' in bed, which is usual, or where another word says it */
  readonly presence: string
}

/** What changes just because time passes. */
export function cardTimes(slice: DeviceSlice, at: number, options: CardOptions): CardTimes {
  return {
    age: ageOf(slice, at, options),
    presence: presenceText(slice, at, options),
  }
}

/** '' no flash; alternates between a and b with each new minute, and each change is one soft pulse (DA-5) */
export function flashOf(slice: DeviceSlice, at: number): '' | 'a' | 'b' {
  if (slice.status === 0 || !isLive(slice.signal) || at >= slice.flashUntil) return ''
  const minute = slice.rr_last_mint.tracker_ts
  return minute !== null && Math.floor(Date.parse(minute) / 60_000) % 2 === 1 ? 'b' : 'a'
}

function ageOf(slice: DeviceSlice, at: number, options: CardOptions): string {
  const timeOf = (instant: number) => sinceText(instant, options.zone, at)
  const signal = signalViewOf(slice.signal)
  const until = slice.signal?.until
  if (signal?.state === 'paused' && until !== undefined) return m.dashboard_card_until({ time: timeOf(until) })
  if (signal) return m.signal_since({ time: timeOf(signal.since) })
  const shown = shownAt(slice)
  if (shown === null) return m.dashboard_card_no_value_yet()
  if (slice.status === 0) return m.signal_since({ time: timeOf(slice.ts ?? shown) })
  // Nobody in bed: the word says for how long.
  const isSaid = isFresh(slice, at) || (isOut(slice, at, options) && slice.presenceSince !== null)
  return isSaid ? '' : ageText(at - shown)
}

function outText({ presenceSince }: DeviceSlice, at: number): string {
  const span = presenceSince === null ? 0 : at - presenceSince
  return span >= 60_000 ? m.dashboard_card_out_for({ span: spanText(span) }) : m.dashboard_card_out()
}

function presenceText(slice: DeviceSlice, at: number, options: CardOptions): string {
  if (!options.showPresence || slice.signal?.state === 'paused') return ''
  if (slice.status === 0 || slice.presence === 'unknown' || isMisread(slice) || isUnheard(slice, at))
    return m.dashboard_card_presence_unknown()
  if (slice.presence === 'in') return signalViewOf(slice.signal) ? m.dashboard_card_in() : ''
  return !signalViewOf(slice.signal) && isOut(slice, at, options) ? '' : outText(slice, at)
}

/** Presence by values that can't be believed. */
const isMisread = ({ signal, presence }: DeviceSlice): boolean => {
  const view = signalViewOf(signal)
  return view !== null && view.state !== 'paused' && !(view.state === 'no_breathing' && presence === 'in')
}
