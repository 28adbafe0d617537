import type { LastRr } from '@eupnea/contract/last-rr.ts'
import {
  type DeviceState,
  emptyLastMinute,
  type LastMinute,
  type RrMessage,
  type SignalAnswer,
  silenceMs,
} from '@eupnea/contract/live.ts'
import { isOvertaken } from '@eupnea/contract/rules/overtaken.ts'
import { hasSameLimits, type RateLimits } from '@eupnea/contract/rules/plan.ts'
import { defaultPresenceRange } from '@eupnea/contract/rules/presence.ts'
import type { RScore } from '@eupnea/contract/rules/r-score.ts'
import { type Finding, findingOf } from '@eupnea/contract/rules/severity.ts'
import { isLive } from '@eupnea/contract/rules/signal.ts'
import { endOfMinute } from './end-of-minute.ts'
import { presenceOf, seenPresence } from './presence-of.ts'

/** What the screen knows about one device, and how live messages change it (specification section 4, "RR card"). */
export interface DeviceSlice {
  readonly device_id: string
  readonly patient_id: string | null
  /** newest value, breaths per minute; null: no valid one now */
  readonly rr: number | null
  readonly dist_rr: number | null
  /** of the sensor, metres */
  readonly presenceRange: number
  readonly alert10min: boolean
  readonly status: 0 | 1
  readonly rr_last_mint: LastMinute
  readonly r_score: RScore
  /** hours in bed in the last 24 h; null: unknown, undefined: not answered yet */
  readonly timeInBed: number | null | undefined
  /** minute averages of the last 2 h, oldest first; only when asked for */
  readonly graph: readonly (number | null)[] | null
  /** instant of the newest reading by the sensor's clock, ms since the epoch */
  readonly ts: number | null
  /** when the portal last reported its state, ms by the portal's clock */
  readonly receivedAt: number | null
  /** last valid average, shown while there is no value */
  readonly held: number | null
  /** instant of the newest valid value, ms since the epoch */
  readonly validAt: number | null
  /** the card shows the held number, and its label says so */
  readonly changeLabel: boolean
  /** the card flashes until this instant; 0: it doesn't */
  readonly flashUntil: number
  readonly presence: 'in' | 'out' | 'unknown'
  /** since when the presence has been as it is; null: since before this screen looked */
  readonly presenceSince: number | null
  /** limits of the resident's plan; null: not known yet, and nothing is judged (PL-2) */
  readonly limits: RateLimits | null
  /** when the value was last out of range, and last in the danger range; null: never */
  readonly warned: Seen | null
  readonly endangered: Seen | null
  /** what is known of the bed's signal (WA-1); null: nobody is monitored, or nothing is known yet */
  readonly signal: SignalAnswer | null
}

interface Seen {
  /** ms by the portal's clock */
  readonly at: number
  readonly finding: Finding
}

/** What was out of range stays marked and in front this long, so that a rate at a limit does not flicker, ms. */
export const findingHoldMs = 60_000

export interface ShownFinding extends Finding {
  /** how long ago the rate was so, ms; null: it is so now */
  readonly ago: number | null
}

/** What is shown of a live rate: the worst of the last minute. @param at ms by the portal's clock */
export function shownFinding(slice: DeviceSlice, at: number): ShownFinding | null {
  const { rr, limits, warned, endangered, signal } = slice
  if (!isLive(signal)) return null
  const held = (seen: Seen | null) =>
    seen !== null && at - seen.at < findingHoldMs ? { ...seen.finding, ago: at - seen.at } : null
  const finding = findingOf(rr, limits)
  const now = finding && { ...finding, ago: null }
  return now?.severity === 'danger' ? now : (held(endangered) ?? now ?? held(warned))
}

/** The flash ends when the newest valid value is this old (DA-5), ms. */
export const flashMs = 3 * 60_000

/**
 * The portal reports every device's state each minute, also for a silent sensor over an empty bed. After this long
 * without a report, the line is cut and the old state no longer counts, ms.
 */
