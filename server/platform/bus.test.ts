import dns from 'node:dns'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findProgram } from '../../tests/kit/find-program.ts'
import { freePorts, type RunningProgram, startProgram } from '../../tests/kit/start-program.ts'
import { type Bus, openBus } from './bus.ts'
import { createLog } from './log.ts'

const natsServer = findProgram('nats-server')
const patience = { timeout: 10_000 }

let port: number
let nats: RunningProgram | undefined
const buses: Bus[] = []

const startNats = async (...words: string[]) => {
  nats = await startProgram(natsServer!, ['-a', '127.0.0.1', '-p', String(port), ...words], port)
}
const open = (who = '', host = '127.0.0.1') => {
  const bus = openBus(`nats://${who}${host}:${port}`, createLog('silent'))
  buses.push(bus)
  return bus
}
const isConnected = (...wanted: Bus[]) =>
  expect.poll(() => wanted.every(({ connected }) => connected), patience).toBe(true)
const heardBy = (bus: Bus) => {
  const heard: string[] = []
  const stop = bus.subscribe('live.*', (payload, subject) => heard.push(`${subject} ${payload}`))
  return { heard, stop }
}
/** Publishes until the word is heard, because nobody reports when a subscription is active. */
const isHeard = (bus: Bus, heard: readonly string[], word: string) =>
  expect
    .poll(() => {
      bus.publish('live.a', word)
      return heard
    }, patience)
    .toContain(`live.a ${word}`)

describe.skipIf(natsServer === null)('the bus (skipped without nats-server)', () => {
  beforeEach(async () => {
    port = (await freePorts(1))[0]!
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await Promise.all(buses.splice(0).map((bus) => bus.close()))
    await nats?.kill()
    nats = undefined
  })

  it.each([
    ['user and password', ['--user', 'node', '--pass', '4711'], 'node:4711@'],
    ['what an address must write otherwise', ['--user', 'n@de', '--pass', 'p:a/s%'], 'n%40de:p%3Aa%2Fs%25@'],
    ['a token', ['--auth', 't0ken'], 't0ken@'],
  ])('shows NATS %s of its address [LI-9]', async (_name, words, who) => {
    await startNats(...words)
    const [one, other, stranger] = [open(who), open(who), open('node:wrong@')]
    const { heard } = heardBy(other)
    await isConnected(one, other)
    await isHeard(one, heard, 'hello')
    expect(stranger.connected).toBe(false)
  })

  it('is opened while NATS is away, and takes part once it is there [LI-9]', async () => {
    const [one, other] = [open(), open()]
    const resumed = vi.fn()
    other.onResume(resumed)
    const { heard, stop } = heardBy(other)
    one.publish('live.a', 'nobody there')
    expect(one.connected).toBe(false)
    for (const wanted of [1, 2]) {
      await startNats()
      await isConnected(one, other)
      expect(resumed).toHaveBeenCalledTimes(wanted)
      await isHeard(one, heard, `hello ${wanted}`)
      await nats!.kill()
      await expect.poll(() => one.connected || other.connected, patience).toBe(false)
    }
    expect(heard).not.toContain('live.a nobody there')
    // A stopped subscription stays stopped.
    stop()
    const { heard: later } = heardBy(other)
    const before = heard.length
    await startNats()
    await isConnected(one, other)
    await isHeard(one, later, 'after')
    expect(heard).toHaveLength(before)
  })

  it('keeps nothing of what is said while the name of NATS is not known, and ends at once [LI-9]', async () => {
    await startNats()
    const bus = open('', 'localhost')
    await isConnected(bus)
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, _options: object, tell: (error: Error) => void) =>
      tell(unknown)) as never)
    await nats!.kill()
    await expect.poll(() => bus.connected, patience).toBe(false)
    const before = process.memoryUsage().arrayBuffers
    const frame = 'x'.repeat(250_000)
    for (let n = 0; n < 200; n++) bus.publish('live.a', frame)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
    const start = performance.now()
    await bus.close()
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  it('lets out what was said last before it ends [LI-9]', async () => {
    await startNats()
    const [one, other] = [open(), open()]
    const { heard } = heardBy(other)
    await isConnected(one, other)
    await isHeard(one, heard, 'hello')
    one.publish('live.a', 'the last')
    await one.close()
    await expect.poll(() => heard, patience).toContain('live.a the last')
  })
})
