import { type Reading, telemetryLimits } from '@eupnea/contract/live.ts'

/**
 * States of an ESPHome node with the `seeed_mr60bha2` component → readings.
 *
 * Such a node publishes each quantity separately: `<prefix>/sensor/<name>/state`, `<prefix>/binary_sensor/<name>/state`
 * and `<prefix>/status`. Some builds repeat every state with each radar frame, others send only changes, and nothing
 * says which states belong together. So we remember the newest state of each, and cut a reading from them when a rate,
 * distance or presence arrives at least a second after the previous reading. What arrives within that second is owed
 * and cut when the second is over, because nothing may follow. Somebody who comes or leaves is told twice, for the same
 * reason: it takes two readings to know that they stayed so. Nobody is told again each minute, so that it is known how
 * long the bed has been empty (WA-11). Silence means nothing here: only `status` tells whether the node is alive.
 *
 * A node that repeats no state within ten minutes tells changes only (WA-9): its rate holds until another, 0, `nan`,
 * nobody or offline. Of the others a rate holds for ten seconds.
 *
 * Sites rename entities, so a sensor's role is found from its name, in this order:
 * - `heart` anywhere: ignored
 * - sensor with `distance`: distance of the chest, centimetres
 * - sensor with `respirat` or `breath`: breaths per minute
 * - sensor with `target`, `person` or `people`: number of people present
 * - binary_sensor with `person`, `people`, `target`, `presence` or `occupancy`: whether somebody is present
 *
 * What 0 means: with nobody present everything is 0, which is an empty bed, never an apnoea. With somebody present, a
 * rate or distance of 0 means that none was found. `nan` and `None` mean the same: somebody is there, without values.
 */

type Role = 'rate' | 'distance' | 'person' | 'targets'

/** What a node has sent so far. Instants in ms since the epoch; null: unknown. */
export interface EsphomeNode {
  readonly online: boolean | null
  /** breaths per minute */
  readonly rate: number | null
  readonly rateAt: number
  /** metres */
  readonly distance: number | null
  /** the newest state of each quantity as it was said */
  readonly said: Readonly<Partial<Record<Role, number | boolean | null>>>
  /** from the binary sensor, which takes precedence */
  readonly person: boolean | null
  readonly targets: number | null
  /** ts of the newest reading cut */
  readonly lastTs: number
  /** something arrived after the last reading was cut */
  readonly isOwed: boolean
  /** since when it is heard */
  readonly heardSince: number | null
  /** when it last repeated a state */
  readonly repeatedAt: number
  /** when it is to be said again whether somebody is there; null: it need not be */
  readonly settlesAt: number | null
}

export const newEsphomeNode: EsphomeNode = {
  online: null,
  rate: null,
  rateAt: Number.NEGATIVE_INFINITY,
  distance: null,
  said: {},
  person: null,
  targets: null,
  lastTs: Number.NEGATIVE_INFINITY,
  isOwed: false,
  heardSince: null,
  repeatedAt: Number.NEGATIVE_INFINITY,
  settlesAt: null,
}

export interface EsphomeMessage {
  readonly topic: string
  readonly payload: string
  /**
   * Whether a broker delivered a stored message upon subscription. Not the retain flag that the node itself sets on
   * every state: for the node's own connection, pass false.
   */
  readonly retained: boolean
  /** instant of arrival, ms since the epoch */
  readonly ts: number
}

export type EsphomeOutcome =
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'status'; readonly online: boolean }
  | { readonly kind: 'ignored' }
  /** `reason` is one of a few values, because it labels a counter */
  | { readonly kind: 'malformed'; readonly reason: string }

export interface EsphomeTranslation {
  /** the node after the message */
  readonly node: EsphomeNode
  readonly outcome: EsphomeOutcome
}

const readingEveryMs = 1_000
/** A node that repeats its states stops sending the rate when it finds none, so an old rate must not count as current. */
const rateHoldMs = 10_000
const repeatsWithinMs = 10 * 60_000
/** longer than somebody has to be gone before they are (WA-1) */
const settleMs = 11_000
const goneEveryMs = 60_000

/** Whether it tells changes only; null: too early to say. @param ts now, ms since the epoch */
export function isChangeOnly({ repeatedAt, heardSince }: EsphomeNode, ts: number): boolean | null {
  if (ts - repeatedAt <= repeatsWithinMs) return false
  return heardSince !== null && ts - heardSince > repeatsWithinMs ? true : null
}