const unheardMs = silenceMs + 60_000

/** @param at ms by the portal's clock */
export const isUnheard = ({ receivedAt }: DeviceSlice, at: number): boolean =>
  receivedAt !== null && at - receivedAt > unheardMs

export const emptySlice = (device_id: string): DeviceSlice => ({
  device_id,
  patient_id: null,
  rr: null,
  dist_rr: null,
  presenceRange: defaultPresenceRange,
  alert10min: false,
  status: 0,
  rr_last_mint: emptyLastMinute,
  r_score: { upper_score: 0, lower_score: 0 },
  timeInBed: undefined,
  graph: null,
  ts: null,
  receivedAt: null,
  held: null,
  validAt: null,
  changeLabel: false,
  flashUntil: 0,
  presence: 'unknown',
  presenceSince: null,
  limits: null,
  warned: null,
  endangered: null,
  signal: null,
})

/** The person's presence range, metres; null: the sensor's own holds. */
type Range = number | null

type Reading = Pick<RrMessage, 'rr' | 'dist_rr' | 'alert10min' | 'rr_last_mint'> & { ts: number | null }

/**
 * A reading of a connected device. A valid value or average is held, dated, and makes the card flash; without one, the
 * last average stays under another label, and the flash ends three minutes after the last valid value (DA-5).
 */
function withReading(slice: DeviceSlice, reading: Reading, receivedAt: number, range: Range): DeviceSlice {
  const { rr, dist_rr, alert10min, rr_last_mint, ts } = reading
  const held = rr_last_mint.avg ?? rr ?? slice.held
  const validAt = laterOf(rr === null ? endOfMinute(rr_last_mint, ts) : ts, slice.validAt, ts)
  return {
    ...slice,
    rr,
    dist_rr,
    alert10min,
    rr_last_mint,
    ts,
    status: 1,
    receivedAt,
    held,
    validAt,
    changeLabel: rr === null && held !== null,
    flashUntil: validAt === null ? 0 : validAt + flashMs,
    ...presenceOf(slice, reading, range),
    ...judged(slice, rr, receivedAt),
  }
}

function judged(
  { limits, warned, endangered }: DeviceSlice,
  rr: number | null,
  at: number,
): Pick<DeviceSlice, 'warned' | 'endangered'> {
  const finding = findingOf(rr, limits)
  if (!finding) return { warned, endangered }
  return { warned: { at, finding }, endangered: finding.severity === 'danger' ? { at, finding } : endangered }
}

/** Judged again by a plan that came or changed; what the one before made of it is nothing any more (PL-3). */
export function applyLimits(slice: DeviceSlice, limits: RateLimits | null, at: number): DeviceSlice {
  if (slice.limits === limits || (slice.limits && limits && hasSameLimits(slice.limits, limits))) return slice
  const base: DeviceSlice = { ...slice, limits, warned: null, endangered: null }
  return slice.status === 1 ? { ...base, ...judged(base, slice.rr, at) } : base
}

/** The later one, but not after the newest reading, whose sensor's clock may have been set back. */
function laterOf(a: number | null, b: number | null, ts: number | null): number | null {
  return a === null && b === null ? null : Math.min(Math.max(a ?? 0, b ?? 0), ts ?? Number.POSITIVE_INFINITY)
}

/** A message that was overtaken changes nothing. */
export function applyRr(slice: DeviceSlice, message: RrMessage, receivedAt: number, range: Range): DeviceSlice {
  if (isOvertaken(message.ts, slice.ts, receivedAt - (slice.receivedAt ?? 0))) return slice
  return withReading(slice, message, receivedAt, range)
}

/** Disconnected: clears the distribution value and empties the last minute (LI-7). */
export function applyStatus(slice: DeviceSlice, status: 0 | 1): DeviceSlice {
  if (status === slice.status) return slice
  if (status === 1) return { ...slice, status }
  return {
    ...slice,
    status,
    rr: null,
    dist_rr: null,
    rr_last_mint: emptyLastMinute,
    changeLabel: false,
    flashUntil: 0,
    presence: 'unknown',
    presenceSince: null,
  }
}

