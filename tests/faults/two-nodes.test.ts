import { setTimeout as sleep } from 'node:timers/promises'
import { createDevice, readDevice, updateDevice } from '@eupnea/contract/devices.ts'
import { type LiveMessage, type Reading, topics } from '@eupnea/contract/live.ts'
import { setResidentStatus } from '@eupnea/contract/residents.ts'
import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { baselineMinimumMinutes, median, rScoreOf } from '@eupnea/contract/rules/r-score.ts'
import { readSession, signOut } from '@eupnea/contract/sessions.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEsphomeNode } from '../../sensors/esphome-node.ts'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { findProgram } from '../kit/find-program.ts'
import { isAction, type LiveClient, ofDevice, openLive, rrOf } from '../kit/live-client.ts'
import { admin, type SpawnedPortal, sendCall, signInAs, spawnPortal, temporaryFolders } from '../kit/spawn-portal.ts'
import { freePorts, type RunningProgram, startProgram } from '../kit/start-program.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { type JournalDevice, journalDevice, keepTalking } from './journal-device.ts'
import { compareRaw, minutesOf, readMinutes, readRaw } from './read-back.ts'
import { openWire, say, type Wire } from './wire.ts'

/** Two portals on one database and one NATS act as one for viewers (LI-1, LI-2, LI-9). */

const natsServer = findProgram('nats-server')
const patience = { timeout: 60_000 }

const folders = temporaryFolders()
let postgres: ExternalPostgres
let sql: pg.Pool
let nats: RunningProgram
let a: SpawnedPortal
let b: SpawnedPortal
let ward: Ward
let nextBed = 0
const clients: LiveClient[] = []
const wires: Wire[] = []
const journals: JournalDevice[] = []

const startNats = (port: number) => startProgram(natsServer!, ['-a', '127.0.0.1', '-p', String(port)], port)
const startNode = async () =>
  spawnPortal({
    dataDir: await folders.next(),
    env: { DATABASE_URL: postgres.url, BUS_URL: `nats://127.0.0.1:${nats.port}` },
  })

afterEach(() => {
  for (const client of clients.splice(0)) client.close()
  for (const wire of wires.splice(0)) wire.close()
  for (const journal of journals.splice(0)) journal.close()
})

const newBed = (): Bed => ward.beds[nextBed++]!
const portOf = (portal: SpawnedPortal) => Number(new URL(portal.mqtt).port)

async function watch(portal: SpawnedPortal): Promise<LiveClient> {
  const client = openLive(portal.http, { token: portal.token, type: 'clinic', clinic_id: ward.clinic_id })
  clients.push(client)
  await client.next(isAction('snapshot'))
  return client
}
async function login(portal: SpawnedPortal, bed: Bed): Promise<Wire> {
  const wire = await openWire({ port: portOf(portal), ...bed.key })
  wires.push(wire)
  return wire
}

/** The resident has had the device for three days, so stored readings are theirs. Both nodes know it. */
async function sinceLongAgo({ device_id }: Bed): Promise<void> {
  await sql.query(`update device_assignments set since = now() - interval '3 days' where device_id = $1`, [device_id])
  const event = { type: 'changed', noun: 'devices', clinic_id: ward.clinic_id, device_id }
  await sql.query(`select pg_notify('eupnea', $1)`, [JSON.stringify(event)])
  // A snapshot arrives only after earlier changes were loaded.
  await Promise.all([watch(a), watch(b)])
}

