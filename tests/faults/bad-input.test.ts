import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listMalformedMessages, readDevice } from '@eupnea/contract/devices.ts'
import { telemetryLimits, topics } from '@eupnea/contract/live.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAction, type LiveClient, openLive } from '../kit/live-client.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { readRaw } from './read-back.ts'
import { LoginRefused, openWire, type Wire } from './wire.ts'

/**
 * Bad input is acknowledged, counted by reason and shown, and never stops the stream; other devices and dashboards
 * aren't affected (LI-1, AP-3).
 */

const patience = { timeout: 30_000 }
const hourMs = 3_600_000
const dayMs = 24 * hourMs

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal
let ward: Ward
let port: number
let neighbour: Wire
let dashboard: LiveClient
let breath: NodeJS.Timeout
let breathed = 0
let bed: Bed
let nextBed = 1

beforeAll(async () => {
  folder = await temporaryFolder()
  portal = await spawnPortal({ dataDir: folder.path })
  port = Number(new URL(portal.mqtt).port)
  ward = await createWard(portal, 'bad', 12)
  dashboard = openLive(portal.http, { token: portal.token, type: 'clinic', clinic_id: ward.clinic_id })
  await dashboard.next(isAction('snapshot'))
  const [first] = ward.beds
  neighbour = await openWire({ port, ...first!.key })
  breath = setInterval(() => {
    const reading = JSON.stringify({ ts: Date.now(), rr: 16, dist: 0.75 })
    neighbour.publish(topics.telemetry(first!.device_id), reading).then(
      () => breathed++,
      () => {},
    )
  }, 100)
})

afterAll(async () => {
  clearInterval(breath)
  neighbour?.close()
  dashboard?.close()
  await portal?.stop()
  await folder?.remove()
})

/** A separate device per test, so that counts don't mix. */
function newBed(): Bed {
  bed = ward.beds[nextBed++ % ward.beds.length]!
  return bed
}
const login = (of: Bed) => openWire({ port, ...of.key })
const reasons = async (of: Bed): Promise<Record<string, number>> => {
  const { items } = await portal.send(listMalformedMessages, { device_id: of.device_id })
  return Object.fromEntries(items.map(({ reason, count }) => [reason, count]))
}
const heard = () => dashboard.messages.filter(isAction('rr', (m) => m.device_id === ward.beds[0]!.device_id)).length

/** The neighbour's readings are acknowledged and its frames arrive, on the existing connections. */
async function othersNoticedNothing(): Promise<void> {
  const before = { breathed, heard: heard() }
  await expect.poll(() => breathed, patience).toBeGreaterThan(before.breathed + 2)
  await expect.poll(heard, patience).toBeGreaterThan(before.heard + 1)
  expect(neighbour.isOpen).toBe(true)
  expect(dashboard.socket.readyState).toBe(WebSocket.OPEN)
  expect(portal.process.exitCode).toBeNull()
  expect(await reasons(ward.beds[0]!)).toEqual({})
  expect((await fetch(`${portal.http}/readyz`)).status).toBe(200)
}

/** The same connection still stores valid readings. */
async function streamGoesOn(wire: Wire, of: Bed): Promise<void> {
  const ts = Date.now()
  await wire.publish(topics.telemetry(of.device_id), JSON.stringify({ ts, rr: 15.5, dist: 0.5 }))
  expect(await readRaw(portal, of.device_id)).toContainEqual({ ts, rr: 15.5, dist: 0.5 })
  expect(wire.isOpen).toBe(true)
}

const good = (ts = Date.now()) => ({ ts, rr: 16, dist: 0.75 })
const text = (value: unknown) => JSON.stringify(value)
const now = () => Date.now()

