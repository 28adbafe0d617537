import dns from 'node:dns'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Cable, layCable } from '../../tests/kit/cable.ts'
import { createTestDatabase } from '../../tests/kit/database.ts'
import { findProgram } from '../../tests/kit/find-program.ts'
import { freePorts, type RunningProgram, startProgram } from '../../tests/kit/start-program.ts'
import { type Bus, openBus } from './bus.ts'
import { createLog } from './log.ts'

const natsServer = findProgram('nats-server')
const patience = { timeout: 10_000 }

let database: Awaited<ReturnType<typeof createTestDatabase>>
let port: number
let nats: RunningProgram | undefined
const buses: Bus[] = []

const startNats = async (...words: string[]) => {
  nats = await startProgram(natsServer!, ['-a', '127.0.0.1', '-p', String(port), ...words], port)
}
const open = (who = '', host = '127.0.0.1', at = port) => {
  const url = `nats://${who}${host}:${at}`
  const bus = openBus({ url, secret: 'a secret of tests' }, database.connection, createLog('silent'))
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
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
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
    expect(one.connected).toBe(false)
    for (const wanted of [1, 2]) {
      await startNats()
      await isConnected(one, other)
      expect(resumed).toHaveBeenCalledTimes(wanted)
      await isHeard(one, heard, `hello ${wanted}`)
      await nats!.kill()
      await expect.poll(() => one.connected || other.connected, patience).toBe(false)
    }
    // A stopped subscription stays stopped.
    stop()
    const { heard: later } = heardBy(other)
    const before = heard.length
    await startNats()
    await isConnected(one, other)
    await isHeard(one, later, 'after')
    expect(heard).toHaveLength(before)
  })

  it('keeps nothing of what is said while the name of NATS is not known, and ends [LI-9]', async () => {
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
    await bus.close()
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

  it('carries all through the database while NATS is away, long messages too, and none twice [AN-14]', async () => {
    const [one, other] = [open(), open()]
    const { heard } = heardBy(other)
    await isHeard(one, heard, 'first')
    const rest = () => heard.filter((word) => word !== 'live.a first')
    const long = `${'x’😀"'.repeat(20_000)}end`
    for (const word of ['a', long, 'b']) one.publish('live.a', word)
    await expect.poll(() => rest().length, patience).toBe(3)
    expect(rest()).toEqual(['live.a a', `live.a ${long}`, 'live.a b'])
    one.publish('wave.a', 'not subscribed')
    one.publish('live.b', 'c')
    await expect.poll(() => rest().at(-1), patience).toBe('live.b c')
    expect(rest()).toHaveLength(4)
  })

  it('takes from the database what a node has signed, once, and nothing else, and goes on [DO-1] [AN-14]', async () => {
    const [one, other] = [open(), open()]
    const { heard } = heardBy(other)
    const stranger = new pg.Client(database.connection)
    const pieces: string[] = []
    stranger.on('notification', ({ payload }) => pieces.push(payload ?? ''))
    await stranger.connect()
    try {
      await stranger.query('listen eupnea_bus')
      await isHeard(one, heard, 'first')
      one.publish('live.a', '16')
      const said = () => pieces.find((piece) => piece.endsWith('live.a\n16'))
      await expect.poll(said, patience).toBeDefined()
      const piece = said()!
      const unsigned = `${crypto.randomUUID()} 1 1 1 0 live.a\n16`
      for (const forged of ['', 'x', 'x\n', piece, piece.replace(/16$/, '99'), unsigned, '0'.repeat(64) + unsigned])
        await stranger.query(`select pg_notify('eupnea_bus', $1)`, [forged])
      one.publish('live.a', 'last')
      await expect.poll(() => heard.at(-1), patience).toBe('live.a last')
      expect(heard.filter((word) => word !== 'live.a first')).toEqual(['live.a 16', 'live.a last'])
    } finally {
      await stranger.end()
    }
  })

  it('reaches one that has lost NATS, which the others have not, and is reached by it [AN-14]', async () => {
    await startNats()
    const cable: Cable = await layCable({ host: '127.0.0.1', port })
    try {
      const [one, other, cut] = [open(), open(), open('', '127.0.0.1', cable.port)]
      await isConnected(one, other, cut)
      const [onOther, onCut, onOne] = [heardBy(other).heard, heardBy(cut).heard, heardBy(one).heard]
      const missed = vi.fn()
      cut.onResume(missed)
      await isHeard(one, onCut, 'by NATS')
      // Neither side is told that the line is dead.
      cable.silence()
      cable.cut()
      await isHeard(one, onCut, 'by the database')
      await isHeard(cut, onOne, 'back')
      await expect.poll(() => missed.mock.calls.length, patience).toBeGreaterThan(0)
      const numbers = (heard: readonly string[]) => heard.filter((word) => /\d$/.test(word)).join()
      for (const word of ['1', '2', '3']) one.publish('live.a', word)
      await expect.poll(() => numbers(onCut), patience).toBe('live.a 1,live.a 2,live.a 3')
      // By both ways, taken from one.
      expect(numbers(onOther)).toBe('live.a 1,live.a 2,live.a 3')
      expect(cut.connected).toBe(false)
      cable.mend()
      await isConnected(cut)
      await isHeard(one, onCut, 'again by NATS')
      for (const word of ['4', '5']) one.publish('live.a', word)
      await expect.poll(() => numbers(onCut), patience).toContain('live.a 4,live.a 5')
      expect(numbers(onOther)).toBe(numbers(onCut))
    } finally {
      cable.close()
    }
  })

  it('notices a NATS that stands still, and goes through the database [AN-14]', async () => {
    await startNats()
    const [one, other] = [open(), open()]
    await isConnected(one, other)
    const { heard } = heardBy(other)
    await isHeard(one, heard, 'hello')
    nats!.signal('SIGSTOP')
    try {
      await expect.poll(() => one.connected || other.connected, { timeout: 15_000 }).toBe(false)
      await isHeard(one, heard, 'by the database')
    } finally {
      nats!.signal('SIGCONT')
    }
  })
})
