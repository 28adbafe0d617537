import { setTimeout as sleep } from 'node:timers/promises'
import { createDevice, listMalformedMessages, readDevice } from '@eupnea/contract/devices.ts'
import { type Reading, topics } from '@eupnea/contract/live.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EsphomeNodeSimulator, startEsphomeNode } from '../../sensors/esphome-node.ts'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { findProgram } from '../kit/find-program.ts'
import { isAction, openLive } from '../kit/live-client.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { freePorts, type RunningProgram, startProgram } from '../kit/start-program.ts'
import { createWard, type Ward } from '../kit/ward.ts'
import { type JournalDevice, journalDevice } from './journal-device.ts'
import { compareRaw, minutesOf, readMinutes, readRaw } from './read-back.ts'
import { openWire } from './wire.ts'

/** Sensors behind an existing broker: mosquitto, with the portal as a client (MQTT_URL). */

const mosquitto = findProgram('mosquitto')
const patience = { timeout: 30_000 }

describe.skipIf(!mosquitto)(`bridge${mosquitto ? '' : ' (skipped: no mosquitto, and none can be installed)'}`, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let broker: RunningProgram
  let postgres: ExternalPostgres
  let portal: SpawnedPortal
  let ward: Ward
  let nextBed = 0
  const devices: JournalDevice[] = []

  const startPortal = () =>
    spawnPortal({
      dataDir: folder.path,
      env: {
        DATABASE_URL: postgres.url,
        MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
      },
    })
  const readiness = async () => (await (await fetch(`${portal.http}/readyz`)).json()) as Record<string, string>
  const isBridged = async () => (await readiness()).bridge === 'ready'
  const device = (port: number): JournalDevice => {
    const made = journalDevice(ward.beds[nextBed++]!, port)
    devices.push(made)
    return made
  }
  const reading = (ts: number, rr = 16): Reading => ({ ts, rr, dist: 1 })

  beforeAll(async () => {
    folder = await temporaryFolder()
    const [brokerPort] = await freePorts(1)
    postgres = await startExternalPostgres(folder.path)
    broker = await startProgram(mosquitto!, ['-p', String(brokerPort)], brokerPort!)
    portal = await startPortal()
    ward = await createWard(portal, 'bridge', 5)
    while (!(await isBridged())) await sleep(100)
  })
  afterAll(async () => {
    for (const one of devices) one.close()
    await portal?.stop()
    await broker?.stop()
    await postgres?.stop()
    await folder?.remove()
  })

  test('readings come through the broker to disk and dashboard [LI-1]', async () => {
    const sensor = device(broker.port)
    const query = { type: 'clinic', clinic_id: ward.clinic_id, token: portal.token, batch: '1' }
    const dashboard = openLive(portal.http, query)
    await dashboard.next(isAction('snapshot'))
    const from = Date.now()
    sensor.send([reading(from), reading(from + 1), reading(from)])
    sensor.send(reading(from + 2, 17))
    await dashboard.next(
      isAction('rr', ({ device_id, ts }) => device_id === sensor.id && ts === from + 2),
      30_000,
    )
    expect(compareRaw(sensor.expected(), await readRaw(portal, sensor.id))).toEqual([])
    dashboard.close()
  })

  test('what the broker has acknowledged arrives, though the portal is killed [LI-2]', async () => {
    const sensor = device(broker.port)
    const from = Date.now() - 120_000
    let n = 0
    const publish = async (count: number) => {
      for (let sent = 0; sent < count; sent++, n++) {
        sensor.send(reading(from + n, 14 + (n % 8)))
        if (n % 10 === 0) await sleep(5)
      }
    }
    await publish(300)
    await portal.kill()
    await publish(300)
    await sensor.drained()
    portal = await startPortal()
    await expect.poll(async () => compareRaw(sensor.expected(), await readRaw(portal, sensor.id)), patience).toEqual([])
    expect(await readMinutes(portal, sensor.id)).toEqual(minutesOf(await readRaw(portal, sensor.id)))
  })

  test('a status that cannot be stored holds up nobody, though the broker keeps it [LI-1]', async () => {
    const bed = ward.beds[nextBed++]!
    const wire = await openWire({ port: broker.port, ...bed.key })
    const said = '{"online":true,"fw_version":"1.0\\u0000"}'
    await wire.publish(topics.status(bed.device_id), said, { retain: true })
    wire.close()
    const sensor = device(broker.port)
    sensor.send(reading(Date.now()))
    await expect.poll(async () => compareRaw(sensor.expected(), await readRaw(portal, sensor.id)), patience).toEqual([])
    const counted = async () => (await portal.send(listMalformedMessages, { device_id: bed.device_id })).items
    await expect.poll(counted, patience).toMatchObject([{ reason: 'status_malformed' }])
  })

  const attach = async (prefix: string) =>
    portal.send(createDevice, { clinic_id: ward.clinic_id, device_uid: prefix, topic_prefix: prefix })
  const breathe = async (node: EsphomeNodeSimulator, rate: number) => {
    for (let second = 0; second < 3; second++) {
      await node.frame({ present: true, rate, heartRate: 70, distanceCm: 80, targets: 1 })
      await sleep(1_050)
    }
  }

  test('an ESPHome node behind the broker is attached by its topic prefix [LI-1]', async () => {
    const { device_id } = await attach('bed-behind')
    await sleep(1_500)
    const node = await startEsphomeNode({ url: `mqtt://127.0.0.1:${broker.port}`, prefix: 'bed-behind' })
    await breathe(node, 17)
    const readings = () => readRaw(portal, device_id)
    await expect
      .poll(async () => (await readings()).some(({ rr, dist }) => rr === 17 && dist === 0.8), patience)
      .toBe(true)
    await node.frame({ present: false, rate: 0, heartRate: 0, distanceCm: 0, targets: 0 })
    // Nobody present means an empty bed, never an apnoea.
    await expect.poll(async () => (await readings()).at(-1), patience).toMatchObject({ rr: null, dist: null })
    node.crash()
    await expect.poll(async () => (await portal.send(readDevice, { device_id })).device_conn_status, patience).toBe(0)
  })

  test('an ESPHome node is heard also when the word of its attaching was lost [LI-1]', async () => {
    const sql = new pg.Client(postgres.connection)
    await sql.connect()
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'eupnea-events'`)
    await sql.end()
    await expect.poll(async () => (await readiness()).events, { ...patience, interval: 10 }).toBe('unavailable')
    const { device_id } = await attach('bed-unheard')
    await expect.poll(async () => (await readiness()).events, patience).toBe('ready')
    const wire = await openWire({ port: broker.port, clientId: 'bed-unheard' })
    await wire.publish('bed-unheard/status', 'online', { retain: true })
    await expect.poll(async () => (await portal.send(readDevice, { device_id })).device_conn_status, patience).toBe(1)
    wire.close()
  })

  test('an ESPHome node connects to the portal itself [LI-1] [LI-7]', async () => {
    const { device_id, key } = await attach('bed-direct')
    const node = await startEsphomeNode({ url: portal.mqtt, prefix: 'bed-direct', ...key })
    await breathe(node, 19)
    await expect.poll(async () => (await readRaw(portal, device_id)).some(({ rr }) => rr === 19), patience).toBe(true)
    expect((await portal.send(readDevice, { device_id })).device_conn_status).toBe(1)
    node.crash()
    await expect.poll(async () => (await portal.send(readDevice, { device_id })).device_conn_status, patience).toBe(0)
  })
})