describe('telemetry that is no good', () => {
  const messages: [name: string, payload: () => string | Buffer, reason: string][] = [
    ['broken JSON', () => '{"ts": 17', 'not_json'],
    ['nothing at all', () => '', 'not_json'],
    ['bytes', () => Buffer.from([0xff, 0x00, 0xfe, 0x9f, 0x92]), 'not_json'],
    ['NaN', () => `{"ts":${now()},"rr":NaN,"dist":1}`, 'not_json'],
    ['infinity', () => `{"ts":${now()},"rr":1e999,"dist":1}`, 'rr_not_a_number'],
    ['null', () => 'null', 'not_a_reading'],
    ['a number', () => '16', 'not_a_reading'],
    ['a text', () => '"breathing"', 'not_a_reading'],
    ['an object without values', () => text({ ts: now() }), 'not_a_reading'],
    ['an array in an array', () => text([[good()]]), 'not_a_reading'],
    ['half a million brackets', () => '['.repeat(500_000), 'not_json'],
    ['half a million arrays in each other', () => '['.repeat(5e5) + ']'.repeat(5e5), 'not_a_reading'],
    ['no instant', () => text({ rr: 16, dist: 1 }), 'ts_missing'],
    ['an instant as text', () => text({ ...good(), ts: new Date().toISOString() }), 'ts_missing'],
    ['seconds instead of milliseconds', () => text(good(Math.floor(now() / 1_000))), 'ts_too_old'],
    ['microseconds', () => text(good(now() * 1_000)), 'ts_in_future'],
    ['a clock a day ahead', () => text(good(now() + dayMs)), 'ts_in_future'],
    ['a clock six minutes ahead', () => text(good(now() + 6 * 60_000)), 'ts_in_future'],
    ['a clock 31 days behind', () => text(good(now() - 31 * dayMs)), 'ts_too_old'],
    ['a rate as text', () => text({ ...good(), rr: '16' }), 'rr_not_a_number'],
    ['a rate as object', () => text({ ...good(), rr: {} }), 'rr_not_a_number'],
    ['a rate below 0', () => text({ ...good(), rr: -0.5 }), 'rr_out_of_range'],
    ['a rate above 80', () => text({ ...good(), rr: 80.5 }), 'rr_out_of_range'],
    ['a distance that is true', () => text({ ...good(), dist: true }), 'dist_not_a_number'],
    ['a distance in centimetres', () => text({ ...good(), dist: 75 }), 'dist_out_of_range'],
    ['a wave without samples', () => text({ ...good(), wave: { hz: 10, samples: [] } }), 'wave_malformed'],
    ['a wave of texts', () => text({ ...good(), wave: { hz: 10, samples: ['1'] } }), 'wave_malformed'],
    ['a wave at 1,000 Hz', () => text({ ...good(), wave: { hz: 1_000, samples: [1] } }), 'wave_malformed'],
    ['a wave of 100 s', () => text({ ...good(), wave: { hz: 10, samples: Array(1_000).fill(1) } }), 'wave_too_long'],
    ['an empty array', () => '[]', 'empty_message'],
    ['10,000 readings', () => text(Array.from({ length: 10_000 }, (_, n) => good(now() - n))), 'too_many_readings'],
    ['10 MB', () => Buffer.alloc(10 * 1024 * 1024, 'a'), 'payload_too_large'],
  ]

  test('each is acknowledged and counted with its reason, and the connection goes on [LI-1]', async () => {
    const wire = await login(newBed())
    const expected: Record<string, number> = {}
    for (const [name, payload, reason] of messages) {
      await wire.publish(topics.telemetry(bed.device_id), payload()).catch((error) => {
        throw new Error(`${name}: ${error.message}`)
      })
      expected[reason] = (expected[reason] ?? 0) + 1
    }
    await expect.poll(() => reasons(bed), patience).toEqual(expected)
    expect(await readRaw(portal, bed.device_id)).toEqual([])
    await streamGoesOn(wire, bed)
    await othersNoticedNothing()
    wire.close()
  })

  test('of one array the good readings are kept and the others counted one by one [LI-1]', async () => {
    const wire = await login(newBed())
    const ts = now() - 10_000
    const odd = [{ ...good(ts + 1), rr: 99 }, null, good(now() + dayMs), { ...good(ts + 2), dist: -1 }, 'x']
    // JSON's smallest and a column's largest numbers are far apart.
    const tiny = { ts: ts + 3, rr: 1e-60, dist: 5e-324 }
    const huge = { ...good(ts + 4), wave: { hz: 10, samples: [1e300, -1e300] } }
    await wire.publish(topics.telemetry(bed.device_id), text([good(ts), ...odd, tiny, huge, good(ts + 5)]))
    const counted = { rr_out_of_range: 1, not_a_reading: 2, ts_in_future: 1, dist_out_of_range: 1, wave_malformed: 1 }
    await expect.poll(() => reasons(bed), patience).toEqual(counted)
    expect(await readRaw(portal, bed.device_id)).toEqual([good(ts), { ts: ts + 3, rr: 0, dist: 0 }, good(ts + 5)])
    await streamGoesOn(wire, bed)
    wire.close()
  })

  test('readings of a clock a day behind are kept, up to 30 days and 3,600 in a message [LI-1]', async () => {
    const wire = await login(newBed())
    const oldest = now() - telemetryLimits.behindMs + hourMs
    const readings = Array.from({ length: telemetryLimits.readings }, (_, n) =>
      good(now() - dayMs - n * 1_000),
    ).reverse()
    await wire.publish(topics.telemetry(bed.device_id), text(readings))
    await wire.publish(topics.telemetry(bed.device_id), text(good(oldest)))
    await wire.publish(topics.telemetry(bed.device_id), text(good(now() + 4 * 60_000)))
    const stored = await readRaw(portal, bed.device_id)
    expect(stored.slice(1, -1)).toEqual(readings)
    expect(stored[0]).toEqual(good(oldest))
    expect(await reasons(bed)).toEqual({})
    wire.close()
  })

  test('of readings with the same ts the first one wins, also within one message [LI-2]', async () => {
    const wire = await login(newBed())
    const ts = now() - dayMs
    const order = Array.from({ length: 900 }, (_, n) => (n * 487) % 900)
    const first = order.map((n) => ({ ts: ts + n, rr: 10, dist: 1 }))
    const second = order.map((n) => ({ ts: ts + n, rr: 20, dist: 2 }))
    const mixed = first.flatMap((reading, n) => (n % 2 ? [reading] : [reading, { ...reading, rr: 30 }]))
    await wire.publish(topics.telemetry(bed.device_id), text([...mixed, ...second]))
    await wire.publish(topics.telemetry(bed.device_id), text(second))
    const stored = await readRaw(portal, bed.device_id)
    expect(stored.filter(({ rr }) => rr !== 10)).toEqual([])
    expect(stored).toHaveLength(900)
    wire.close()
  })
})

