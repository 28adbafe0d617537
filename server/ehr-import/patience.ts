import type { IncomingHttpHeaders } from 'node:http'

const longestMs = 24 * 3_600_000

/** Gateways differ: the value may be an instant, a number of seconds or a number of milliseconds. */
function readings(value: string, now: number): { shortest: number; longest: number } | null {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number) || number < 0) return null
  if (number >= 1e11) return { shortest: number - now, longest: number - now }
  if (number >= 1e9) return { shortest: number * 1_000 - now, longest: number * 1_000 - now }
  return { shortest: number, longest: number * 1_000 }
}

/** Retry-After in milliseconds; null: missing or unreadable. */
function retryAfter(headers: IncomingHttpHeaders, now: number): number | null {
  const after = headers['retry-after']
  if (after === undefined) return null
  const ms = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now
  return Number.isFinite(ms) ? Math.max(ms, 0) : null
}

/**
 * How long to wait according to the EHR's answer: Retry-After, else X-Quota-Time-To-Reset. A number without a unit is
 * first taken as milliseconds; each time that was too early, the wait doubles, up to the same number in seconds.
 * @param tooEarly how often in a row the wait was too short
 * @returns milliseconds; null when it would be more than a day
 */
export function waitAfter429(headers: IncomingHttpHeaders, tooEarly: number, now = Date.now()): number | null {
  const after = retryAfter(headers, now)
  if (after !== null) return within(after)
  const reset = readings(String(headers['x-quota-time-to-reset'] ?? ''), now)
  const doubled = 1_000 * 2 ** Math.min(tooEarly, 16)
  if (!reset) return within(doubled)
  return within(Math.max(reset.shortest, Math.min(doubled, Math.max(reset.longest, 1_000)), 0))
}

/** Wait before the next attempt after a temporary error, ms: what the answer asks for, at least `backoffMs`. */
export const waitAfterFault = (headers: IncomingHttpHeaders, backoffMs: number, now = Date.now()): number | null =>
  within(Math.max(retryAfter(headers, now) ?? 0, backoffMs))

/** Wait after an answer that used up the quota, ms; 0: some is left. */
export function waitForQuota(headers: IncomingHttpHeaders, now = Date.now()): number | null {
  const remaining = headers['x-quota-remaining']
  if (remaining === undefined || Number(remaining) > 0 || Number.isNaN(Number(remaining))) return 0
  const reset = readings(String(headers['x-quota-time-to-reset'] ?? ''), now)
  return reset ? within(Math.max(reset.shortest, 0)) : 0
}

const within = (ms: number): number | null => (ms > longestMs ? null : Math.ceil(ms))
