import { describe, expect, it } from 'vitest'
import { dueReport } from './due-report.ts'

const created_at = Temporal.Instant.from('2026-01-01T00:00Z')
const due = (tz: string, at: string, daily_report_time = '07:00') =>
  dueReport({ tz, daily_report_time, created_at }, Temporal.Instant.from(at))?.date ?? null

describe('the daily report', () => {
  it.each([
    ['before its time', 'Europe/London', '2026-06-15T05:59:59Z', '07:00', null],
    ['at its time', 'Europe/London', '2026-06-15T06:00:00Z', '07:00', '2026-06-14'],
    ['until the day ends', 'Europe/London', '2026-06-15T22:59:59Z', '07:00', '2026-06-14'],
    ['not in the next night', 'Europe/London', '2026-06-15T23:00:00Z', '07:00', null],
    ['after midnight, if it became due shortly before', 'Europe/London', '2026-06-15T23:05:00Z', '23:30', '2026-06-14'],
    ['for six hours then', 'Europe/London', '2026-06-16T04:29:00Z', '23:30', '2026-06-14'],
    ['and no longer', 'Europe/London', '2026-06-16T04:30:00Z', '23:30', null],
    ['where it is tomorrow already', 'Pacific/Kiritimati', '2026-06-14T17:00:00Z', '07:00', '2026-06-14'],
    ['where it is still yesterday', 'America/Los_Angeles', '2026-06-15T13:59:00Z', '07:00', null],
    ['at a time that the night leaves out', 'Europe/London', '2026-03-29T00:59:59Z', '01:30', null],
    ['an hour later then', 'Europe/London', '2026-03-29T01:30:00Z', '01:30', '2026-03-28'],
    ['the first time of two', 'Europe/London', '2026-10-25T00:30:00Z', '01:30', '2026-10-24'],
    ['and still that day the second time', 'Europe/London', '2026-10-25T01:30:00Z', '01:30', '2026-10-24'],
    ['on a night of half an hour more', 'Australia/Lord_Howe', '2026-04-04T14:45:00Z', '01:45', '2026-04-04'],
    ['on a night of half an hour less', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z', '02:15', '2026-10-03'],
    ['and not before it', 'Australia/Lord_Howe', '2026-10-03T15:44:00Z', '02:15', null],
    ['at midnight', 'Asia/Kathmandu', '2026-06-14T18:15:00Z', '00:00', '2026-06-14'],
  ])('%s [RP-5]', (_when, tz, at, time, expected) => {
    expect(due(tz, at, time)).toBe(expected)
  })

  it.each(['Europe/London', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'America/St_Johns'])(
    'is due once for each day in %s, also around nights of 23 and 25 hours [RP-5]',
    (tz) => {
      for (const begin of ['2026-03-06', '2026-03-27', '2026-04-03', '2026-10-02', '2026-10-23', '2026-10-30']) {
        const first = Temporal.PlainDate.from(begin)
        const start = first.toZonedDateTime(tz).toInstant()
        const days = Array.from({ length: 5 }, (_, day) => first.add({ days: day - 1 }).toString())
        const seen: string[] = []
        // Five days minus the hour that the clock change removes.
        for (let minutes = 0; minutes < 5 * 24 * 60 - 60; minutes += 15) {
          const date = dueReport({ tz, daily_report_time: '02:15', created_at }, start.add({ minutes }))?.date
          if (date && date !== seen.at(-1)) seen.push(date)
        }
        expect(seen).toEqual(days)
      }
    },
  )

  it('is not sent on the day on which the facility is added later than that [RP-5]', () => {
    const london = {
      tz: 'Europe/London',
      daily_report_time: '07:00',
      created_at: Temporal.Instant.from('2026-06-15T09:00Z'),
    }
    expect(dueReport(london, Temporal.Instant.from('2026-06-15T12:00Z'))).toBeNull()
    expect(dueReport(london, Temporal.Instant.from('2026-06-16T06:00Z'))?.date).toBe('2026-06-15')
  })
})
