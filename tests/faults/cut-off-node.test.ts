import { signOut } from '@eupnea/contract/sessions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cable, layCable } from '../kit/cable.ts'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { findProgram } from '../kit/find-program.ts'
import { isAction, type LiveClient, openLive } from '../kit/live-client.ts'
import { admin, type SpawnedPortal, sendCall, signInAs, spawnPortal, temporaryFolders } from '../kit/spawn-portal.ts'
import { freePorts, type RunningProgram, startProgram } from '../kit/start-program.ts'
import { createWard, type Ward } from '../kit/ward.ts'
import { type JournalDevice, journalDevice, keepTalking } from './journal-device.ts'
import { compareRaw, minutesOf, readMinutes, readRaw } from './read-back.ts'

/** Three nodes, one of which loses the database while the others keep it (LI-2, LI-9). */

const natsServer = findProgram('nats-server')
const patience = { timeout: 60_000 }

const folders = temporaryFolders()
const clients: LiveClient[] = []
const journals: JournalDevice[] = []
let postgres: ExternalPostgres
let nats: RunningProgram
let cable: Cable
let nodes: SpawnedPortal[] = []
let ward: Ward

const mqttPort = (portal: SpawnedPortal) => Number(new URL(portal.mqtt).port)
function moveOver(device: JournalDevice, to: SpawnedPortal): void {
  device.moveTo(mqttPort(to))
  device.wire?.cut()
}
const readiness = async (portal: SpawnedPortal) => (await fetch(`${portal.http}/readyz`)).json()

describe.skipIf(natsServer === null)('three nodes (skipped without nats-server)', () => {
  beforeAll(async () => {
    postgres = await startExternalPostgres(await folders.next())
    cable = await layCable(postgres.connection)
    const [port] = await freePorts(1)
    nats = await startProgram(natsServer!, ['-a', '127.0.0.1', '-p', String(port)], port!)
    const { user, password, database } = postgres.connection
    const urls = [postgres.url, postgres.url, `postgresql://${user}:${password}@127.0.0.1:${cable.port}/${database}`]
    for (const DATABASE_URL of urls)
      nodes.push(
        await spawnPortal({
          dataDir: await folders.next(),
          env: { DATABASE_URL, BUS_URL: `nats://127.0.0.1:${port}` },
        }),
      )
    ward = await createWard(nodes[0]!, 'three', 4)
  })

  afterAll(async () => {
    for (const client of clients) client.close()
    for (const journal of journals) journal.close()
    cable?.mend()
    await Promise.all(nodes.map((node) => node.stop()))
    nodes = []
    cable?.close()
    await nats?.stop()
    await postgres?.stop()
    await folders.remove()
  })

  test('one that is cut off from the database acknowledges nothing, and its devices go on elsewhere [LI-2][LI-9]', async () => {
    const [a, b, c] = nodes as [SpawnedPortal, SpawnedPortal, SpawnedPortal]
    const devices = ward.beds.slice(0, 3).map((bed, index) => journalDevice(bed, mqttPort(nodes[index]!)))
    journals.push(...devices)
    const onC = openLive(c.http, { token: c.token, type: 'clinic', clinic_id: ward.clinic_id })
    clients.push(onC)
    await onC.next(isAction('snapshot'))
    const heard = (device: JournalDevice) =>
      onC.messages.filter(isAction('rr', ({ device_id }) => device_id === device.id)).length
    const talk = keepTalking(devices, 100)
    try {
      await expect.poll(() => Math.min(...devices.map(heard)), patience).toBeGreaterThan(3)
      cable.cut()
      await expect.poll(() => readiness(c), patience).toMatchObject({ ready: false, database: 'unavailable' })
      const last = devices[2]!.acknowledged
      const others = heard(devices[0]!)
      // Its dashboards still get readings from other nodes; readings it receives itself aren't acknowledged.
      await expect.poll(() => heard(devices[0]!), patience).toBeGreaterThan(others + 3)
      expect(devices[2]!.acknowledged).toBeLessThanOrEqual(last + 1)
      // As the proxy does when a node isn't ready.
      moveOver(devices[2]!, b)
      await expect.poll(() => devices[2]!.acknowledged, patience).toBeGreaterThan(last + 20)
      for (const node of [a, b]) expect(await readiness(node)).toMatchObject({ ready: true })

      cable.mend()
      await expect.poll(() => readiness(c), patience).toMatchObject({ ready: true })
      moveOver(devices[2]!, c)
      const before = devices[2]!.acknowledged
      await expect.poll(() => devices[2]!.acknowledged, patience).toBeGreaterThan(before + 10)
    } finally {
      clearInterval(talk)
    }
    await Promise.all(devices.map((device) => device.drained()))
    for (const device of devices) {
      const stored = await readRaw(a, device.id, 1)
      expect(compareRaw(device.expected(), stored)).toEqual([])
      expect(await readMinutes(c, device.id, 3)).toEqual(minutesOf(stored))
    }
  }, 240_000)

  test('one that no longer hears who may see what shows nobody what the others go on to measure [ID-8][LI-9]', async () => {
    const [a, , c] = nodes as [SpawnedPortal, SpawnedPortal, SpawnedPortal]
    const device = journalDevice(ward.beds[3]!, mqttPort(a))
    journals.push(device)
    const token = await signInAs(c.http, admin)
    const theirs = openLive(c.http, { token, type: 'clinic', clinic_id: ward.clinic_id })
    clients.push(theirs)
    await theirs.next(isAction('snapshot'))
    cable.cut()
    await sendCall(a.http, token, signOut, {})
    const talk = setInterval(() => device.send({ ts: Date.now(), rr: 16, dist: 0.5 }), 100)
    try {
      await expect.poll(() => theirs.socket.readyState, patience).toBe(WebSocket.CLOSED)
      expect(await theirs.closed).toBe(1013)
    } finally {
      clearInterval(talk)
      cable.mend()
    }
    await expect.poll(() => readiness(c), patience).toMatchObject({ ready: true })
  })
})
