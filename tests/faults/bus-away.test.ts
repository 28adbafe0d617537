import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cable, layCable } from '../kit/cable.ts'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { findProgram } from '../kit/find-program.ts'
import { isAction, type LiveClient, openLive } from '../kit/live-client.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolders } from '../kit/spawn-portal.ts'
import { freePorts, type RunningProgram, startProgram } from '../kit/start-program.ts'
import { createWard, type Ward } from '../kit/ward.ts'
import { type JournalDevice, journalDevice, keepTalking } from './journal-device.ts'

/** Two nodes without NATS, or one of them: the dashboards of both keep moving (AN-14). */

const natsServer = findProgram('nats-server')
const patience = { timeout: 30_000 }

const folders = temporaryFolders()
let postgres: ExternalPostgres
let nats: RunningProgram
let cable: Cable
let nodes: SpawnedPortal[] = []
let ward: Ward
let devices: JournalDevice[] = []
let dashboards: LiveClient[] = []
let talk: NodeJS.Timeout

const startNats = (port: number) => startProgram(natsServer!, ['-a', '127.0.0.1', '-p', String(port)], port)
const busOf = async (node: SpawnedPortal) => {
  const answer = await fetch(`${node.http}/readyz`)
  return { status: answer.status, bus: ((await answer.json()) as { bus: string }).bus }
}
/** Newest readings that each dashboard has of each device, ms since the epoch. */
const newest = () =>
  dashboards.map(({ messages }) =>
    devices.map((device) => messages.findLast(isAction('rr', ({ device_id }) => device_id === device.id))?.ts ?? 0),
  )
/** Every dashboard gets what both devices say from now on. */
async function everyDashboardMoves(): Promise<void> {
  for (let times = 0; times < 3; times++) {
    const from = Date.now()
    await expect.poll(() => Math.min(...newest().flat()), patience).toBeGreaterThan(from)
  }
}

describe.skipIf(natsServer === null)('the bus (skipped without nats-server)', () => {
  beforeAll(async () => {
    postgres = await startExternalPostgres(await folders.next())
    nats = await startNats((await freePorts(1))[0]!)
    cable = await layCable({ host: '127.0.0.1', port: nats.port })
    for (const port of [nats.port, cable.port])
      nodes.push(
        await spawnPortal({
          dataDir: await folders.next(),
          env: { DATABASE_URL: postgres.url, BUS_URL: `nats://127.0.0.1:${port}` },
        }),
      )
    ward = await createWard(nodes[0]!, 'bus', 2)
    devices = ward.beds.map((bed, index) => journalDevice(bed, Number(new URL(nodes[index]!.mqtt).port)))
    talk = keepTalking(devices, 500)
    dashboards = nodes.map((node) =>
      openLive(node.http, { token: node.token, type: 'clinic', clinic_id: ward.clinic_id, batch: '1' }),
    )
  })
  afterAll(async () => {
    clearInterval(talk)
    for (const client of dashboards) client.close()
    for (const device of devices) device.close()
    await Promise.all(nodes.map((node) => node.stop()))
    nodes = []
    cable?.close()
    await nats?.stop()
    await postgres?.stop()
    await folders.remove()
  })

  test('is away: dashboards of both nodes get the readings of both, and when it is back too [AN-14]', async () => {
    await everyDashboardMoves()
    const gone = Date.now()
    await nats.kill()
    for (const node of nodes)
      await expect.poll(() => busOf(node), patience).toEqual({ status: 200, bus: 'unavailable' })
    await expect.poll(() => Math.min(...newest().flat()), patience).toBeGreaterThan(gone)
    console.info(`bus away: every dashboard moves after ${Date.now() - gone} ms`)
    await everyDashboardMoves()
    nats = await startNats(nats.port)
    for (const node of nodes) await expect.poll(() => busOf(node), patience).toEqual({ status: 200, bus: 'ready' })
    await everyDashboardMoves()
  })

  test('is away for one node only: its dashboards move, and so do the others’ [AN-14]', async () => {
    cable.cut()
    await expect.poll(() => busOf(nodes[1]!), patience).toMatchObject({ bus: 'unavailable' })
    expect(await busOf(nodes[0]!)).toMatchObject({ bus: 'ready' })
    await everyDashboardMoves()
    cable.mend()
    await expect.poll(() => busOf(nodes[1]!), patience).toMatchObject({ bus: 'ready' })
    await everyDashboardMoves()
  })

  test('stands still: dashboards move again within seconds [AN-14]', async () => {
    nats.signal('SIGSTOP')
    try {
      await everyDashboardMoves()
      for (const node of nodes) await expect.poll(() => busOf(node), patience).toMatchObject({ bus: 'unavailable' })
    } finally {
      nats.signal('SIGCONT')
    }
  })
})
