import { afterEach, beforeEach, expect, test } from 'vitest'
import { readingsOf, startBroker, type TestBroker } from './broker.fixture.ts'
import { runLoad } from './load.ts'

let broker: TestBroker
const devices = ['a', 'b', 'c'].map((username) => ({ username, password: `key-${username}` }))
beforeEach(async () => {
  broker = await startBroker(Object.fromEntries(devices.map(({ username, password }) => [username, password])))
})
afterEach(() => broker.close())

const tsOf = (device: number, n: number) => 1_795_000_000_000 + device * 1_000_000 + n * 1_000

test('every message arrives as it should, and what is told acknowledged is what was taken [LI-2]', async () => {
  const result = await runLoad({ url: broker.url, devices, messages: 500, window: 7, tsOf, keepAcknowledged: true })
  expect(result).toMatchObject({ published: 1_500, acknowledged: 1_500, readings: 1_500, errors: {} })
  expect(result.latency.p50).toBeGreaterThan(0)
  devices.forEach(({ username }, device) => {
    const taken = readingsOf(broker.published, username)
    expect(taken.map(({ ts }) => ts)).toEqual(Array.from({ length: 500 }, (_, n) => tsOf(device, n)))
    expect(result.acknowledgedTs[device]).toEqual(taken.map(({ ts }) => ts))
    expect(taken[17]).toEqual({ ts: tsOf(device, 17), rr: 15.7, dist: 0.85 })
  })
  expect(broker.published.every(({ qos, payload }) => qos === 1 && payload.startsWith('{'))).toBe(true)
})

test('several readings go as an array, at a rate of their own [LI-2]', async () => {
  const result = await runLoad({
    url: broker.url,
    devices,
    messages: 4,
    rate: 100,
    readingsPerMessage: 5,
    tsOf,
    keepAcknowledged: true,
  })
  expect(result).toMatchObject({ published: 12, acknowledged: 12, readings: 60 })
  const arrays = broker.published.map(({ payload }) => JSON.parse(payload).length)
  expect(new Set(arrays)).toEqual(new Set([5]))
  expect(readingsOf(broker.published, 'b').map(({ ts }) => ts)).toEqual(result.acknowledgedTs[1])
})

test('what was without an answer when the connection broke is sent again, the same readings [LI-2]', async () => {
  broker.stuck = true
  const running = runLoad({ url: broker.url, devices, messages: 50, window: 8, tsOf, keepAcknowledged: true })
  await broker.until(() => broker.withheld === 24)
  broker.breakConnections()
  await broker.until(() => broker.clients === 0)
  broker.stuck = false
  const result = await running
  expect(result).toMatchObject({ published: 150, acknowledged: 150 })
  expect(Object.values(result.errors).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(3)
  for (const [device, { username }] of devices.entries())
    expect(readingsOf(broker.published, username).map(({ ts }) => ts)).toEqual(
      Array.from({ length: 50 }, (_, n) => tsOf(device, n)),
    )
})

test('message ids go round: more messages than there are ids [LI-2]', async () => {
  const result = await runLoad({ url: broker.url, devices: devices.slice(0, 1), messages: 70_000, window: 64, tsOf })
  expect(result.acknowledged).toBe(70_000)
  expect(new Set(readingsOf(broker.published, 'a').map(({ ts }) => ts)).size).toBe(70_000)
})

test('a device with a wrong key is an error that says so [LI-1]', async () => {
  const wrong = [...devices, { username: 'd', password: 'none' }]
  await expect(runLoad({ url: broker.url, devices: wrong, messages: 1, patience_s: 0.5 })).rejects.toThrow(
    '1 of 4 devices could not connect: refused with return code 5',
  )
})