describe('topics that are not the device’s', () => {
  test('publishing elsewhere is counted and goes nowhere, not even as configuration of another device [LI-1]', async () => {
    const wire = await login(newBed())
    const other = ward.beds[0]!
    const victim = await openWire({ port, ...other.key, clientId: 'listener' })
    expect(await victim.subscribe(topics.config(other.device_id))).toBe(1)
    const ts = now() - dayMs
    const foreign = [
      topics.telemetry(other.device_id),
      topics.status(other.device_id),
      topics.config(other.device_id),
      'homeassistant/sensor/x/config',
      '$SYS/broker/clients',
      '/',
    ]
    for (const topic of foreign) await wire.publish(topic, text(good(ts)), { retain: true })
    for (const rest of ['', 'telemetry/', 'telemetry/x', 'config', 'TELEMETRY'])
      await wire.publish(`devices/${bed.device_id}/${rest}`, text(good(ts)))
    await expect.poll(() => reasons(bed), patience).toEqual({ foreign_topic: foreign.length, unknown_topic: 5 })
    expect(await readRaw(portal, other.device_id, 2)).not.toContainEqual(good(ts))
    expect(victim.received).toEqual([])
    // Retained, so that later subscribers would get it.
    expect(await victim.subscribe(topics.config(other.device_id))).toBe(1)
    await sleep(300)
    expect(victim.received).toEqual([])
    victim.close()
    await streamGoesOn(wire, bed)
    wire.close()
    await othersNoticedNothing()
  })

  test('subscribing to anything but the own configuration is refused, and the connection goes on [LI-1]', async () => {
    const wire = await login(newBed())
    const others = ['#', '+/+/+', 'devices/#', `devices/+/config`, '$SYS/#', topics.telemetry(bed.device_id)]
    for (const topic of [...others, topics.config(ward.beds[0]!.device_id)])
      expect(await wire.subscribe(topic)).toBe(128)
    expect(await wire.subscribe(topics.config(bed.device_id))).toBe(1)
    await streamGoesOn(wire, bed)
    await sleep(300)
    expect(wire.received).toEqual([])
    wire.close()
  })

  test('what clears a retained status, and what a mosquitto bridge says of itself, is no error [LI-1]', async () => {
    const wire = await login(newBed())
    await wire.publish(topics.status(bed.device_id), '{"online":true,"fw_version":"1"}', { retain: true })
    await wire.publish(topics.status(bed.device_id), '', { retain: true })
    for (const state of ['1', '0'])
      await wire.publish('$SYS/broker/connection/ward-1.eupnea/state', state, { retain: true })
    await wire.publish('elsewhere', '')
    await expect.poll(() => reasons(bed), patience).toEqual({ foreign_topic: 1 })
    expect(await portal.send(readDevice, { device_id: bed.device_id })).toMatchObject({ device_conn_status: 1 })
    wire.close()
  })

  test('a status that is none is counted; QoS 0 and 2 are taken like QoS 1 [LI-1]', async () => {
    const wire = await login(newBed())
    const firmware = ['9'.repeat(99), 'a\\u0000b', 'a\\ud800b', 'a\\nb'].map(
      (name) => `{"online":true,"fw_version":"${name}"}`,
    )
    for (const payload of [' ', 'online', '{}', '{"online":"yes"}', ...firmware])
      await wire.publish(topics.status(bed.device_id), payload)
    await expect.poll(() => reasons(bed), patience).toEqual({ status_malformed: 8 })
    const ts = now()
    await wire.publish(topics.telemetry(bed.device_id), text(good(ts)), { qos: 2 })
    await wire.publish(topics.telemetry(bed.device_id), text(good(ts + 1)), { qos: 0 })
    await expect.poll(() => readRaw(portal, bed.device_id, 1), patience).toEqual([good(ts), good(ts + 1)])
    wire.close()
  })
})