export function applySignal(slice: DeviceSlice, { state, since, note, until }: SignalAnswer): DeviceSlice {
  const { signal } = slice
  if (signal?.state === state && signal.since === since && signal.note === note && signal.until === until) return slice
  const next: DeviceSlice = { ...slice, signal: { state, since, ...(note && { note }), ...(until && { until }) } }
  // At a distance the signal says nothing of who is there.
  return slice.status === 0 || slice.dist_rr !== null ? next : { ...next, ...presenceOf(next, next, null) }
}

export function applyScore(slice: DeviceSlice, r_score: RScore): DeviceSlice {
  const same = r_score.upper_score === slice.r_score.upper_score && r_score.lower_score === slice.r_score.lower_score
  return same ? slice : { ...slice, r_score }
}

/**
 * For a device's next resident, nothing remains of the previous one, nor of the time in between.
 * @param ts of the newest reading that the portal has of them; null: none
 */
function sliceFor(slice: DeviceSlice, patient_id: string | null, ts: number | null): DeviceSlice {
  const isTheirs = slice.patient_id === patient_id || (slice.patient_id === null && ts !== null)
  return isTheirs ? { ...slice, patient_id } : { ...emptySlice(slice.device_id), patient_id }
}

/** A device's state as the portal knows it now: replaces everything known before. */
export function applyState(slice: DeviceSlice, state: DeviceState, receivedAt: number, range: Range): DeviceSlice {
  const base: DeviceSlice = {
    ...sliceFor(slice, state.patient_id, state.ts),
    r_score: state.r_score,
    signal: state.signal,
    presenceRange: state.presence_range,
  }
  if (state.status === 1) return withReading({ ...base, held: null }, state, receivedAt, range)
  const last = state.ts ?? base.ts
  return { ...applyStatus({ ...base, status: 1 }, 0), alert10min: state.alert10min, ts: last }
}

/** Fetched values. They fill in what live messages don't carry, and the rest only while there are none. */
export function applyLastRr(slice: DeviceSlice, last: LastRr, receivedAt: number, range: Range): DeviceSlice {
  const { patient_id, timeInBed, graphData } = last
  const before = sliceFor(slice, patient_id, last.lastUpdated)
  const base = {
    ...before,
    receivedAt,
    timeInBed,
    graph: graphData ?? before.graph,
    signal: newerSignal(before, last),
    presenceRange: last.presence_range,
  }
  const isNews = before.receivedAt === null || (last.lastUpdated ?? 0) > (before.ts ?? 0)
  if (!isNews) {
    const wentSilent = last.device_conn_status === 0 && last.lastUpdated === before.ts
    return wentSilent ? applyStatus(base, 0) : base
  }
  const state: DeviceState = {
    ...last,
    rr: last.realTimeRR,
    status: last.device_conn_status,
    r_score: last.rScore,
    ts: last.lastUpdated,
    signal: base.signal,
  }
  return applyState(base, state, receivedAt, range)
}

/**
 * An answer may have been on its way while a live message came. The newest reading tells which is newer, or else since
 * when a state holds; a state that outlasts a gap holds since before it.
 */
function newerSignal(
  { signal: known, ts }: DeviceSlice,
  { signal: fetched, lastUpdated }: LastRr,
): SignalAnswer | null {
  if (!known || !fetched) return known ?? fetched
  const later = (ts ?? 0) - (lastUpdated ?? 0) || known.since - fetched.since
  return later > 0 ? known : fetched
}

/** Presence recomputed after the range was changed; since when is unknown. */
export function applyRange(slice: DeviceSlice, range: Range): DeviceSlice {
  if (slice.status === 0 || slice.ts === null) return slice
  const presence = seenPresence(slice, slice, range)
  return presence === slice.presence ? slice : { ...slice, presence, presenceSince: null }
}
