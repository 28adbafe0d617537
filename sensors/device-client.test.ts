import { afterEach, expect, test } from 'vitest'
import { readingsOf, startBroker, type TestBroker } from './broker.fixture.ts'
import { connectDevice, type DeviceClient } from './device-client.ts'

let broker: TestBroker
let device: DeviceClient
const key = { 'bed-1': 'secret' }
const base = { deviceId: 'bed-1', password: 'secret', maxBackoffMs: 50 }
const reading = (ts: number) => ({ ts, rr: 15, dist: 0.8 })
const series = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => reading(from + n))

afterEach(async () => {
  await device.close(200)
  await broker.close()
})

const statuses = () => broker.published.filter(({ topic }) => topic === 'devices/bed-1/status')

test('a device says that it is online, sends one reading as an object with QoS 1, and says goodbye [LI-1]', async () => {
  broker = await startBroker(key)
  device = connectDevice({ ...base, url: broker.url, status: { fw_version: '2.1' } })
  device.send(reading(1))
  await device.drained()
  await device.close()
  await broker.until(() => broker.clients === 0)
  expect(statuses().map(({ payload, retain }) => [JSON.parse(payload), retain])).toEqual([
    [{ online: true, fw_version: '2.1' }, true],
    [{ online: false, fw_version: '2.1' }, true],
  ])
  const [message] = broker.published.filter(({ topic }) => topic === 'devices/bed-1/telemetry')
  expect(message).toMatchObject({ payload: '{"ts":1,"rr":15,"dist":0.8}', qos: 1, retain: false })
})

test('a cut connection lets the last will speak, and is not told as a fault [LI-1]', async () => {
  broker = await startBroker(key)
  const told: boolean[] = []
  device = connectDevice({ ...base, url: broker.url, onConnection: (connected) => told.push(connected) })
  await broker.until(() => statuses().length === 1)
  device.cut()
  await broker.until(() => statuses().length === 2)
  expect(statuses().map(({ payload }) => JSON.parse(payload).online)).toEqual([true, false])
  device.restore()
  await broker.until(() => statuses().length === 3)
  await device.close()
  await broker.until(() => broker.clients === 0)
  expect(told).toEqual([true, true])
})

test('readings taken while the broker is away are kept, sent in order in arrays, and none is lost [LI-2]', async () => {
  broker = await startBroker(key)
  const { port } = broker
  device = connectDevice({ ...base, url: broker.url })
  device.send(series(0, 10))
  await device.drained()
  await broker.close()
  for (const one of series(10, 5_000)) device.send(one)
  expect(device.pending).toBe(4_990)
  broker = await startBroker(key, port)
  await device.drained()
  expect(readingsOf(broker.published, 'bed-1').map(({ ts }) => ts)).toEqual(series(10, 5_000).map(({ ts }) => ts))
  const sizes = broker.published.slice(1).map(({ payload }) => JSON.parse(payload).length)
  expect(sizes).toEqual([3_600, 1_390])
})

test('what was on the way when the connection broke is sent again until it is acknowledged [LI-2]', async () => {
  broker = await startBroker(key)
  device = connectDevice({ ...base, url: broker.url, window: 2 })
  await broker.until(() => statuses().length === 1)
  broker.stuck = true
  for (const one of series(0, 7)) device.send(one)
  for (let times = 1; times <= 3; times++) {
    // two readings in flight each time, plus the status
    await broker.until(() => broker.withheld >= 3 * times - 1)
    broker.breakConnections()
    await broker.until(() => broker.clients === 0)
    expect(device.pending).toBe(7)
  }
  broker.stuck = false
  await device.drained()
  expect(readingsOf(broker.published, 'bed-1').map(({ ts }) => ts)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a full buffer gives up the oldest and counts them [LI-2]', async () => {
  broker = await startBroker(key)
  device = connectDevice({ ...base, url: broker.url, capacity: 100 })
  device.cut()
  for (const one of series(0, 130)) device.send(one)
  expect([device.pending, device.dropped]).toEqual([100, 30])
  device.restore()
  await device.drained()
  expect(readingsOf(broker.published, 'bed-1')[0]?.ts).toBe(30)
})

test('arrays stay below the largest message even with waves [LI-2]', async () => {
  broker = await startBroker(key)
  device = connectDevice({ ...base, url: broker.url })
  const samples = Array.from({ length: 1_000 }, (_, n) => n / 7)
  device.send(series(0, 200).map((one) => ({ ...one, wave: { hz: 100, samples } })))
  await device.drained()
  const telemetry = broker.published.filter(({ topic }) => topic.endsWith('telemetry'))
  expect(telemetry.length).toBeGreaterThan(1)
  for (const { payload } of telemetry) expect(payload.length).toBeLessThanOrEqual(1_048_576)
  expect(readingsOf(broker.published, 'bed-1')).toHaveLength(200)
})

test('a wrong key is told and tried again, and nothing is lost meanwhile [LI-1]', async () => {
  const keys: Record<string, string> = { 'bed-1': 'another' }
  broker = await startBroker(keys)
  const reasons: (string | null)[] = []
  device = connectDevice({
    ...base,
    url: broker.url,
    onConnection(connected, reason) {
      if (connected) return
      reasons.push(reason)
      keys['bed-1'] = 'secret'
    },
  })
  device.send(reading(1))
  await device.drained()
  expect(reasons[0]).toMatch(/not authorized/i)
  expect(readingsOf(broker.published, 'bed-1')).toHaveLength(1)
})
