import type { Period } from './period.ts'

export interface LocalDay extends Period {
  /** YYYY-MM-DD */
  readonly date: string
}

/**
 * Days from local midnight to local midnight in a zone, including those of 23 and 25 hours (interfaces.md section 5).
 */
export const localDays = (first: Temporal.PlainDate, count: number, timeZone: string): LocalDay[] =>
  Array.from({ length: count }, (_, index) => {
    const date = first.add({ days: index })
    const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant()
    return { date: date.toString(), since: startOf(date), until: startOf(date.add({ days: 1 })) }
  })
