import { setTimeout as sleep } from 'node:timers/promises'
import { createDevice } from '@eupnea/contract/devices.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEsphomeNode } from '../../sensors/esphome-node.ts'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { findProgram } from '../kit/find-program.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolders } from '../kit/spawn-portal.ts'
import { freePorts, type RunningProgram, startProgram } from '../kit/start-program.ts'
import { createWard, type Ward } from '../kit/ward.ts'
import { journalDevice } from './journal-device.ts'
import { compareRaw, readRaw } from './read-back.ts'

/** Several portals read sensors from one broker (MQTT_URL): one at a time, with another taking over. */

const mosquitto = findProgram('mosquitto')
const natsServer = findProgram('nats-server')
const patience = { timeout: 30_000 }

describe.skipIf(!mosquitto || !natsServer)(
  'bridge of several nodes (skipped without mosquitto and nats-server)',
  () => {
    const folders = temporaryFolders()
    const nodes: SpawnedPortal[] = []
    let postgres: ExternalPostgres
    let broker: RunningProgram
    let nats: RunningProgram
    let ward: Ward

    const startNode = async () => {
      const [port] = await freePorts(1)
      const node = await spawnPortal({
        dataDir: await folders.next(),
        env: {
          PORT: String(port),
          DATABASE_URL: postgres.url,
          BUS_URL: `nats://127.0.0.1:${nats.port}`,
          MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
        },
      })
      nodes.push(node)
      return node
    }
    const readiness = async (node: SpawnedPortal): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${node.http}/readyz`)
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    const startBroker = (port: number) => startProgram(mosquitto!, ['-p', String(port)], port)

    beforeAll(async () => {
      const ports = await freePorts(2)
      postgres = await startExternalPostgres(await folders.next())
      nats = await startProgram(natsServer!, ['-a', '127.0.0.1', '-p', String(ports[0])], ports[0]!)
      broker = await startBroker(ports[1]!)
      const first = await startNode()
      while ((await readiness(first)).bridge !== 'ready') await sleep(100)
      await startNode()
      ward = await createWard(first, 'bridges', 2)
    })
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      await broker?.stop()
      await nats?.stop()
      await postgres?.stop()
      await folders.remove()
    })

    test('all that an ESPHome node says is heard by one, and readings are made of all of it [LI-1]', async () => {
      const [portal] = nodes as [SpawnedPortal]
      const prefix = 'bed-shared'
      const attached = { clinic_id: ward.clinic_id, device_uid: prefix, topic_prefix: prefix }
      const { device_id } = await portal.send(createDevice, attached)
      await sleep(1_500)
      const node = await startEsphomeNode({ url: `mqtt://127.0.0.1:${broker.port}`, prefix })
      for (let frames = 0; frames < 12; frames++) {
        await node.frame({ present: true, rate: 17, heartRate: 70, distanceCm: 80, targets: 1 })
        await sleep(600)
      }
      const readings = await readRaw(portal, device_id)
      expect(readings.length).toBeGreaterThan(3)
      // The first reading is cut when somebody is there, before rate and distance; then one a second, as on one node.
      for (const [at, { ts, rr, dist }] of readings.entries()) {
        if (at > 0) expect({ rr, dist }).toEqual({ rr: 17, dist: 0.8 })
        if (at > 0) expect(ts - readings[at - 1]!.ts).toBeGreaterThanOrEqual(1_000)
      }
      node.crash()
    })

    test('when it is killed another goes on with what the broker has kept for it [LI-1][LI-2]', async () => {
      const sensor = journalDevice(ward.beds[0]!, broker.port)
      let n = 0
      const from = Date.now() - 120_000
      const publish = async (count: number) => {
        for (let sent = 0; sent < count; sent++, n++) {
          sensor.send({ ts: from + n, rr: 14 + (n % 8), dist: 1 })
          if (n % 10 === 0) await sleep(5)
        }
      }
      const [first, second] = nodes as [SpawnedPortal, SpawnedPortal]
      await publish(200)
      await first.kill()
      nodes.shift()
      await publish(200)
      await sensor.drained()
      const arrived = async (node: SpawnedPortal) => compareRaw(sensor.expected(), await readRaw(node, sensor.id))
      await expect.poll(() => arrived(second), { timeout: 10_000 }).toEqual([])

      // All are gone; the replacement is a new node at another address.
      await second.kill()
      nodes.shift()
      await publish(200)
      await sensor.drained()
      const third = await startNode()
      await expect.poll(() => arrived(third), patience).toEqual([])
      sensor.close()
    })

    test('while the broker is away the portal serves; when it or the database is back one reads on [LI-1][LI-9]', async () => {
      const [a] = nodes as [SpawnedPortal]
      const b = await startNode()
      await broker.kill()
      await expect.poll(() => readiness(a), patience).toMatchObject({ status: 200, bridge: 'unavailable' })
      expect(await readiness(b)).toMatchObject({ status: 200 })
      broker = await startBroker(broker.port)
      const sensor = journalDevice(ward.beds[1]!, broker.port)
      const isRead = async () => {
        const before = (await readRaw(a, sensor.id)).length
        sensor.send({ ts: Date.now(), rr: 16, dist: 1 })
        await expect.poll(async () => (await readRaw(a, sensor.id)).length, { timeout: 3_000 }).toBeGreaterThan(before)
        return true
      }
      await expect.poll(isRead, patience).toBe(true)
      // The same with the database, which decides whose turn it is.
      await postgres.stop()
      await postgres.start()
      await expect.poll(isRead, patience).toBe(true)
      for (const node of [a, b]) await expect.poll(() => readiness(node), patience).toMatchObject({ bridge: 'ready' })
      sensor.close()
    })
  },
)
