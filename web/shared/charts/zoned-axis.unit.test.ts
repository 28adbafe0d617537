import { describe, expect, it } from 'vitest'
import { tickLabels, tickStep, zonedTicks } from './zoned-axis.ts'

const hour = 3_600_000
const at = (text: string) => Date.parse(text)

describe('time axis', () => {
  it('chooses a step for the room there is [RE-7]', () => {
    expect(tickStep(0, 2 * hour, 8)).toBe(hour / 4)
    expect(tickStep(0, 24 * hour, 12)).toBe(2 * hour)
    expect(tickStep(0, 60_000, 6)).toBe(10_000)
    expect(tickStep(0, 72 * hour, 0)).toBe(24 * hour)
  })

  it('stands on round hours of the facility’s clock, also half an hour off UTC [RE-7]', () => {
    const from = at('2026-11-20T00:10:00Z')
    const ticks = zonedTicks(from, from + 12 * hour, 3 * hour, 'Asia/Kolkata')
    expect(tickLabels(ticks, 3 * hour, 'Asia/Kolkata')).toEqual(['06:00', '09:00', '12:00', '15:00'])
  })

  it('keeps to the clock on the night it is put back, and names the day at midnight [RE-7]', () => {
    const from = at('2026-10-24T21:30:00Z')
    const ticks = zonedTicks(from, from + 12 * hour, 3 * hour, 'Europe/Berlin')
    expect(tickLabels(ticks, 3 * hour, 'Europe/Berlin')).toEqual(['25 Oct', '03:00', '06:00', '09:00'])
    expect(ticks[1]! - ticks[0]!).toBe(4 * hour)
  })

  it('shows seconds only below a minute, by the clock of the page [RE-7]', () => {
    const from = at('2026-11-20T20:00:05Z')
    const labels = tickLabels(zonedTicks(from, from + 30_000, 10_000, 'UTC'), 10_000, 'UTC')
    expect(labels).toEqual(['20:00:10', '20:00:20', '20:00:30'])
    expect(tickLabels([from], hour / 2, 'Europe/Berlin')).toEqual(['21:00'])
  })
})
