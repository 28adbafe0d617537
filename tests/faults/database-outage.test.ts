import { setTimeout as sleep } from 'node:timers/promises'
import { listClinics } from '@eupnea/contract/clinics.ts'
import { createLiveToken, signIn } from '@eupnea/contract/sessions.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { isAction, type LiveClient, openLive } from '../kit/live-client.ts'
import { admin, type SpawnedPortal, sendCall, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { createWard, type Ward } from '../kit/ward.ts'
import { type JournalDevice, journalDevice } from './journal-device.ts'
import { signalPostgres } from './kill-postgres.ts'
import { compareRaw, minutesOf, readMinutes, readRaw } from './read-back.ts'

/** The database goes away under load, and comes back (LI-2, LI-9). */

const outageMs = 30_000
const patience = { timeout: 60_000 }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let postgres: ExternalPostgres
let portal: SpawnedPortal
let ward: Ward
let devices: JournalDevice[] = []
let dashboard: LiveClient
let talk: NodeJS.Timeout

beforeAll(async () => {
  folder = await temporaryFolder()
  postgres = await startExternalPostgres(folder.path)
  portal = await spawnPortal({ dataDir: folder.path, env: { DATABASE_URL: postgres.url } })
  ward = await createWard(portal, 'outage', 12)
  dashboard = openLive(portal.http, { token: portal.token, type: 'clinic', clinic_id: ward.clinic_id, batch: '1' })
  await dashboard.next(isAction('snapshot'))
  // Enough room for everything sent while nothing is acknowledged.
  devices = ward.beds.map((bed) => journalDevice(bed, Number(new URL(portal.mqtt).port), 1_000))
  talk = setInterval(() => {
    for (const device of devices)
      device.send({ ts: Date.now(), rr: Math.floor(40 + Math.random() * 60) / 4, dist: 0.75 })
  }, 100)
})

afterAll(async () => {
  clearInterval(talk)
  dashboard?.close()
  for (const device of devices) device.close()
  await portal?.stop()
  await postgres?.stop()
  await folder?.remove()
})

const acknowledged = () => devices.reduce((sum, device) => sum + device.acknowledged, 0)
const connections = () => devices.map((device) => device.connections)
const ready = async () => {
  const answer = await fetch(`${portal.http}/readyz`)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const health = async () => (await fetch(`${portal.http}/healthz`)).status
const heard = () => dashboard.messages.filter(isAction('rr')).length

async function everythingIsThere(): Promise<void> {
  clearInterval(talk)
  await Promise.all(devices.map((device) => device.drained()))
  for (const device of devices) {
    const stored = await readRaw(portal, device.id, 1)
    expect(compareRaw(device.expected(), stored)).toEqual([])
    expect(await readMinutes(portal, device.id)).toEqual(minutesOf(stored))
  }
}

test('a database that is away for 30 s costs no reading: publishers wait, people are told, all catches up [LI-2][LI-9]', async () => {
  await expect.poll(acknowledged, patience).toBeGreaterThan(200)
  await expect.poll(heard, patience).toBeGreaterThan(ward.beds.length)
  expect(await ready()).toMatchObject({ status: 200, body: { ready: true, database: 'ready', broker: 'ready' } })

  await postgres.stop()
  const stopped = Date.now()
  await expect.poll(ready, patience).toMatchObject({ status: 503, body: { ready: false, database: 'unavailable' } })
  const then = { acknowledged: acknowledged(), connections: connections() }
  const pending = () => devices.every((device) => device.pending > 50)
  await expect.poll(pending, patience).toBe(true)

  while (Date.now() - stopped < outageMs) {
    expect(await health()).toBe(200)
    const unavailable = { status: 503, body: { code: 'database_unavailable' } }
    await expect(portal.send(listClinics, {})).rejects.toMatchObject(unavailable)
    await expect(portal.send(createLiveToken, {})).rejects.toMatchObject(unavailable)
    await expect(sendCall(portal.http, '', signIn, admin)).rejects.toMatchObject(unavailable)
    const scim = await fetch(`${portal.http}/scim/v2/Users`, { headers: { authorization: 'Bearer unknown' } })
    expect([scim.status, scim.headers.get('retry-after')]).toEqual([503, '5'])
    // Not 4401: the client should reconnect, not sign in again.
    const late = openLive(portal.http, { token: portal.token, type: 'clinic', clinic_id: ward.clinic_id })
    expect(await late.closed).toBe(1013)
    await sleep(2_000)
  }
  expect(acknowledged()).toBe(then.acknowledged)
  expect(connections()).toEqual(then.connections)
  expect(dashboard.socket.readyState).toBe(WebSocket.OPEN)
  expect(portal.process.exitCode).toBeNull()

  const heardBefore = heard()
  const snapshots = dashboard.messages.filter(isAction('snapshot')).length
  await postgres.start()
  await expect.poll(ready, patience).toMatchObject({ status: 200, body: { ready: true, database: 'ready' } })
  await expect.poll(acknowledged, patience).toBeGreaterThan(then.acknowledged + 12 * 50)
  await expect.poll(heard, patience).toBeGreaterThan(heardBefore + ward.beds.length)
  // Events may have been missed, so viewers get the current state.
  await expect.poll(() => dashboard.messages.filter(isAction('snapshot')).length, patience).toBeGreaterThan(snapshots)
  expect(connections()).toEqual(then.connections)
  await portal.send(listClinics, {})
  await everythingIsThere()
}, 180_000)

test('a database that answers and takes no readings, as on a full disk, is told of, and pages are served [LI-2] [AN-11]', async () => {
  expect(await ready()).toMatchObject({ status: 200, body: { ingest: 'ready' } })
  const sql = new pg.Client(postgres.connection)
  await sql.connect()
  try {
    await sql.query('revoke insert on readings from eupnea_work')
    devices[0]!.send({ ts: Date.now(), rr: 16, dist: 0.75 })
    await expect
      .poll(ready, patience)
      .toMatchObject({ status: 503, body: { ready: false, database: 'ready', ingest: 'unavailable' } })
    expect((await fetch(`${portal.http}/readyz?role=web`)).status).toBe(200)
  } finally {
    await sql.query('grant insert on readings to eupnea_work')
    await sql.end()
  }
  await expect.poll(ready, patience).toMatchObject({ status: 200, body: { ingest: 'ready' } })
  await devices[0]!.drained()
})

test('a database that freezes holds up only what needs it, and nothing is lost when it thaws [LI-2][LI-9]', async () => {
  talk = setInterval(() => {
    for (const device of devices) device.send({ ts: Date.now(), rr: 15.25, dist: 0.5 })
  }, 100)
  const before = acknowledged()
  await expect.poll(acknowledged, patience).toBeGreaterThan(before + 100)
  signalPostgres(folder.path, 'SIGSTOP')
  try {
    await expect.poll(ready, patience).toMatchObject({ status: 503, body: { database: 'unavailable' } })
    expect(await health()).toBe(200)
    await expect.poll(() => devices.every((device) => device.pending > 20), patience).toBe(true)
  } finally {
    signalPostgres(folder.path, 'SIGCONT')
  }
  await expect.poll(ready, patience).toMatchObject({ status: 200 })
  await everythingIsThere()
})

test('a node says that another version has changed its database, and goes on [AN-10]', async () => {
  expect(await ready()).toMatchObject({ status: 200, body: { version: 'ready' } })
  const sql = new pg.Client(postgres.connection)
  await sql.connect()
  await sql.query(`update migrations set applied_at = now() where name = 'definitions'`)
  await sql.end()
  await expect.poll(ready, patience).toMatchObject({ status: 200, body: { ready: true, version: 'unavailable' } })
})
