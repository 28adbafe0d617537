import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readingsOf, startBroker, type TestBroker } from './broker.fixture.ts'

let broker: TestBroker
let simulator: ChildProcessWithoutNullStreams
let said: string

beforeEach(async () => {
  broker = await startBroker({ a: 'key-a', b: 'key-b' })
})
afterEach(async () => {
  if (simulator.exitCode === null) simulator.kill('SIGKILL')
  await broker.close()
})

/** Whatever the hour. */
const inBed = () => ({ kind: 'rate', rate: 25, from: Date.now() - 3 * 3_600_000, to: Date.now() + 3_600_000 })

const job = (more: object) => ({
  url: broker.url,
  devices: [
    { device_id: 'a', password: 'key-a', seed: 1, tz: 'UTC' },
    { device_id: 'b', password: 'key-b', seed: 2, tz: 'America/New_York', profile: 'fast', spells: [inBed()] },
  ],
  interval_ms: 200,
  history_hours: 2,
  wave: 'some',
  ...more,
})

function simulate(input: unknown) {
  said = ''
  simulator = spawn(process.execPath, [fileURLToPath(new URL('simulate.ts', import.meta.url))])
  simulator.stderr.on('data', (data) => {
    said += data
  })
  simulator.stdin.write(`${JSON.stringify(input)}\n`)
}

test('history comes first, live readings join it without a gap, and the end of the input ends it [LI-1]', async () => {
  simulate(job({}))
  await broker.until(() => readingsOf(broker.published, 'b').filter(({ wave }) => wave).length >= 20)
  simulator.stdin.end()
  expect(await once(simulator, 'exit')).toEqual([0, null])
  await broker.until(() => broker.clients === 0)

  const readings = readingsOf(broker.published, 'b')
  const steps = readings.slice(1).map(({ ts }, index) => ts - readings[index]!.ts)
  const live = steps.findIndex((step) => step !== 10_000)
  expect(live).toBeGreaterThan(700)
  expect(new Set(steps.slice(live))).toEqual(new Set([200]))
  const waves = readings.flatMap(({ wave }) => wave ?? [])
  expect(waves[0]).toMatchObject({ hz: 10, samples: [expect.any(Number), expect.any(Number)] })
  expect(readings.filter(({ rr }) => rr !== null && rr >= 22).length).toBeGreaterThan(600)
  expect(readingsOf(broker.published, 'a').some(({ wave }) => wave)).toBe(false)

  const status = broker.published.filter(({ topic }) => topic === 'devices/b/status').at(-1)
  expect(JSON.parse(status?.payload ?? '')).toMatchObject({ online: false })
  expect(said).toMatch(/readings of history sent, live now/)
})

test('it goes on after the portal was away, and ends on SIGTERM [LI-2]', async () => {
  simulate(job({ history_hours: 0 }))
  await broker.until(() => readingsOf(broker.published, 'a').length >= 3)
  const before = readingsOf(broker.published, 'a').at(-1)!.ts
  const { port } = broker
  await broker.close()
  broker = await startBroker({ a: 'key-a', b: 'key-b' }, port)
  await broker.until(() => readingsOf(broker.published, 'a').length >= 5)
  expect(readingsOf(broker.published, 'a')[0]!.ts).toBeLessThanOrEqual(before + 200)
  simulator.kill('SIGTERM')
  expect(await once(simulator, 'exit')).toEqual([0, null])
})

test('a faulty job is refused with every fault [LI-1]', async () => {
  simulate(job({ interval_ms: 0, devices: [{ device_id: 'a', password: 'key-a', seed: 1, tz: 'Nowhere' }] }))
  expect(await once(simulator, 'exit')).toEqual([1, null])
  expect(said).toMatch(/devices\.0\.tz: .*; interval_ms: /)
})
