import { isUtf8 } from 'node:buffer'
import { type Reading, telemetryLimits, type Wave } from '@eupnea/contract/live.ts'

/** Why a message, or one of its readings, was refused. Shown on the device's page. */
export type MalformedReason =
  | 'payload_too_large'
  | 'not_json'
  | 'not_a_reading'
  | 'empty_message'
  | 'too_many_readings'
  | 'ts_missing'
  | 'ts_in_future'
  | 'ts_too_old'
  | 'rr_not_a_number'
  | 'rr_out_of_range'
  | 'dist_not_a_number'
  | 'dist_out_of_range'
  | 'wave_malformed'
  | 'wave_too_long'
  | 'status_malformed'
  | 'state_malformed'
  | 'foreign_topic'
  | 'unknown_topic'
  | 'not_storable'

export interface Parsed {
  readonly readings: Reading[]
  /** one entry per refused reading, or one for the whole message */
  readonly refused: MalformedReason[]
  /** how far the newest reading refused for its instant lies in the future, ms, negative: past; null: none was */
  readonly aheadMs: number | null
}

const whole = (reason: MalformedReason): Parsed => ({ readings: [], refused: [reason], aheadMs: null })

/**
 * Parses one telemetry message by hand: validating by schema would cost more than storing. Valid readings are kept even
 * if others are refused (LI-1).
 * @param now ms since the epoch, the portal's clock
 */
export function parseTelemetry(payload: Buffer, now: number): Parsed {
  if (payload.length > telemetryLimits.payloadBytes) return whole('payload_too_large')
  // Decoding would silently replace damaged characters.
  if (!isUtf8(payload)) return whole('not_json')
  let value: unknown
  try {
    value = JSON.parse(payload.toString('utf8'))
  } catch {
    return whole('not_json')
  }
  if (!Array.isArray(value)) {
    const one = parseReading(value, now)
    if (typeof one !== 'string') return { readings: [one], refused: [], aheadMs: null }
    return { readings: [], refused: [one], aheadMs: aheadOf([value], [one], now) }
  }
  if (value.length === 0) return whole('empty_message')
  if (value.length > telemetryLimits.readings) return whole('too_many_readings')
  const readings: Reading[] = []
  const refused: MalformedReason[] = []
  const items: unknown[] = []
  for (const item of value) {
    const one = parseReading(item, now)
    if (typeof one !== 'string') readings.push(one)
    else {
      refused.push(one)
      items.push(item)
    }
  }
  return { readings, refused, aheadMs: refused.length > 0 ? aheadOf(items, refused, now) : null }
}

/** @param items what was refused, for the reason at the same place */
function aheadOf(items: readonly unknown[], refused: readonly MalformedReason[], now: number): number | null {
  let newest: number | null = null
  for (const [at, reason] of refused.entries())
    if (reason === 'ts_in_future' || reason === 'ts_too_old')
      newest = Math.max(newest ?? Number.NEGATIVE_INFINITY, (items[at] as Reading).ts - now)
  return newest
}

function parseReading(value: unknown, now: number): Reading | MalformedReason {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not_a_reading'
  const { ts, rr, dist, wave } = value as Record<string, unknown>
  if (typeof ts !== 'number' || !Number.isFinite(ts)) return 'ts_missing'
  if (ts > now + telemetryLimits.aheadMs) return 'ts_in_future'
  if (ts < now - telemetryLimits.behindMs) return 'ts_too_old'
  const rrFault = numberFault(rr, telemetryLimits.rr)
  if (rrFault) return rrFault === 'type' ? 'rr_not_a_number' : 'rr_out_of_range'
  const distFault = numberFault(dist, telemetryLimits.dist)
  if (distFault) return distFault === 'type' ? 'dist_not_a_number' : 'dist_out_of_range'
  // A device that sends only its wave leaves out the others; a message without any of them is not a reading.
  if (rr === undefined && dist === undefined && wave === undefined) return 'not_a_reading'
  const reading = { ts: Math.trunc(ts), rr: storable(rr), dist: dist === undefined ? undefined : storable(dist) }
  if (wave === undefined || wave === null) return reading
  const waveFault = faultOfWave(wave)
  return waveFault ?? { ...reading, wave: wave as Wave }
}

function numberFault(value: unknown, [least, most]: readonly [number, number]): 'type' | 'range' | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'type'
  return value < least || value > most ? 'range' : null
}

/** The columns are float32, and PostgreSQL rejects values too small for it instead of storing 0. */
const storable = (value: unknown): number | null =>
  typeof value !== 'number' ? null : Math.fround(value) === 0 ? 0 : value

function faultOfWave(wave: unknown): MalformedReason | null {
  if (typeof wave !== 'object' || wave === null) return 'wave_malformed'
  const { hz, samples } = wave as Record<string, unknown>
  const [least, most] = telemetryLimits.waveHz
  if (typeof hz !== 'number' || !(hz >= least && hz <= most)) return 'wave_malformed'
  if (!Array.isArray(samples) || samples.length === 0) return 'wave_malformed'
  if (samples.length > Math.ceil(hz * telemetryLimits.waveSeconds)) return 'wave_too_long'
  for (const sample of samples)
    if (typeof sample !== 'number' || !Number.isFinite(Math.fround(sample))) return 'wave_malformed'
  return null
}