describe.skipIf(natsServer === null)('two nodes (skipped without nats-server)', () => {
  beforeAll(async () => {
    postgres = await startExternalPostgres(await folders.next())
    nats = await startNats((await freePorts(1))[0]!)
    a = await startNode()
    b = await startNode()
    ward = await createWard(a, 'nodes', 16)
    sql = new pg.Pool({ ...postgres.connection, max: 1 })
    // The database stops before its last connection is closed.
    sql.on('error', () => {})
  })

  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop()])
    await nats?.stop()
    await sql?.end()
    await postgres?.stop()
    await folders.remove()
  })

  test('a reading that either takes reaches the dashboards of both exactly once [LI-1][LI-9]', async () => {
    const beds = [newBed(), newBed()]
    const watching = await Promise.all([watch(a), watch(b)])
    const devices = [await login(a, beds[0]!), await login(b, beds[1]!)]
    const instants: number[] = []
    for (let n = 0; n < 15; n++) {
      const ts = Date.now()
      instants.push(ts)
      await Promise.all(beds.map((bed, index) => say(devices[index]!, bed, { ts, rr: 16 + n / 4, dist: 1 })))
      // Each in its own tick, so that none replaces another.
      for (const client of watching) for (const bed of beds) await client.next(rrOf(bed, ts))
    }
    await sleep(600)
    for (const client of watching)
      for (const bed of beds) {
        const frames = client.messages.filter(ofDevice(isAction('rr'), bed))
        expect(frames.map(({ ts }) => ts)).toEqual(instants)
        expect(client.messages.filter(ofDevice(isAction('status'), bed))).toHaveLength(1)
      }
    // New viewers see readings from either node on both.
    for (const portal of [a, b]) {
      const { devices } = (await watch(portal)).messages[0] as Extract<LiveMessage, { action: 'snapshot' }>
      for (const { device_id } of beds)
        expect(devices.find((device) => device.device_id === device_id)).toMatchObject({
          rr: 16 + 14 / 4,
          status: 1,
          ts: instants.at(-1),
        })
    }
  })

  test('what happens on one is told on the other: discharge, sign-out, last will [LI-6][ID-8]', async () => {
    const bed = newBed()
    const [onA, onB] = [await watch(a), await watch(b)]
    await a.send(setResidentStatus, { patient_id: bed.patient_id, status: 2 })
    for (const client of [onA, onB])
      await client.next(isAction('changed', (m) => m.noun === 'residents' && m.patient_id === bed.patient_id))
    await b.send(setResidentStatus, { patient_id: bed.patient_id, status: 1 })

    const token = await signInAs(a.http, admin)
    const theirs = openLive(b.http, { token, type: 'clinic', clinic_id: ward.clinic_id })
    await theirs.next(isAction('snapshot'))
    await sendCall(a.http, token, signOut, {})
    expect(await theirs.closed).toBe(4401)
    await expect(sendCall(b.http, token, readSession, {})).rejects.toMatchObject({ status: 401 })
    expect(onB.socket.readyState).toBe(WebSocket.OPEN)

    const will = { topic: topics.status(bed.device_id), payload: '{"online":false}' }
    const wire = await openWire({ port: portOf(b), ...bed.key, will })
    await say(wire, bed, { ts: Date.now(), rr: 16, dist: 1 })
    const isStatus = (status: 0 | 1) =>
      ofDevice(
        isAction('status', (m) => m.status === status),
        bed,
      )
    for (const client of [onA, onB]) await client.next(isStatus(1))
    wire.cut()
    for (const client of [onA, onB]) await client.next(isStatus(0))
  })

  /** A reading each second, in one message. @returns the instant of the last */
  async function play(wire: Wire, bed: Bed, from: number, seconds: number, said: Partial<Reading>): Promise<number> {
    const readings = Array.from({ length: seconds }, (_, n) => ({
      ts: from + n * 1_000,
      rr: 16 + (n % 7) / 10,
      dist: 0.9 + (n % 5) / 1_000,
      ...said,
    }))
    await say(wire, bed, readings)
    return readings.at(-1)!.ts
  }
  const signalOf = async (client: LiveClient, bed: Bed, state: string) => {
    const is = ofDevice(
      isAction('signal', (message) => message.state === state),
      bed,
    )
    return client.next(is)
  }

  test('the signal of a bed changes on both when it changes on one [WA-1][LI-9]', async () => {
    const bed = newBed()
    const [onA, onB] = [await watch(a), await watch(b)]
    const wire = await login(a, bed)
    const from = Date.now() - 60_000
    const breathedUntil = await play(wire, bed, from, 20, {})
    expect(await signalOf(onB, bed, 'ok')).toEqual(await signalOf(onA, bed, 'ok'))
    await play(wire, bed, breathedUntil + 1_000, 15, { rr: null, dist: null })
    const told = await signalOf(onB, bed, 'away')
    expect(told).toEqual(await signalOf(onA, bed, 'away'))
    const { action: _, device_id, ...signal } = told
    const { devices } = (await watch(b)).messages[0] as Extract<LiveMessage, { action: 'snapshot' }>
    expect(devices.find((device) => device.device_id === device_id)).toMatchObject({ signal })
  })

  test('who is in bed is judged by the range that was set on the other node [WA-9][LI-9]', async () => {
    const bed = newBed()
    const [onA, onB] = [await watch(a), await watch(b)]
    const wire = await login(b, bed)
    const until = await play(wire, bed, minuteOf(Date.now()) - 2 * minuteMs, 30, { dist: 3 })
    for (const client of [onA, onB]) await signalOf(client, bed, 'away')
    await a.send(updateDevice, { device_id: bed.device_id, presence_range: 4 })
    // A snapshot arrives only after earlier changes were loaded.
    await watch(b)
    await play(wire, bed, until + 1_000, 30, { dist: 3 })
    for (const client of [onA, onB]) await signalOf(client, bed, 'ok')
    const minutes = await sql.query(
      'select n, n_presence from minutes where device_no = (select no from devices where id = $1)',
      [bed.device_id],
    )
    expect(minutes.rows).toEqual([{ n: 60, n_presence: 30 }])
  })

  test('a device that moves between them doubles nothing: readings, minutes, notifications [LI-2][AL-2]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const watching = await Promise.all([watch(a), watch(b)])
    const start = minuteOf(Date.now()) - 40 * minuteMs
    const minute = (n: number, rr: number) =>
      [0, 20_000, 40_000].map((at) => ({ ts: start + n * minuteMs + at, rr, dist: 0.5 }))
    const said: Reading[] = []
    // Connected to both, as when one connection is dead without knowing it; some readings twice.
    const devices = [await login(a, bed), await login(b, bed)]
    const tell = async (n: number, rr: number) => {
      const readings = minute(n, rr)
      said.push(...readings)
      await say(devices[n % 2]!, bed, readings)
      await say(devices[(n + 1) % 2]!, bed, readings.slice(1))
      for (const client of watching) await client.next(rrOf(bed, readings.at(-1)!.ts))
    }
    const notified = (client: LiveClient) => client.messages.filter(ofDevice(isAction('rr_notification'), bed))
    const alert = (client: LiveClient) => client.messages.findLast(ofDevice(isAction('rr'), bed))?.alert10min

    for (let n = 0; n < 5; n++) await tell(n, 25)
    for (const client of watching) expect(notified(client)).toHaveLength(0)
    // With the sixth the fifth minute with a value is complete; neither node has received them all.
    await tell(5, 25)
    for (const client of watching) await expect.poll(() => notified(client), patience).toHaveLength(1)
    for (let n = 6; n < 12; n++) await tell(n, 25)
    for (const client of watching) await expect.poll(() => alert(client), patience).toBe(true)
    for (let n = 12; n < 22; n++) await tell(n, 16)
    for (const client of watching) await expect.poll(() => alert(client), patience).toBe(true)
    await tell(22, 16)
    for (const client of watching) await expect.poll(() => alert(client), patience).toBe(false)

    for (const client of watching) expect(notified(client)).toHaveLength(1)
    const kept = await sql.query('select id from notifications where patient_id = $1', [bed.patient_id])
    expect(kept.rows).toEqual(notified(watching[0]!).map(({ id }) => ({ id })))
    for (const portal of [a, b]) {
      const stored = await readRaw(portal, bed.device_id, 1)
      expect(compareRaw(said, stored)).toEqual([])
      expect(await readMinutes(portal, bed.device_id, 3)).toEqual(minutesOf(stored))
    }
  })

  test('the r-score follows the rule whichever node computes the baseline [LI-4]', async () => {
    const beds = [newBed(), newBed()]
    for (const bed of beds) await sinceLongAgo(bed)
    const watching = await Promise.all([watch(a), watch(b)])
    const total = baselineMinimumMinutes + 60
    const end = minuteOf(Date.now())
    const minutes = Array.from({ length: total }, (_, n) => ({
      ts: end - (total - n) * minuteMs,
      rr: n > total - 20 ? 19 : 15 + (n % 9) / 4,
      dist: 0.5,
    }))
    await say(await login(a, beds[0]!), beds[0]!, minutes)
    await say(await login(b, beds[1]!), beds[1]!, minutes)
    await sql.query('delete from baselines where resident_id = any ($1)', [beds.map(({ patient_id }) => patient_id)])
    const averages = minutes.map(({ rr }) => rr)
    const middle = median(averages)!
    const mad = median(averages.map((value) => Math.abs(value - middle)))!
    const expected = rScoreOf([19], { median: middle, mad })
    const isExpected = isAction('r_score', ({ r_score }) => r_score.upper_score === expected.upper_score)
    for (const bed of beds) for (const client of watching) await client.next(ofDevice(isExpected, bed), 60_000)
  }, 90_000)

  test('when NATS is away both go on, and when it is back each tells what the other missed [LI-9]', async () => {
    const bed = newBed()
    const [onA, onB] = [await watch(a), await watch(b)]
    const wire = await login(a, bed)
    const ready = async (portal: SpawnedPortal) => (await fetch(`${portal.http}/readyz`)).json()
    await nats.kill()
    for (const portal of [a, b]) await expect.poll(() => ready(portal), patience).toMatchObject({ bus: 'unavailable' })
    const missed = Date.now()
    await say(wire, bed, { ts: missed, rr: 18, dist: 1 })
    await onA.next(rrOf(bed, missed))
    nats = await startNats(nats.port)
    for (const portal of [a, b]) await expect.poll(() => ready(portal), patience).toMatchObject({ bus: 'ready' })
    const knows = (message: LiveMessage) =>
      message.action === 'snapshot' &&
      message.devices.some(({ device_id, ts }) => device_id === bed.device_id && ts === missed)
    await expect.poll(() => onB.messages.some(knows), patience).toBe(true)
    const ts = Date.now()
    await say(wire, bed, { ts, rr: 19, dist: 1 })
    for (const client of [onA, onB]) await client.next(rrOf(bed, ts))
  })

  const statusOf = async (portal: SpawnedPortal, device_id: string) =>
    (await portal.send(readDevice, { device_id })).device_conn_status

  test('the goodbye of a connection that a device has left for the other node holds no more [LI-6][LI-7]', async () => {
    for (const isBusAway of [false, true]) {
      const bed = newBed()
      const [onA, onB] = [await watch(a), await watch(b)]
      const topic = topics.status(bed.device_id)
      const will = { topic, payload: '{"online":false}' }
      const hello = (wire: Wire) => wire.publish(topic, '{"online":true}')
      if (isBusAway) await nats.kill()
      try {
        const before = await openWire({ port: portOf(a), ...bed.key, will })
        await hello(before)
        const after = await openWire({ port: portOf(b), ...bed.key, will })
        wires.push(before, after)
        await hello(after)
        before.cut()
        await sleep(1_000)
        for (const portal of [a, b]) expect(await statusOf(portal, bed.device_id)).toBe(1)
        const isGone = ofDevice(
          isAction('status', ({ status }) => status === 0),
          bed,
        )
        for (const client of [onA, onB]) expect(client.messages.filter(isGone)).toEqual([])
        after.cut()
        for (const portal of [a, b]) await expect.poll(() => statusOf(portal, bed.device_id), patience).toBe(0)
      } finally {
        if (isBusAway) nats = await startNats(nats.port)
      }
    }
  })

  test('an ESPHome node lives as long as it is connected, and no longer when its node is killed [LI-7]', async () => {
    const attach = async (prefix: string, to: SpawnedPortal) => {
      const attached = { clinic_id: ward.clinic_id, device_uid: prefix, topic_prefix: prefix }
      const { device_id, key } = await a.send(createDevice, attached)
      const node = await startEsphomeNode({ url: to.mqtt, prefix, ...key })
      await node.frame({ present: false, rate: 0, heartRate: 0, distanceCm: 0, targets: 0 })
      await expect.poll(() => statusOf(a, device_id), patience).toBe(1)
      return { device_id, node }
    }
    const doomed = await startNode()
    const [alive, dead] = [await attach('bed-alive', a), await attach('bed-dead', doomed)]
    await doomed.kill()
    dead.node.crash()
    // Pretends that they have been silent for two minutes, as over an empty bed.
    const nos = `(select no from devices where topic_prefix in ('bed-alive', 'bed-dead'))`
    await sql.query(`update latest set seen_at = now() - interval '2 minutes' where device_no in ${nos}`)
    await sql.query(`update presence set changed_at = now() - interval '80 seconds' where device_no in ${nos}`)
    await expect.poll(() => statusOf(a, dead.device_id), patience).toBe(0)
    expect(await statusOf(a, alive.device_id)).toBe(1)
    alive.node.crash()
    await expect.poll(() => statusOf(a, alive.device_id), patience).toBe(0)
  })

  test('a node that starts while NATS is away serves, ends cleanly, and takes part once it is there [LI-9]', async () => {
    const bed = newBed()
    const ready = async (portal: SpawnedPortal) => (await fetch(`${portal.http}/readyz`)).json()
    await nats.kill()
    const [short, late] = [await startNode(), await startNode()]
    try {
      expect(await short.stop()).toBe(0)
      expect(await ready(late)).toMatchObject({ ready: true, bus: 'unavailable', database: 'ready' })
      const [onA, onLate] = [await watch(a), await watch(late)]
      const wire = await login(late, bed)
      const alone = Date.now()
      await say(wire, bed, { ts: alone, rr: 18, dist: 1 })
      await onLate.next(rrOf(bed, alone))
      nats = await startNats(nats.port)
      for (const portal of [a, b, late])
        await expect.poll(() => ready(portal), patience).toMatchObject({ bus: 'ready' })
      const ts = Date.now()
      await say(wire, bed, { ts, rr: 19, dist: 1 })
      for (const client of [onA, onLate]) await client.next(rrOf(bed, ts))
    } finally {
      expect(await late.stop()).toBe(0)
    }
  })

  test('when one is killed its devices go on with the other, and nothing acknowledged is lost [LI-2][LI-9]', async () => {
    const beds = [newBed(), newBed(), newBed(), newBed()]
    const devices = beds.map((bed, n) => journalDevice(bed, portOf(n % 2 ? b : a)))
    journals.push(...devices)
    const onB = await watch(b)
    const talk = keepTalking(devices, 50)
    try {
      const acknowledged = () => Math.min(...devices.map((device) => device.acknowledged))
      await expect.poll(acknowledged, patience).toBeGreaterThan(30)
      await a.kill()
      for (const device of devices) device.moveTo(portOf(b))
      const before = acknowledged()
      const heard = () => onB.messages.filter(ofDevice(isAction('rr'), beds[0]!)).length
      const heardBefore = heard()
      await expect.poll(acknowledged, patience).toBeGreaterThan(before + 30)
      await expect.poll(heard, patience).toBeGreaterThan(heardBefore + 3)
      a = await startNode()
      const onA = await watch(a)
      await onA.next(ofDevice(isAction('rr'), beds[0]!))
    } finally {
      clearInterval(talk)
    }
    await Promise.all(devices.map((device) => device.drained()))
    for (const device of devices) {
      const stored = await readRaw(a, device.id, 1)
      expect(compareRaw(device.expected(), stored)).toEqual([])
      expect(await readMinutes(b, device.id, 3)).toEqual(minutesOf(stored))
    }
  })
})
