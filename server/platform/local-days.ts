/**
 * Days by the clock of a facility. They are reckoned here and never in SQL: PostgreSQL has a list of zones of its own,
 * which may be older than Node's, and begins a day that has two midnights with the second.
 */

export interface LocalDay {
  /** YYYY-MM-DD */
  readonly date: string
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

/** The day's first instant, also where midnight is skipped or comes twice. @param date YYYY-MM-DD */
export const startOfDay = (date: Temporal.PlainDate | string, timeZone: string): Temporal.Instant =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant()

/** The first instant of the day after it. @param date YYYY-MM-DD */
export const endOfDay = (date: Temporal.PlainDate | string, timeZone: string): Temporal.Instant =>
  startOfDay(Temporal.PlainDate.from(date).add({ days: 1 }), timeZone)

/** The date in a zone. */
export const dayOf = (instant: Temporal.Instant, timeZone: string): Temporal.PlainDate =>
  instant.toZonedDateTimeISO(timeZone).toPlainDate()

/** Days from local midnight to local midnight, including those of 23 and 25 hours. */
export const localDays = (first: Temporal.PlainDate, count: number, timeZone: string): LocalDay[] =>
  Array.from({ length: count }, (_, index) => {
    const date = first.add({ days: index })
    return { date: date.toString(), since: startOfDay(date, timeZone), until: endOfDay(date, timeZone) }
  })
