import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveMessage } from '@eupnea/contract/live.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket as Ws } from 'ws'
import { type LoadResult, runLoad } from '../../sensors/load.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { createWard, type Ward } from '../kit/ward.ts'

/** A dashboard that doesn't read, and many that connect at once, don't affect others (LI-9). */

const size = 300
const patience = { timeout: 60_000 }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal
let ward: Ward
const loads: Promise<LoadResult>[] = []
/** reads its snapshot and nothing after it */
let dead: Dashboard
const dashboards: Dashboard[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  portal = await spawnPortal({ dataDir: folder.path })
  ward = await createWard(portal, 'slow', size)
  dead = open()
  await dead.snapshot
  dead.socket.pause()
}, 180_000)

afterEach(() => {
  for (const { socket } of dashboards) if (socket !== dead.socket) socket.terminate()
})

afterAll(async () => {
  for (const { socket } of dashboards) socket.terminate()
  await Promise.allSettled(loads)
  await portal?.stop()
  await folder?.remove()
})

interface Dashboard {
  readonly socket: Ws
  /** arrival times of frames with numbers, ms by this process's clock */
  readonly arrivals: number[]
  /** newest ts by device */
  readonly newest: Map<string, number>
  readonly snapshot: Promise<void>
  /** messages with numbers */
  numbers: number
  closed: number | null
}

function open(): Dashboard {
  const query = new URLSearchParams({ token: portal.token, type: 'clinic', clinic_id: ward.clinic_id, batch: '1' })
  const socket = new Ws(`${portal.http.replace('http', 'ws')}/live?${query}`, { perMessageDeflate: false })
  const snapshot = Promise.withResolvers<void>()
  const dashboard: Dashboard = {
    socket,
    arrivals: [],
    newest: new Map(),
    snapshot: snapshot.promise,
    numbers: 0,
    closed: null,
  }
  socket.on('message', (data) => {
    const messages = JSON.parse(String(data)) as LiveMessage[]
    for (const message of messages) {
      if (message.action === 'snapshot' && message.devices.length === size) snapshot.resolve()
      if (message.action !== 'rr') continue
      dashboard.newest.set(message.device_id, message.ts)
      dashboard.numbers++
    }
    if (messages.some(({ action }) => action === 'rr')) dashboard.arrivals.push(performance.now())
  })
  socket.on('error', () => {})
  socket.on('close', (code) => {
    dashboard.closed = code
  })
  dashboards.push(dashboard)
  return dashboard
}

/** @param rate messages a second of each device */
function publish(rate: number, seconds: number): Promise<LoadResult> {
  const devices = ward.beds.map(({ key }) => key)
  const load = runLoad({ url: portal.mqtt, devices, rate, duration_s: seconds })
  loads.push(load)
  return load
}

const longestGap = ({ arrivals }: Dashboard, from: number, to: number): number => {
  const within = [from, ...arrivals.filter((at) => at > from && at < to), to]
  return Math.max(...within.slice(1).map((at, n) => at - within[n]!))
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${portal.http}/metrics`)).text()
  return Number(new RegExp(`^eupnea_${name} (\\S+)`, 'm').exec(text)![1])
}
const memory = () => metric('process_resident_memory_bytes')

test('a dashboard that stops reading costs the portal little and the others nothing, and catches up [LI-9]', async () => {
  const healthy = Array.from({ length: 4 }, open)
  await Promise.all(healthy.map(({ snapshot }) => snapshot))
  // Four readings a second each: in seconds as much as a ward of 300 sends in a minute.
  const load = publish(4, 36)
  await expect.poll(() => Math.min(...healthy.map(({ arrivals }) => arrivals.length)), patience).toBeGreaterThan(4)
  const start = performance.now()
  await sleep(6_000)
  const slow = open()
  await slow.snapshot
  slow.socket.pause()
  const paused = performance.now()
  const memoryBefore = await memory()
  const numbersBefore = healthy[0]!.numbers
  await sleep(25_000)
  const resumed = performance.now()
  const grown = (await memory()) - memoryBefore
  expect(grown).toBeLessThan(150_000_000)
  const before = median(healthy.map((dashboard) => longestGap(dashboard, start, paused)))
  const during = median(healthy.map((dashboard) => longestGap(dashboard, paused, resumed)))
  expect(during).toBeLessThan(Math.max(before, 250) * 8)

  slow.socket.resume()
  await load
  // Every device's newest numbers, as the others have them.
  await expect.poll(() => [...slow.newest].sort(), patience).toEqual([...healthy[0]!.newest].sort())
  expect(slow.closed).toBeNull()
  // It skipped numbers that newer ones had replaced.
  expect(slow.numbers).toBeLessThan(healthy[0]!.numbers - numbersBefore)
}, 120_000)

test('200 dashboards that come back at once all get their snapshot while the others go on [LI-9]', async () => {
  const healthy = Array.from({ length: 4 }, open)
  await Promise.all(healthy.map(({ snapshot }) => snapshot))
  const load = publish(1, 12)
  await expect.poll(() => Math.min(...healthy.map(({ arrivals }) => arrivals.length)), patience).toBeGreaterThan(4)
  const start = performance.now()
  await sleep(4_000)
  const rush = performance.now()
  const crowd = Array.from({ length: 200 }, open)
  await Promise.all(crowd.map(({ snapshot }) => snapshot))
  for (const { socket } of crowd) socket.terminate()
  const again = Array.from({ length: 200 }, open)
  await Promise.all(again.map(({ snapshot }) => snapshot))
  const end = performance.now()
  const before = median(healthy.map((dashboard) => longestGap(dashboard, start, rush)))
  const during = median(healthy.map((dashboard) => longestGap(dashboard, rush, end)))
  // All 400 run in this process, next to the portal on the same cores.
  expect(during).toBeLessThan(Math.max(before, 250) * 12)
  await load
  // However long it took them to come.
  const more = publish(1, 4)
  await expect.poll(() => again.filter(({ arrivals }) => arrivals.length > 2).length, patience).toBe(again.length)
  await more
  for (const { closed } of [...healthy, ...again]) expect(closed).toBeNull()
}, 120_000)

test('a dashboard that never reads again is given up [LI-9]', async () => {
  // It answers no pings: after two rounds the portal drops it.
  await expect.poll(() => metric('live_connections'), { timeout: 90_000, interval: 1_000 }).toBe(0)
}, 120_000)
