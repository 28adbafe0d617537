import { describe, expect, it } from 'vitest'
import { dutyEnd, recentShifts, shiftOf } from './shift.ts'

const local = (at: Temporal.Instant, tz = 'Europe/Berlin') =>
  at.toZonedDateTimeISO(tz).toPlainDateTime().toString().slice(5, 16)
const inMind = (now: string) => {
  const { since, until } = shiftOf({}, 'Europe/Berlin', Temporal.Instant.from(now))
  return [local(since), local(until)]
}

describe('the shift in mind', () => {
  it.each([
    // Before the end, people write the handover; after it, they read it.
    ['2026-02-02T05:50:00Z', '02-01T19:00', '02-02T07:00'],
    ['2026-02-02T06:04:00Z', '02-01T19:00', '02-02T07:00'],
    ['2026-02-02T11:59:00Z', '02-01T19:00', '02-02T07:00'],
    ['2026-02-02T12:01:00Z', '02-02T07:00', '02-02T19:00'],
    ['2026-02-02T18:00:00Z', '02-02T07:00', '02-02T19:00'],
    ['2026-02-02T23:30:00Z', '02-02T07:00', '02-02T19:00'],
    ['2026-02-03T00:30:00Z', '02-02T19:00', '02-03T07:00'],
  ])('at %s is %s to %s in Berlin [HO-1]', (now, since, until) => {
    expect(inMind(now)).toEqual([since, until])
  })

  it('has 11 or 13 hours in a night in which the clock changes [HO-1]', () => {
    const hours = (now: string) => {
      const { since, until } = shiftOf({}, 'Europe/Berlin', Temporal.Instant.from(now))
      return [local(since), local(until), since.until(until).total('hours')]
    }
    expect(hours('2026-03-29T05:10:00Z')).toEqual(['03-28T19:00', '03-29T07:00', 11])
    expect(hours('2026-10-25T06:10:00Z')).toEqual(['10-24T19:00', '10-25T07:00', 13])
  })
})

it('begins the duty of the next shift from an hour before it up to its middle, before that of this one [HO-1] [AN-7]', () => {
  const end = (now: string) => {
    const at = Temporal.Instant.from(now)
    return dutyEnd(shiftOf({}, 'Europe/Berlin', at), 'Europe/Berlin', at)?.toString()
  }
  expect(end('2026-02-02T02:55:00Z')).toBe('2026-02-02T06:00:00Z')
  expect(end('2026-02-02T05:01:00Z')).toBe('2026-02-02T18:00:00Z')
  // A night of 13 hours.
  expect(end('2026-10-24T23:20:00Z')).toBe('2026-10-25T06:00:00Z')
  expect(end('2026-10-25T05:50:00Z')).toBe('2026-10-25T18:00:00Z')
})

it('offers the shift that goes on and those before it, without gaps [HO-1]', () => {
  for (const tz of ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu'])
    for (const now of [
      '2026-02-02T05:50:00Z',
      '2026-03-29T00:30:00Z',
      '2026-11-01T05:59:00Z',
      '2026-02-02T18:00:00Z',
    ]) {
      const at = Temporal.Instant.from(now)
      const shifts = recentShifts(tz, at)
      expect(shifts).toHaveLength(7)
      const [running] = shifts
      expect(Temporal.Instant.compare(running!.since, at)).toBeLessThanOrEqual(0)
      expect(Temporal.Instant.compare(at, running!.until)).toBe(-1)
      for (const [index, shift] of shifts.entries()) {
        expect(['07:00', '19:00']).toContain(local(shift.since, tz).slice(6))
        if (index > 0) expect(shift.until.equals(shifts[index - 1]!.since)).toBe(true)
      }
    }
})
