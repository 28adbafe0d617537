import { m } from '@eupnea/texts'
import { PortalError } from '../platform/errors.ts'

export interface DateRange {
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

/** The current minute is not final yet. */
const startOfMinute = (at: Temporal.Instant) => at.round({ smallestUnit: 'minute', roundingMode: 'floor' })

/**
 * FHIR's `date` search parameter: [since, until) in whole, finished minutes. A value covers its whole day, minute or
 * second.
 * @throws 422 field `date` for a date that doesn't exist
 */
export function dateRange(given: string | readonly string[] | undefined, now: Temporal.Instant): DateRange {
  const newest = startOfMinute(now)
  const oldest = Temporal.Instant.fromEpochMilliseconds(0)
  if (given === undefined) return { since: now.subtract({ hours: 24 }), until: newest }
  let since = oldest
  let until = newest
  for (const text of [given].flat()) {
    const [, prefix = 'eq', value = ''] = /^(eq|ge|gt|le|lt)?(.+)$/.exec(text) ?? []
    const { start, end } = spanOf(value)
    if (prefix === 'ge' || prefix === 'eq') since = later(since, start)
    if (prefix === 'gt') since = later(since, end)
    if (prefix === 'le' || prefix === 'eq') until = earlier(until, end)
    if (prefix === 'lt') until = earlier(until, start)
  }
  // Limited to years that the database supports.
  return { since: earlier(since, newest), until: later(until, oldest) }
}

function spanOf(value: string): { start: Temporal.Instant; end: Temporal.Instant } {
  try {
    if (!value.includes('T')) {
      const day = Temporal.PlainDate.from(value)
      const at = (date: Temporal.PlainDate) => date.toZonedDateTime('UTC').toInstant()
      return { start: at(day), end: at(day.add({ days: 1 })) }
    }
    const start = Temporal.Instant.from(value)
    const isMinute = /T\d{2}:\d{2}(Z|[+-])/.test(value)
    return { start, end: start.add(isMinute ? { minutes: 1 } : { seconds: 1 }) }
  } catch {
    throw new PortalError(422, 'refused_input', m.observation_date_unknown(), { field: 'date' })
  }
}

const later = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) > 0 ? a : b)
const earlier = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b)
