import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../../tests/kit/portal.ts'
import { createPool } from '../../platform/database.ts'
import { endEpisode, type RaisedEpisode, raiseEpisode } from './effects.sql.ts'

/** What is raised of one resident, in PostgreSQL; times are minutes after noon in the facility's zone. */

const tz = 'Pacific/Auckland'
const noon = Temporal.ZonedDateTime.from(`2026-05-01T12:00[${tz}]`).epochMilliseconds
const at = (minutes: number) => noon + minutes * 60_000

let portal: TestHttp
let pool: pg.Pool
let clinicId: string
let id: string
/** of the sensor over them */
let deviceId: string
/** of the facility */
let zone: string
beforeAll(async () => {
  portal = await startTestHttp([])
  pool = createPool(portal.connections.work, { name: 'samples', max: 1, settings: { 'app.scope': 'all' } })
  clinicId = await portal.createClinic({ tz })
})
afterAll(async () => {
  await pool.end()
  await portal.close()
})
beforeEach(async () => {
  id = randomUUID()
  deviceId = id
  zone = tz
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash) values (${id}, ${id}, ${id}, 'UTC', ${clinicId}, '')
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name, room) values (${id}, ${clinicId}, 'Ada', 'Byron', '7')
    )
    insert into device_assignments (clinic_id, device_id, resident_id) values (${clinicId}, ${id}, ${id})`.execute(
    portal.owner,
  )
})

type Kind = RaisedEpisode['kind']
/** @returns whether it is a notification of its own, which is sent */
const raise = async (minutes: number, kind: Kind = 'silent'): Promise<boolean> => {
  const told = { title: 'Title', description: `Since ${minutes}`, severity: 'warning', isLate: false } as const
  const whose = { clinicId, residentId: id, deviceId, tz: zone }
  const raised = { ...told, ...whose, kind, direction: null, rr: null, aheadMs: null, at: at(minutes) }
  return (await raiseEpisode(pool, raised)) !== null
}
const end = (minutes: number, kind: Kind = 'silent') =>
  endEpisode(pool, id, { kind, direction: null, at: at(minutes), reason: 'recovered' })
const outage = async (from: number, until: number, kind?: Kind): Promise<boolean> => {
  const isSent = await raise(from, kind)
  await end(until, kind)
  return isSent
}

/** `KIND FROM–UNTIL`, and how many it stands for, oldest first. */
async function kept(): Promise<string[]> {
  const { rows } = await sql<{ kind: string; raised_at: string; ended_at: string | null; times: string | null }>`
    select e.kind, extract(epoch from e.raised_at) as raised_at, extract(epoch from e.ended_at) as ended_at,
      n.extra_detail ->> 'times' as times
    from notifications n join episodes e on e.id = n.episode_id where n.patient_id = ${id}
    order by e.raised_at`.execute(portal.owner)
  const minutes = (seconds: string) => (Number(seconds) * 1_000 - noon) / 60_000
  return rows.map(
    ({ kind, raised_at, ended_at, times }) =>
      `${kind} ${minutes(raised_at)}–${ended_at === null ? '' : minutes(ended_at)}${times === null ? '' : ` ×${times}`}`,
  )
}

/** The newest's description, and since when it has been so by its messages. */
async function said(): Promise<[description: string, since: number]> {
  const { rows } = await sql<{ description: string; since: string }>`
    select description, extra_detail ->> 'since' as since from notifications where patient_id = ${id}
    order by raised_at desc limit 1`.execute(portal.owner)
  const [{ description, since }] = rows as [(typeof rows)[0]]
  return [description, (Date.parse(since) - noon) / 60_000]
}

it('that is open again says what holds now, not what held before [WA-7] [AL-6]', async () => {
  await outage(0, 4)
  await raise(10)
  // Raised while it is open, it says since when it has been.
  await raise(12)
  expect(await said()).toEqual(['Since 10', 10])
  await end(13)
  for (const minutes of [40, 80, 120]) await outage(minutes, minutes + 1)
  await raise(200)
  expect(await kept()).toContain('silent 120– ×5')
  expect(await said()).toEqual(['Since 200', 200])
})

it('about the sensor it is open again, unsent, if it comes back within 15 minutes of its end [WA-7]', async () => {
  expect(await outage(0, 5)).toBe(true)
  expect(await raise(19)).toBe(false)
  expect(await kept()).toEqual(['silent 0–'])
  // Still open: raised twice it is one.
  expect(await raise(21)).toBe(false)
  await end(26)
  expect(await kept()).toEqual(['silent 0–26'])
  expect(await outage(41, 42)).toBe(true)
  // The newest is open again; of another kind it is another.
  expect(await outage(50, 51)).toBe(false)
  expect(await outage(52, 53, 'clock')).toBe(true)
  expect(await kept()).toEqual(['silent 0–26', 'silent 41–51', 'clock 52–53'])
})

it('about the sensor, the fifth of a resident’s day and kind and all later are one summary with how many [WA-7]', async () => {
  // The day begins at midnight in the facility's zone.
  for (const hour of [-14, -13]) expect(await outage(hour * 60, hour * 60 + 1)).toBe(true)
  for (const hour of [-4, -3, -2, -1]) expect(await outage(hour * 60, hour * 60 + 1)).toBe(true)
  expect(await raise(0)).toBe(false)
  const before = ['silent -840–-839', 'silent -780–-779', 'silent -240–-239', 'silent -180–-179', 'silent -120–-119']
  expect(await kept()).toEqual([...before, 'silent -60– ×5'])
  await end(10)
  expect(await outage(60, 61)).toBe(false)
  // What comes back within 15 minutes is no further one.
  expect(await outage(70, 71)).toBe(false)
  expect(await outage(120, 121)).toBe(false)
  expect(await kept()).toEqual([...before, 'silent -60–121 ×7'])
  expect(await outage(125, 126, 'stuck')).toBe(true)
  expect(await outage(12 * 60, 12 * 60 + 1)).toBe(true)
})

it('about the sensor is of the day that begins with the first of two midnights, where the clock goes back from one [WA-7]', async () => {
  zone = 'Atlantic/Azores'
  const midnight = (Date.parse('2026-10-25T00:00:00Z') - noon) / 60_000
  for (const minutes of [5, 25, 45, 65]) expect(await outage(midnight + minutes, midnight + minutes + 1)).toBe(true)
  expect(await raise(midnight + 85)).toBe(false)
})

it('about another sensor over the same resident it is one of its own, also as the fifth of a day [WA-7]', async () => {
  for (const minutes of [-80, -60, -40, 0]) expect(await outage(minutes, minutes + 5)).toBe(true)
  deviceId = randomUUID()
  await sql`update device_assignments set until = now() where device_id = ${id}`.execute(portal.owner)
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash)
      values (${deviceId}, ${deviceId}, ${deviceId}, 'UTC', ${clinicId}, '')
    )
    insert into device_assignments (clinic_id, device_id, resident_id) values (${clinicId}, ${deviceId}, ${id})`.execute(
    portal.owner,
  )
  expect(await outage(8, 12)).toBe(true)
  expect(await raise(14)).toBe(false)
  expect((await kept()).slice(3)).toEqual(['silent 0–5', 'silent 8–'])
})

it('about the resident each is its own [WA-7]', async () => {
  for (const minutes of [0, 2, 4, 6, 8]) expect(await outage(minutes, minutes + 1, 'no_breathing')).toBe(true)
  expect(await kept()).toHaveLength(5)
})
