import { type Reading, telemetryLimits } from '@eupnea/contract/live.ts'

/**
 * States of an ESPHome node with the `seeed_mr60bha2` component → readings (interfaces.md section 3).
 *
 * Such a node publishes each quantity by itself: `<prefix>/sensor/<name>/state`, `<prefix>/binary_sensor/<name>/state`
 * and `<prefix>/status`. Some builds repeat every state with each radar frame, others tell changes only; which states
 * come together is not fixed either. So the newest state of each is remembered, and a reading is cut from them when a
 * rate, a distance or a presence arrives and a second has passed since the one before. What is new within the second
 * is owed, and cut when it is over: nothing need follow. Silence means nothing here: `status` alone tells whether the
 * node lives.
 *
 * Sites rename entities. A sensor's role is read from its name, in this order:
 * - `heart` anywhere: not ours
 * - sensor with `distance`: distance of the chest, centimetres
 * - sensor with `respirat` or `breath`: breaths per minute
 * - sensor with `target`, `person` or `people`: how many are there
 * - binary_sensor with `person`, `people`, `target`, `presence` or `occupancy`: whether somebody is there
 *
 * What 0 means: with nobody there, everything is 0, and that is an empty bed, never an apnoea. With somebody there,
 * a rate or a distance of 0 means that none was found. `nan` and `None` mean the same.
 */

/** What a node said so far. Instants in ms since the epoch; null: not known. */
export interface EsphomeNode {
  readonly online: boolean | null
  /** breaths per minute */
  readonly rate: number | null
  readonly rateAt: number
  /** metres */
  readonly distance: number | null
  /** from the binary sensor, which knows best */
  readonly person: boolean | null
  readonly targets: number | null
  /** ts of the newest reading cut */
  readonly lastTs: number
  /** something was said since that the reading does not hold */
  readonly isOwed: boolean
}

export const newEsphomeNode: EsphomeNode = {
  online: null,
  rate: null,
  rateAt: Number.NEGATIVE_INFINITY,
  distance: null,
  person: null,
  targets: null,
  lastTs: Number.NEGATIVE_INFINITY,
  isOwed: false,
}

export interface EsphomeMessage {
  readonly topic: string
  readonly payload: string
  /**
   * Whether a broker handed out a stored message upon subscription. Not the flag that the node itself sets on all its
   * states: a portal that takes the node's own connection passes false.
   */
  readonly retained: boolean
  /** instant of arrival, ms since the epoch */
  readonly ts: number
}

export type EsphomeOutcome =
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'status'; readonly online: boolean }
  | { readonly kind: 'ignored' }
  /** `reason` is one of few, so that it can be counted by */
  | { readonly kind: 'malformed'; readonly reason: string }

export interface EsphomeTranslation {
  /** the node after the message */
  readonly node: EsphomeNode
  readonly outcome: EsphomeOutcome
}

const readingEveryMs = 1_000
/** A node stops telling the rate when it finds none, so an old one must not stand for now. */
const rateHoldMs = 60_000

type Role = 'rate' | 'distance' | 'person' | 'targets'

/** @param prefix topic prefix of the node, without a slash at its end */
export function translateEsphome(node: EsphomeNode, prefix: string, message: EsphomeMessage): EsphomeTranslation {
  const { topic, payload } = message
  const ignored = { node, outcome: { kind: 'ignored' } } as const
  if (!topic.startsWith(`${prefix}/`)) return ignored
  const rest = topic.slice(prefix.length + 1)
  if (rest === 'status') return readStatus(node, payload)
  const role = roleOf(rest)
  // An empty payload takes a retained message away.
  if (!role || payload === '') return ignored

  const value = parseState(role, payload.trim())
  if (message.retained) {
    // Of stored states presence alone may be believed: nobody knows how old they are. And not of a node that is away.
    const tellsPresence = (role === 'person' || role === 'targets') && typeof value !== 'string'
    if (!tellsPresence || node.online === false) return ignored
    return { ...ignored, node: remember(node, role, value, message.ts) }
  }
  if (typeof value === 'string') return { node, outcome: { kind: 'malformed', reason: value } }

  const next = remember(node, role, value, message.ts)
  const left = isPresent(node) !== false && isPresent(next) === false
  const ts = tsOfCut(node, left, message.ts)
  if (ts !== null) return cut(next, ts)
  const isOwed = node.isOwed || tellsMore(node, next)
  return { node: { ...next, isOwed }, outcome: { kind: 'ignored' } }
}

/** When what is owed is to be cut; null: nothing is. */
export const owedAt = ({ isOwed, lastTs }: EsphomeNode): number | null => (isOwed ? lastTs + readingEveryMs : null)

