import { readOptions } from '../sensors/read-options.ts'
import { profileOf, profiles } from '../sensors/simulator/profiles.ts'
import { createResident } from '../sensors/simulator/resident.ts'
import { BedDatabase, BedNode, describeNotifications } from '../server/live/bed/node.fixture.ts'
import { obviousNotifications } from '../server/live/bed/obvious-watch.fixture.ts'
import type { WatchReading } from '../server/live/bed/watch.ts'
import { placeWith } from '../tests/kit/place.ts'

/**
 * Notifications of 30 simulated days, a resident of another kind each day, in messages of six lengths, beside the rules
 * looked up by hand over all readings (WA-8). Prints the differences; there must be none.
 */

const dayMs = 86_400_000
const stepMs = 10_000
const packings = [1, 3, 15, 30, 180, 3_600]
const days = Number(readOptions({ options: { days: { type: 'string', default: '30' } } }).values.days)
const place = placeWith({ residentSince: null })
const start = Date.UTC(2026, 4, 1, 12)

let told = 0
let differences = 0
for (let day = 0; day < days; day++) {
  const profile = profileOf(day % 16)
  const resident = createResident({ seed: day + 1, profile: profiles[profile], tz: 'UTC' })
  const readings: WatchReading[] = []
  for (let ms = start + day * dayMs; ms < start + (day + 1) * dayMs; ms += stepMs) {
    const reading = resident.readingAt(ms)
    if (reading) readings.push({ ms, rr: reading.rr, dist: reading.dist })
  }
  const expected = obviousNotifications(readings, place).toSorted()
  told += expected.length
  for (const size of packings) {
    const database = new BedDatabase()
    const node = new BedNode(place, database)
    for (let at = 0; at < readings.length; at += size) {
      const some = readings.slice(at, at + size)
      node.commit(some, some.at(-1)!.ms + 200)
    }
    node.tick(readings.at(-1)!.ms + dayMs)
    const got = describeNotifications(database)
    const off = [...got.filter((line) => !expected.includes(line)), ...expected.filter((line) => !got.includes(line))]
    differences += off.length
    for (const line of off) console.log(`day ${day + 1} (${profile}), messages of ${size}: ${line}`)
  }
}
console.log(`${days} days, ${packings.length} packings, ${told} raised or ended: ${differences} differences`)
process.exitCode = differences === 0 ? 0 : 1
