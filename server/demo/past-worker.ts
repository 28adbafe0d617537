import { parentPort, workerData } from 'node:worker_threads'
import { minuteMs } from '@eupnea/contract/rules/minute.ts'
import { storeCheckpoints } from '../live/ingest/index.ts'
import { loadBeds } from '../live/state/index.ts'
import { type Connection, createPool } from '../platform/database.ts'
import { letOthersFirst } from '../platform/let-others-first.ts'
import { demoFloors } from './demo-people.ts'
import { type DemoBed, makePortion } from './make-portion.ts'
import {
  type DemoPlace,
  forgetSilence,
  inTransaction,
  judgePastAgain,
  keepPastPartitions,
  selectDemoDevices,
  selectDemoPlace,
  storeNewest,
  storePortion,
} from './past.sql.ts'
import { storeHandovers, storeStory } from './story.sql.ts'
import { at, demoZone, spellsOf, staff, storyDays, storyOf } from './story.ts'

/**
 * The thread that makes the past of the demonstration facility, a day at a time and the newest first, so that every page
 * soon has something to show. Each day is a transaction: a portal that was stopped meanwhile goes on where it was.
 */

const { connection } = workerData as { readonly connection: Connection }
const dayMs = 24 * 60 * minuteMs

letOthersFirst()

const pool = createPool(connection, { name: 'demo-past', max: 1, settings: { 'app.scope': 'all' } })
const client = await pool.connect()
async function makePast(demo: DemoPlace): Promise<void> {
  await keepPastPartitions(client, demo.since)
  let until = demo.oldest === null ? await inTransaction(client, () => makeNewest(demo)) : noonBefore(demo.oldest + 1)
  parentPort?.postMessage('newest')
  const beds = await demoBeds(demo)
  while (until > demo.since) {
    const from = Math.max(noonBefore(until), demo.since)
    const portion = makePortion(beds, from, until, false)
    await inTransaction(client, () => storePortion(client, portion))
    until = from
  }
  await inTransaction(client, () => judgePastAgain(client, demo.clinic_id))
}

/** The day up to now, and what staff wrote. @returns where it begins */
async function makeNewest(demo: DemoPlace): Promise<number> {
  if (demo.since < demo.origin - storyDays * dayMs) {
    await storeStory(client, demo, storyOf(demo.origin))
    await storeHandovers(client, demo.clinic_id, takenOver(demo.origin))
  }
  const beds = await demoBeds(demo)
  const until = Date.now() - (Date.now() % 10_000)
  const from = Math.max(noonBefore(until - dayMs), demo.since)
  const portion = makePortion(beds, from, until, true)
  await forgetSilence(client, demo.clinic_id)
  await storePortion(client, portion)
  await storeNewest(client, portion.beds)
  // A reading a second comes next, not a minute of them.
  const watched = portion.beds.filter(({ watch }) => watch.ts !== null).map((bed) => ({ ...bed, pace: 1_000 }))
  await storeCheckpoints(client, watched, new Map())
  return from
}

/** As they are before anything was measured, with the plans and leaves that hold. */
async function demoBeds({ clinic_id, origin, since }: DemoPlace): Promise<DemoBed[]> {
  const devices = await selectDemoDevices(client, clinic_id)
  const found = await loadBeds(
    client,
    Date.now(),
    devices.map(({ device_id }) => device_id),
  )
  const hasStory = since < origin - storyDays * dayMs
  return devices.map(({ device_id, room }, index) => {
    const { place } = found.find((bed) => bed.place.id === device_id)!
    return { place, seed: index + 1, spells: hasStory ? spellsOf(room, origin) : [] }
  })
}

/** Night shifts of the last week, each floor by somebody. */
const takenOver = (origin: number) =>
  Array.from({ length: 7 }, (_, ago) => ago + 1)
    .flatMap((ago) =>
      demoFloors.map((floor, index) => ({
        floor,
        since: at(origin, ago, '19:00'),
        until: at(origin, ago - 1, '07:00'),
        by: staff[(ago + index) % staff.length]!,
      })),
    )
    .filter(({ until }) => until < origin - 10 * minuteMs)

/** The facility's last noon before an instant: few sleep, and nothing of the story happens then. */
function noonBefore(ms: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(demoZone)
  const noon = local.toPlainDate().toZonedDateTime({ timeZone: demoZone, plainTime: '12:00' })
  return (noon.epochMilliseconds < ms ? noon : noon.subtract({ days: 1 })).epochMilliseconds
}

const place = await selectDemoPlace(client)
if (place) await makePast(place)
client.release()
await pool.end()