/** The reading that is owed, at `owedAt` or later. @param ts ms since the epoch */
export const cutOwed = (node: EsphomeNode, ts: number): EsphomeTranslation =>
  node.isOwed ? cut(node, ts) : { node, outcome: { kind: 'ignored' } }

function cut(said: EsphomeNode, ts: number): EsphomeTranslation {
  const node = { ...said, isOwed: false }
  const reading = cutReading(node, ts)
  if (!reading) return { node, outcome: { kind: 'ignored' } }
  return { node: { ...node, lastTs: reading.ts }, outcome: { kind: 'reading', reading } }
}

const tellsMore = (before: EsphomeNode, after: EsphomeNode): boolean =>
  before.rate !== after.rate || before.distance !== after.distance || isPresent(before) !== isPresent(after)

function readStatus(node: EsphomeNode, payload: string): EsphomeTranslation {
  if (payload === '') return { node, outcome: { kind: 'ignored' } }
  if (payload !== 'online' && payload !== 'offline')
    return { node, outcome: { kind: 'malformed', reason: 'status is neither online nor offline' } }
  const online = payload === 'online'
  // A node that was away begins anew; the first word of its liveness leaves what is known.
  const known = online && node.online === null ? node : { ...newEsphomeNode, lastTs: node.lastTs }
  const after = online && node.online === true ? node : { ...known, online }
  return { node: after, outcome: { kind: 'status', online } }
}

function roleOf(rest: string): Role | null {
  const [, domain, name] = /^(sensor|binary_sensor)\/([^/]+)\/state$/.exec(rest.toLowerCase()) ?? []
  if (!domain || !name || name.includes('heart')) return null
  if (domain === 'binary_sensor') return /person|people|target|presence|occupancy/.test(name) ? 'person' : null
  if (name.includes('distance')) return 'distance'
  if (/respirat|breath/.test(name)) return 'rate'
  return /target|person|people/.test(name) ? 'targets' : null
}

/** @returns a text when the payload is malformed: the reason */
function parseState(role: Role, payload: string): number | boolean | null | string {
  if (/^(nan|none)$/i.test(payload)) return null
  if (role === 'person') {
    const state = payload.toUpperCase()
    return state === 'ON' || state === 'OFF' ? state === 'ON' : 'presence is neither ON nor OFF'
  }
  if (!/^[+-]?\d+(\.\d+)?$/.test(payload)) return `${role} is not a number`
  const value = Number(payload)
  if (role === 'targets') return value >= 0 && value <= 100 ? value : 'targets out of bounds'
  if (role === 'rate') return value >= 0 && value <= telemetryLimits.rr[1] ? value : 'rate out of bounds'
  const metres = Math.round(value * 100) / 10_000
  return metres >= 0 && metres <= telemetryLimits.dist[1] ? metres : 'distance out of bounds'
}

function remember(node: EsphomeNode, role: Role, value: number | boolean | null, ts: number): EsphomeNode {
  if (role === 'rate') return { ...node, rate: value === 0 ? null : (value as number | null), rateAt: ts }
  if (role === 'distance') return { ...node, distance: value === 0 ? null : (value as number | null) }
  const next =
    role === 'person' ? { ...node, person: value as boolean | null } : { ...node, targets: value as number | null }
  // Who comes later is not who left: neither the rate nor the place is theirs.
  return isPresent(next) === false ? { ...next, rate: null, distance: null } : next
}

/** null: the node says nothing of presence. */
const isPresent = ({ person, targets }: EsphomeNode): boolean | null =>
  person ?? (targets === null ? null : targets > 0)

/**
 * Once a second, by arrival; but leaving is always told, for the zeros that follow come within the same second and
 * may be the last for hours. It then takes the instant of the next second.
 * @returns null when no reading is due
 */
function tsOfCut(node: EsphomeNode, left: boolean, ts: number): number | null {
  const due = node.lastTs + readingEveryMs
  // A clock that was set back must not silence the node until it has caught up.
  if (ts >= due || ts < node.lastTs - readingEveryMs) return ts
  return left && due <= ts + readingEveryMs ? due : null
}

/** @returns null when somebody is there but nothing valid is known: an empty bed would be a false word */
function cutReading(node: EsphomeNode, ts: number): Reading | null {
  if (isPresent(node) === false) return { ts, rr: null, dist: null }
  const rr = ts - node.rateAt <= rateHoldMs ? node.rate : null
  if (rr === null && node.distance === null && isPresent(node)) return null
  return { ts, rr, dist: node.distance }
}
