import { expect, it } from 'vitest'
import { dueSince } from './schedule-imports.ts'

const at = (text: string) => Temporal.Instant.from(text)

it('is due at the beginning of an hour, or at 04:00 of the facility, also when clocks change [EH-4]', () => {
  const tz = 'Europe/Berlin'
  for (const [schedule, now, due] of [
    ['hourly', '2026-11-23T10:59:59Z', '2026-11-23T10:00:00Z'],
    ['daily', '2026-11-23T03:00:00Z', '2026-11-23T03:00:00Z'],
    ['daily', '2026-11-23T02:59:59Z', '2026-11-22T03:00:00Z'],
    // The clock goes forward at 02:00.
    ['daily', '2026-03-29T02:00:00Z', '2026-03-29T02:00:00Z'],
    ['daily', '2026-03-29T01:59:00Z', '2026-03-28T03:00:00Z'],
  ] as const)
    expect(dueSince(schedule, tz, at(now)).toString(), now).toBe(due)
  expect(dueSince('hourly', 'Asia/Kolkata', at('2026-11-23T10:45:00Z')).toString()).toBe('2026-11-23T10:30:00Z')
})
