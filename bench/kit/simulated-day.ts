import type { Reading } from '@eupnea/contract/live.ts'
import { profiles } from '../../sensors/simulator/profiles.ts'
import { createResident } from '../../sensors/simulator/resident.ts'

/**
 * A day of a simulated sensor at a reading a second: rates to a tenth, distances to a hundredth, instants some
 * milliseconds late, and gaps.
 */
export function simulatedDay(seed: number, begin: number): { ts: number; rr: number | null; dist: number | null }[] {
  const kinds = Object.values(profiles)
  const resident = createResident({ seed, profile: kinds[seed % kinds.length]!, tz: 'Europe/London' })
  const readings: Reading[] = []
  for (let second = 0; second < 86_400; second++) {
    const reading = resident.readingAt(begin + second * 1_000 + Math.floor(Math.random() * 20))
    if (reading) readings.push(reading)
  }
  return readings.map(({ ts, rr, dist }) => ({ ts, rr, dist: dist ?? null }))
}
