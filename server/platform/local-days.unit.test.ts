import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localDays } from './local-days.ts'

const hoursOf = (zone: string, date: string) => {
  const [day] = localDays(Temporal.PlainDate.from(date), 1, zone)
  return day!.since.until(day!.until).total('hours')
}

it.each([
  ['Europe/London', '2026-03-29', 23],
  ['Europe/London', '2026-10-25', 25],
  ['Europe/London', '2026-06-01', 24],
  // Half an hour, with midnight itself skipped.
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Africa/Cairo', '2026-04-24', 23],
])('a day of %s, %s, has %f hours [RE-7]', (zone, date, hours) => {
  expect(hoursOf(zone, date)).toBe(hours)
})

it('days follow each other without a gap, each beginning on its date [RE-7]', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const date = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(zone, date, fc.integer({ min: 1, max: 92 }), (timeZone, start, count) => {
      const first = Temporal.PlainDate.from(start.toISOString().slice(0, 10))
      const days = localDays(first, count, timeZone)
      expect(days).toHaveLength(count)
      for (const [index, day] of days.entries()) {
        expect(day.date).toBe(first.add({ days: index }).toString())
        if (index > 0) expect(day.since.equals(days[index - 1]!.until)).toBe(true)
        const local = day.until.subtract({ nanoseconds: 1 }).toZonedDateTimeISO(timeZone).toPlainDate().toString()
        // A zone that jumped across the date line has a date that doesn't exist.
        expect([day.date, days[index - 1]?.date ?? day.date]).toContain(local)
      }
    }),
  )
})
