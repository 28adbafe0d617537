import { endLeave, saveLeave } from '@eupnea/contract/leaves.ts'
import { type Reading, topics } from '@eupnea/contract/live.ts'
import { listNotifications } from '@eupnea/contract/notifications.ts'
import { listLastRr } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { isAction, type LiveClient, openLive } from '../kit/live-client.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { openWire } from './wire.ts'

/** A leave from outside: what is notified while it runs, and when it ends (PL-6). */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let postgres: ExternalPostgres
let sql: pg.Pool
let portal: SpawnedPortal
let ward: Ward
let client: LiveClient

beforeAll(async () => {
  folder = await temporaryFolder()
  postgres = await startExternalPostgres(folder.path)
  portal = await spawnPortal({ dataDir: folder.path, env: { DATABASE_URL: postgres.url } })
  ward = await createWard(portal, 'leave', 3)
  sql = new pg.Pool({ ...postgres.connection, max: 1 })
  sql.on('error', () => {})
  client = openLive(portal.http, { token: portal.token, type: 'clinic', clinic_id: ward.clinic_id })
  await client.next(isAction('snapshot'))
})
afterAll(async () => {
  client?.close()
  await portal?.stop()
  await sql?.end()
  await postgres?.stop()
  await folder?.remove()
})

const minute = 60_000
const minutesFromNow = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString()
const leaveOf = ({ patient_id }: Bed, from: number, until: number) =>
  portal.send(saveLeave, { patient_id, from: minutesFromNow(from), until: minutesFromNow(until), reason: 'Hospital' })

/** Sends a reading every 30 seconds between two minutes from now, in one message. */
async function say(bed: Bed, from: number, until: number, one: (nth: number) => Omit<Reading, 'ts'>): Promise<void> {
  const wire = await openWire({ port: Number(new URL(portal.mqtt).port), ...bed.key })
  const now = Date.now()
  const readings = Array.from({ length: (until - from) * 2 + 1 }, (_, nth) => ({
    ts: now + from * minute + nth * 30_000,
    ...one(nth),
  }))
  await wire.publish(topics.telemetry(bed.device_id), JSON.stringify(readings))
  wire.close()
}
const fast = (nth: number) => ({ rr: 35 + (nth % 5) / 10, dist: 0.8 + (nth % 3) / 100 })
const nobody = () => ({ rr: null, dist: 5 })

const notified = async ({ patient_id }: Bed) =>
  (await portal.send(listNotifications, { patient_id })).items.map(({ kind, title }) => [kind, title])
const signalOf = ({ device_id }: Bed, state: string) =>
  isAction('signal', (message) => message.device_id === device_id && message.state === state)

describe('on leave', () => {
  test('nothing of their breathing is notified, but that they are back early; the card says until when [PL-6]', async () => {
    const bed = ward.beds[0]!
    const { leave } = await leaveOf(bed, -40, 60)
    const until = Date.parse(leave!.until)
    expect(await client.next(signalOf(bed, 'paused'), 30_000)).toMatchObject({ until })
    await say(bed, -30, 0, fast)
    await expect.poll(() => notified(bed), { timeout: 30_000 }).toEqual([['back_early', 'Back early']])
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    const last = items.find(({ patient_id }) => patient_id === bed.patient_id)
    expect(last).toMatchObject({ alert10min: false, signal: { state: 'paused', until } })
  })

  test('a leave that is ended lets readings be judged again, and says nothing of an empty bed [PL-6]', async () => {
    const bed = ward.beds[1]!
    await leaveOf(bed, -40, 60)
    await client.next(signalOf(bed, 'paused'), 30_000)
    await say(bed, -5, 0, nobody)
    await portal.send(endLeave, { patient_id: bed.patient_id })
    await client.next(signalOf(bed, 'away'), 30_000)
    await say(bed, 0, 0, nobody)
    expect(await notified(bed)).toEqual([])
  })

  test('a leave ends by itself, and the empty bed is notified [PL-6]', async () => {
    const bed = ward.beds[2]!
    await leaveOf(bed, -40, 60)
    await client.next(signalOf(bed, 'paused'), 30_000)
    await say(bed, -5, 0, nobody)
    await sql.query(`update leaves set until = now() + interval '3 seconds' where resident_id = $1`, [bed.patient_id])
    const event = { type: 'changed', noun: 'devices', clinic_id: ward.clinic_id, device_id: bed.device_id }
    await sql.query(`select pg_notify('eupnea', $1)`, [JSON.stringify(event)])
    await client.next(signalOf(bed, 'away'), 30_000)
    await say(bed, 0, 0, nobody)
    await expect
      .poll(() => notified(bed), { timeout: 30_000 })
      .toEqual([['out_of_bed', m.notification_not_back_title()]])
  })
})