describe('connections that are no devices', () => {
  test('without the device’s own key nobody gets in [LI-1]', async () => {
    const [mine, other] = ward.beds as [Bed, Bed]
    const logins = [
      { username: mine.device_id, password: other.key.password },
      { username: mine.device_id, password: '' },
      { username: mine.device_id },
      {},
      { username: 'nobody', password: mine.key.password },
      { username: `${mine.device_id}\u0000`, password: mine.key.password },
      { username: 'x'.repeat(60_000), password: 'y'.repeat(60_000) },
      { username: "' or 1=1 --", password: "' or 1=1 --" },
    ]
    for (const login of logins) await expect(openWire({ port, clientId: mine.device_id, ...login })).rejects.toThrow()
    const refusal = openWire({ port, username: mine.device_id, password: 'wrong' })
    await expect(refusal).rejects.toEqual(new LoginRefused(4))
    await othersNoticedNothing()
  })

  test('a device cannot end another’s connection by taking its client id [LI-1]', async () => {
    const thief = await openWire({ port, ...newBed().key, clientId: ward.beds[0]!.device_id })
    await othersNoticedNothing()
    thief.close()
  })

  test('garbage, HTTP, silence and packets without end at the MQTT port end themselves and nobody else [LI-1][AP-3]', async () => {
    const silent = connect(port, '127.0.0.1')
    const garbage = Buffer.from(Array.from({ length: 10_000 }, (_, n) => (n * 7_919 + 13) % 251))
    for (const bytes of [garbage, Buffer.alloc(5_000), Buffer.alloc(5_000, 0xff), 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'])
      await endsAfter(connect(port, '127.0.0.1'), bytes)
    // Announces 256 MB before logging in.
    await endsAfter(connect(port, '127.0.0.1'), Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(1_048_576))
    const wire = await login(newBed())
    await endsAfter(wire.socket, Buffer.from([0x32, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(1_048_576))
    expect(silent.destroyed).toBe(false)
    await othersNoticedNothing()
    silent.destroy()
    const again = await login(bed)
    await streamGoesOn(again, bed)
    again.close()
  })

  test('connections that break off at every point of a packet leave nothing behind [LI-1]', async () => {
    const hello = await recordHello(newBed())
    for (let bytes = 1; bytes < hello.length; bytes += 7) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(hello.subarray(0, bytes), () => socket.resetAndDestroy())
    }
    await othersNoticedNothing()
    const wire = await login(bed)
    await streamGoesOn(wire, bed)
    wire.close()
  })
})

describe('live connections that are no good', () => {
  const open = (query: Record<string, string>) => openLive(portal.http, query)
  const mine = () => ({ token: portal.token, type: 'clinic', clinic_id: ward.clinic_id })

  test('are refused with their code [LI-3]', async () => {
    const { token } = portal
    const cases: [Record<string, string>, number][] = [
      [{}, 4401],
      [{ token: 'wrong' }, 4401],
      [{ token: '\u0000' }, 4401],
      [{ token: 'x'.repeat(7_000) }, 4401],
      [{ token, type: 'banana' }, 4404],
      [{ token, room: 'KITCHEN' }, 4404],
      [{ token, type: 'clinic' }, 4404],
      [{ token, type: 'clinic', clinic_id: 'nowhere' }, 4404],
      [{ token, type: 'clinic', clinic_id: '\u0000' }, 4404],
      [{ token, type: 'patient' }, 4404],
      [{ token, type: 'patient', device_id: ward.beds[1]!.device_id, patient_id: ward.beds[2]!.patient_id }, 4404],
    ]
    for (const [query, code] of cases) expect([query, await open(query).closed]).toEqual([query, code])
    await othersNoticedNothing()
  })

  test('garbage sent by a dashboard harms nobody else [LI-3]', async () => {
    const garbler = open(mine())
    await garbler.next(isAction('snapshot'))
    for (const data of ['', 'null', '{"action":"subscribe"}', '{'.repeat(1_000)]) garbler.socket.send(data)
    garbler.socket.send(new Uint8Array(1_000))
    await garbler.next(isAction('rr'))
    garbler.socket.send('x'.repeat(100_000))
    expect(await garbler.closed).toBe(1009)
    for (const data of [
      '{}',
      'garbage',
      '{"action":"subscribe","device_id":7}',
      '{"action":"subscribe","device_id":"x"}',
      // Some libraries send what is text as bytes.
      Buffer.from('{"action":"subscribe","device_id":"x"}'),
    ]) {
      const subscriber = open({ token: portal.token })
      subscriber.socket.addEventListener('open', () => subscriber.socket.send(data))
      expect(await subscriber.closed).toBe(4404)
    }
    await othersNoticedNothing()
  })

  test('an upgrade elsewhere, a broken one, or one that breaks off harms nobody [LI-3][AP-3]', async () => {
    const { hostname, port: httpPort } = new URL(portal.http)
    const upgrade = (path: string, key = 'dGhlIHNhbXBsZSBub25jZQ==') =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`
    const say = (...said: (string | Buffer)[]) => endsAfter(connect(Number(httpPort), hostname), ...said)
    expect(await say(upgrade('/elsewhere'))).toMatch(/^HTTP\/1.1 404 /)
    expect(await say(upgrade('/live', 'short'))).toMatch(/^HTTP\/1.1 400 /)
    expect(await say(upgrade('/live?token='), Buffer.alloc(2_000, 0xff))).toMatch(/^HTTP\/1.1 101 /)
    for (const path of ['/elsewhere', '/live', `/live?${new URLSearchParams(mine())}`])
      for (let times = 0; times < 40; times++) {
        const socket = connect(Number(httpPort), hostname)
        socket.on('error', () => {})
        socket.write(upgrade(path), () => setTimeout(() => socket.resetAndDestroy(), times % 4))
      }
    await sleep(500)
    await othersNoticedNothing()
  })
})

/** Sends the parts, repeating the last, until the other side closes. @returns its answer */
async function endsAfter(socket: Socket, ...said: (string | Buffer)[]): Promise<string> {
  let answer = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1')
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  for (const part of said) socket.write(part)
  const more = setInterval(() => socket.writable && socket.write(said.at(-1)!), 20)
  await closed
  clearInterval(more)
  return answer
}

/** A device's first bytes: CONNECT and a telemetry message. */
async function recordHello(of: Bed): Promise<Buffer> {
  const parts: Buffer[] = []
  const wire = await login(of)
  const { socket } = wire
  const write = socket.write.bind(socket)
  socket.write = ((chunk: Buffer) => {
    parts.push(chunk)
    return write(chunk)
  }) as typeof socket.write
  await wire.publish(topics.telemetry(of.device_id), text(good()))
  wire.close()
  return Buffer.concat(parts)
}