/** @param prefix topic prefix of the node, without a slash at its end */
export function translateEsphome(node: EsphomeNode, prefix: string, message: EsphomeMessage): EsphomeTranslation {
  const { topic, payload } = message
  const ignored = { node, outcome: { kind: 'ignored' } } as const
  if (!topic.startsWith(`${prefix}/`)) return ignored
  const rest = topic.slice(prefix.length + 1)
  if (rest === 'status') return readStatus(node, payload)
  const role = roleOf(rest)
  // An empty payload deletes a retained message.
  if (!role || payload === '') return ignored

  const value = parseState(role, payload.trim())
  if (message.retained) {
    // Of retained states, only presence is used, because their age is unknown; and none if the node is offline.
    const tellsPresence = (role === 'person' || role === 'targets') && typeof value !== 'string'
    if (!tellsPresence || node.online === false) return ignored
    return { ...ignored, node: remember(node, role, value, message.ts) }
  }
  if (typeof value === 'string') return { node, outcome: { kind: 'malformed', reason: value } }

  const next = heard(node, remember(node, role, value, message.ts), role, message.ts)
  const left = isPresent(node) !== false && isPresent(next) === false
  // Values follow within the second, if there are any.
  if (hasNothing(next) && !node.isOwed)
    return { node: { ...next, isOwed: true, lastTs: Math.max(node.lastTs, message.ts) }, outcome: { kind: 'ignored' } }
  const ts = hasNothing(next) ? null : tsOfCut(node, left, message.ts)
  if (ts !== null) return cut(next, ts)
  const isOwed = node.isOwed || tellsMore(node, next)
  return { node: { ...next, isOwed }, outcome: { kind: 'ignored' } }
}

/** When the owed reading is due, ms since the epoch; null: none is owed. */
export const owedAt = ({ isOwed, lastTs, settlesAt }: EsphomeNode): number | null =>
  isOwed ? lastTs + readingEveryMs : settlesAt

/** The owed reading, at or after `owedAt`. @param ts ms since the epoch */
export const cutOwed = (node: EsphomeNode, ts: number): EsphomeTranslation =>
  owedAt(node) === null ? { node, outcome: { kind: 'ignored' } } : cut(node, ts)

/** What hearing a state says of the node itself. */
function heard(before: EsphomeNode, after: EsphomeNode, role: Role, ts: number): EsphomeNode {
  const isRepeated = before.said[role] === after.said[role] && before.said[role] !== undefined
  const hasMoved = isPresent(before) !== isPresent(after)
  return {
    ...after,
    heardSince: before.heardSince ?? ts,
    repeatedAt: isRepeated ? ts : before.repeatedAt,
    settlesAt: hasMoved ? ts + settleMs : before.settlesAt,
  }
}

function cut(said: EsphomeNode, ts: number): EsphomeTranslation {
  const isSettled = said.settlesAt === null || ts >= said.settlesAt
  const again = isPresent(said) === false ? ts + goneEveryMs : null
  const settlesAt = isSettled ? again : said.settlesAt
  const node = { ...said, isOwed: false, settlesAt }
  const reading = cutReading(node, ts)
  return { node: { ...node, lastTs: reading.ts }, outcome: { kind: 'reading', reading } }
}

const tellsMore = (before: EsphomeNode, after: EsphomeNode): boolean =>
  before.rate !== after.rate || before.distance !== after.distance || isPresent(before) !== isPresent(after)

function readStatus(node: EsphomeNode, payload: string): EsphomeTranslation {
  if (payload === '') return { node, outcome: { kind: 'ignored' } }
  if (payload !== 'online' && payload !== 'offline')
    return { node, outcome: { kind: 'malformed', reason: 'status is neither online nor offline' } }
  const online = payload === 'online'
  // A node that was offline starts afresh; the first status we hear keeps what is known.
  const { lastTs, heardSince, repeatedAt } = node
  const known = online && node.online === null ? node : { ...newEsphomeNode, lastTs, heardSince, repeatedAt }
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

/** @returns a string, the reason, when the payload is malformed */
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

function remember(before: EsphomeNode, role: Role, value: number | boolean | null, ts: number): EsphomeNode {
  const node = { ...before, said: { ...before.said, [role]: value } }
  if (role === 'rate') return { ...node, rate: value === 0 ? null : (value as number | null), rateAt: ts }
  if (role === 'distance') return { ...node, distance: value === 0 ? null : (value as number | null) }
  const next =
    role === 'person' ? { ...node, person: value as boolean | null } : { ...node, targets: value as number | null }
  // A person who comes later is not the one who left, so forget the rate and distance.
  return isPresent(next) === false ? { ...next, rate: null, distance: null } : next
}

/** null: the node sends no presence. */
const isPresent = ({ person, targets }: EsphomeNode): boolean | null =>
  person ?? (targets === null ? null : targets > 0)

/**
 * At most one reading a second, by arrival. Leaving is always reported, with the instant of the next second, because
 * the zeros that follow arrive within the same second and may be the last states for hours.
 * @returns null when no reading is due
 */
function tsOfCut(node: EsphomeNode, left: boolean, ts: number): number | null {
  const due = node.lastTs + readingEveryMs
  // A clock that was set back must not silence the node until it has caught up.
  if (ts >= due || ts < node.lastTs - readingEveryMs) return ts
  return left && due <= ts + readingEveryMs ? due : null
}

const hasNothing = (node: EsphomeNode): boolean =>
  isPresent(node) === true && node.rate === null && node.distance === null

/** Somebody without a value is there all the same: null for the distance would say that nobody is. */
function cutReading(node: EsphomeNode, ts: number): Reading {
  if (isPresent(node) === false) return { ts, rr: null, dist: null }
  const rr = isChangeOnly(node, ts) !== false || ts - node.rateAt <= rateHoldMs ? node.rate : null
  const isSomewhere = node.distance === null && isPresent(node) === true
  return isSomewhere ? { ts, rr, dist: undefined, isThere: true } : { ts, rr, dist: node.distance }
}
