import { m } from '@eupnea/texts'
import { type Interval, intersect, merge } from './intervals.ts'
import { badValue } from './search-values.ts'

/** FHIR's `date` parameters: prefixes and partial dates, as the intervals in which an instant must lie. */

const prefixes = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'sa', 'eb', 'ap'] as const
type Prefix = (typeof prefixes)[number]

const pattern =
  /^(eq|ne|gt|ge|lt|le|sa|eb|ap)?(\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?)?)?)$/

/** What a date of any precision covers; days without a time are days in UTC. @throws RangeError when it doesn't exist */
function coverOf(text: string): Interval {
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime('UTC').epochMilliseconds
  if (text.includes('T')) {
    const { epochMilliseconds: start } = Temporal.Instant.from(text)
    const [, seconds, fraction] = /T\d{2}:\d{2}(:\d{2})?(\.\d+)?/.exec(text)!
    return [start, start + (fraction ? 1 : seconds ? 1_000 : 60_000)]
  }
  const [year, month, day] = text.split('-')
  const date = Temporal.PlainDate.from(`${year}-${month ?? '01'}-${day ?? '01'}`)
  return [startOf(date), startOf(date.add(day ? { days: 1 } : month ? { months: 1 } : { years: 1 }))]
}

const openEnd = Number.POSITIVE_INFINITY

function around(prefix: Prefix, [start, end]: Interval, now: number): Interval[] {
  // FHIR's own suggestion for `ap`: a tenth of the time between then and now.
  const slack = Math.abs(now - start) / 10
  const before: Interval = [-openEnd, start]
  const after: Interval = [end, openEnd]
  const found: Record<Prefix, Interval[]> = {
    eq: [[start, end]],
    ne: [before, after],
    gt: [after],
    sa: [after],
    lt: [before],
    eb: [before],
    ge: [[start, openEnd]],
    le: [[-openEnd, end]],
    ap: [[start - slack, end + slack]],
  }
  return found[prefix]
}

/**
 * @param name of the parameter, for the error
 * @param given each must hold; commas separate alternatives
 * @returns intervals of ms since the epoch, apart and in order
 * @throws 400 naming the parameter
 */
export function dateIntervals(name: string, given: readonly (readonly string[])[], now: number): Interval[] {
  const each = given.map((alternatives) =>
    merge(
      alternatives.flatMap((text) => {
        const [, prefix = 'eq', date] = pattern.exec(text) ?? []
        if (date === undefined) throw badValue(name, m.observation_date_malformed())
        try {
          return around(prefix as Prefix, coverOf(date), now)
        } catch {
          throw badValue(name, m.observation_date_unknown())
        }
      }),
    ),
  )
  return each.reduce(intersect, [[-openEnd, openEnd]])
}
