import { setTimeout as sleep } from 'node:timers/promises'
import { updateClinic } from '@eupnea/contract/clinics.ts'
import { updateDevice } from '@eupnea/contract/devices.ts'
import { type Reading, topics } from '@eupnea/contract/live.ts'
import { acknowledgeNotification, listNotifications } from '@eupnea/contract/notifications.ts'
import { updateResidentPlan } from '@eupnea/contract/plans.ts'
import { listLastRr, residentStatus, setResidentStatus, undoResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startEsphomeNode } from '../../sensors/esphome-node.ts'
import { readConfig } from '../../server/platform/config.ts'
import { createLog } from '../../server/platform/log.ts'
import { registry } from '../../server/platform/metrics.ts'
import { type Portal, startPortal } from '../../server/portal.ts'
import { createTestDatabase } from '../kit/database.ts'
import { admin, secretKey, sendCall, signInAs, unconfigured } from '../kit/spawn-portal.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { openWire, say, type Wire } from './wire.ts'

/**
 * Each state of the signal, over real MQTT. The portal runs in this process and so shares its clock and what it does
 * every few seconds, both of which the test moves: nobody waits for minutes, and no part takes it for a standstill.
 */

const second = 1_000
const minute = 60 * second
const patience = { timeout: 20_000, interval: 200 }

let database: Awaited<ReturnType<typeof createTestDatabase>>
let portal: Portal
let token: string
let ward: Ward
let nextBed = 0
const open: { close(): void }[] = []

const send: Parameters<typeof createWard>[0]['send'] = (call, input) => sendCall(portal.http, token, call, input)

async function start(): Promise<void> {
  const { host, port, user, password, database: name } = database.connection
  const url = new URL('postgresql://localhost')
  Object.assign(url, { username: user, password: password ?? '', port: port ?? '', pathname: `/${name}` })
  url.searchParams.set('host', String(host))
  const given = {
    DATABASE_URL: url.href,
    SECRET_KEY: secretKey,
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'fatal',
  }
  const config = readConfig(
    { ...unconfigured, ...given, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, NODE_ENV: 'production' },
    [],
  )
  const starting = { announce: () => {}, stopping: new AbortController().signal }
  portal = await startPortal(config, createLog('fatal'), starting)
  token = await signInAs(portal.http, admin)
}

beforeAll(async () => {
  database = await createTestDatabase()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  await start()
  ward = await createWard({ send } as Parameters<typeof createWard>[0], 'watch', 20)
})

afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

afterAll(async () => {
  vi.useRealTimers()
  await portal?.stop()
  await database?.drop()
})

const newBed = (): Bed => ward.beds[nextBed++]!
const port = () => Number(new URL(portal.mqtt!).port)

async function login(bed: Bed, will?: boolean): Promise<Wire> {
  const last = will ? { topic: topics.status(bed.device_id), payload: '{"online":false}' } : undefined
  const wire = await openWire({ port: port(), ...bed.key, will: last })
  open.push(wire)
  return wire
}

const pass = (ms: number) => vi.advanceTimersByTime(ms)

/** Something each second, by the portal's own clock. @returns when it was said first and last */
async function play(wire: Wire, bed: Bed, seconds: number, said: (nth: number, now: number) => unknown) {
  const instants: number[] = []
  for (let nth = 0; nth < seconds; nth++) {
    pass(second)
    const now = Date.now()
    instants.push(now)
    await say(wire, bed, said(nth, now))
  }
  return { first: instants[0]!, last: instants.at(-1)! }
}
const breathes = (nth: number, ts: number): Reading => ({ ts, rr: 16 + (nth % 7) / 10, dist: 0.9 + (nth % 5) / 1_000 })
const isStill = (nth: number, ts: number): Reading => ({ ts, rr: null, dist: 0.9 + (nth % 5) / 1_000 })

const cardOf = async (bed: Bed) => {
  const { items } = await send(listLastRr, { clinic_id: ward.clinic_id })
  return items.find(({ device_id }) => device_id === bed.device_id)
}
const signalOf = async (bed: Bed) => (await cardOf(bed))?.signal ?? null
const becomes = (bed: Bed, state: string) => expect.poll(async () => (await signalOf(bed))?.state, patience).toBe(state)
const notified = async (bed: Bed) => {
  const { items } = await send(listNotifications, { clinic_id: ward.clinic_id, patient_id: bed.patient_id })
  return items.map(({ kind, title, description, severity, state, is_late }) => ({
    kind,
    title,
    description,
    severity,
    state,
    is_late,
  }))
}
/** Beds that wait for their test are silent meanwhile, and that has ended. */
const kinds = async (bed: Bed) =>
  (await notified(bed))
    .map(({ kind, severity, state }) => `${kind} ${severity} ${state}`)
    .filter((one) => one !== 'silent warning ended')

/** First, while the test has not moved the clock: the database has one of its own. */
test('a portal whose clock most sensors contradict says so on /readyz, until they agree [WA-6]', async () => {
  const clock = async () => ((await (await fetch(`${portal.http}/readyz`)).json()) as { clock: string }).clock
  const beds = [newBed(), newBed(), newBed()]
  const wires = await Promise.all(beds.map((bed) => login(bed)))
  const all = (offMs: number) =>
    Promise.all(beds.map((bed, nth) => say(wires[nth]!, bed, breathes(nth, Date.now() + offMs))))
  expect(await clock()).toBe('ready')
  await all(-2 * minute)
  expect(await clock()).toBe('unavailable')
  pass(second)
  await all(0)
  expect(await clock()).toBe('ready')
})

test('never heard, it is silent; ten seconds of breathing are ok, ten of nobody away [WA-1]', async () => {
  const bed = newBed()
  expect(await signalOf(bed)).toMatchObject({ state: 'silent' })
  const wire = await login(bed)
  await play(wire, bed, 9, breathes)
  expect(await signalOf(bed)).toMatchObject({ state: 'silent' })
  await play(wire, bed, 3, breathes)
  expect(await signalOf(bed)).toMatchObject({ state: 'ok' })
  const { first } = await play(wire, bed, 12, (_, ts) => ({ ts, rr: null, dist: null }))
  expect(await signalOf(bed)).toMatchObject({ state: 'away', since: first })
})

test('no breathing signal shows after twenty seconds, and is told once after 120 [WA-2]', async () => {
  const bed = newBed()
  const wire = await login(bed)
  await play(wire, bed, 90, breathes)
  const { first } = await play(wire, bed, 21, isStill)
  expect(await signalOf(bed)).toEqual({ state: 'no_breathing', since: first })
  expect(await kinds(bed)).toEqual([])
  await play(wire, bed, 180, isStill)
  expect(await kinds(bed)).toEqual(['no_breathing danger open'])
  await play(wire, bed, 31, breathes)
  expect(await signalOf(bed)).toMatchObject({ state: 'ok' })
  expect(await kinds(bed)).toEqual(['no_breathing danger ended'])
})

test('no breathing signal is told anew of who is linked to the sensor again, by an undone discharge too [WA-2] [RE-4]', async () => {
  const bed = newBed()
  const { device_id, patient_id } = bed
  const wire = await login(bed)
  await play(wire, bed, 90, breathes)
  await play(wire, bed, 125, isStill)
  expect(await kinds(bed)).toEqual(['no_breathing danger open'])
  await send(setResidentStatus, { patient_id, status: residentStatus.discharged })
  await play(wire, bed, 5, isStill)
  await send(undoResidentStatus, { patient_id, status: residentStatus.active, device_id })
  await expect.poll(async () => await cardOf(bed), patience).toBeDefined()
  await play(wire, bed, 125, isStill)
  expect(await kinds(bed)).toEqual(['no_breathing danger open', 'no_breathing danger ended'])
})

test('of a sensor without distance nobody can tell whether the bed is empty [WA-9]', async () => {
  const bed = newBed()
  const wire = await login(bed)
  await play(wire, bed, 75, (nth, ts) => ({ ts, rr: 16 + (nth % 7) / 10 }))
  await play(wire, bed, 125, (_, ts) => ({ ts, rr: null, dist: null }))
  expect(await signalOf(bed)).toMatchObject({ state: 'no_breathing', note: 'maybe_empty' })
  expect(await kinds(bed)).toEqual(['no_breathing warning open'])
})

test('a sensor that repeats itself is stuck, also in readings of the past; they count for nothing [WA-4] [WA-8]', async () => {
  const bed = newBed()
  pass(20 * minute)
  const wire = await login(bed)
  const from = Date.now() - 18 * minute
  const hangs = Array.from({ length: 18 * 60 }, (_, n) => ({ ts: from + n * second, rr: 16, dist: 0.92 }))
  await say(wire, bed, hangs.slice(0, 600))
  await say(wire, bed, hangs.slice(600))
  await say(wire, bed, { ts: Date.now(), rr: 16, dist: 0.92 })
  expect((await signalOf(bed))?.state).toBe('stuck')
  expect(await kinds(bed)).toEqual(['stuck warning open'])
  await play(wire, bed, 62, breathes)
  expect(await kinds(bed)).toEqual(['stuck warning ended'])
  expect((await signalOf(bed))?.state).toBe('ok')
})

/** Something every ten seconds of a span that begins so many minutes ago. */
const stored = (minutesAgo: number, minutes: number, rr: number | null): Reading[] =>
  Array.from({ length: minutes * 6 }, (_, n) => ({
    ...{ ts: Date.now() - minutesAgo * minute + n * 10 * second, dist: 0.9 + (n % 5) / 1_000 },
    rr: rr === null ? null : rr + (n % 7) / 10,
  }))

/** A slow machine may also find the sensor silent in the minutes that pass. */
const episodesOf = async (bed: Bed) => (await notified(bed)).filter(({ kind }) => kind === 'episode')

test('what began or grew worse while its sensor was cut off, and goes on, is told once its readings are of now [WA-8] [AN-5]', async () => {
  const bed = newBed()
  const wire = await login(bed)
  await say(wire, bed, stored(60, 20, 24))
  await expect
    .poll(() => episodesOf(bed), patience)
    .toMatchObject([{ severity: 'warning', state: 'open', is_late: true }])
  await say(wire, bed, [...stored(40, 40, 24), { ts: Date.now(), rr: 24, dist: 0.9 }])
  await expect.poll(() => episodesOf(bed), patience).toMatchObject([{ severity: 'warning', is_late: false }])
  const [known] = (await send(listNotifications, { clinic_id: ward.clinic_id, patient_id: bed.patient_id })).items
  await send(acknowledgeNotification, { id: known!.id })
  pass(30 * minute)
  await say(wire, bed, stored(30, 20, 34))
  await expect.poll(() => episodesOf(bed), patience).toMatchObject([{ severity: 'danger', state: 'acknowledged' }])
  await say(wire, bed, [...stored(10, 10, 34), { ts: Date.now(), rr: 34, dist: 0.9 }])
  await expect
    .poll(() => episodesOf(bed), patience)
    .toMatchObject([{ severity: 'danger', state: 'open', is_late: false }])
})

test('what was over in the past is listed, and ends nothing that is open now [WA-8] [WA-2]', async () => {
  const bed = newBed()
  const wire = await login(bed)
  await play(wire, bed, 90, breathes)
  await play(wire, bed, 145, isStill)
  expect(await kinds(bed)).toEqual(['no_breathing danger open'])
  await say(wire, bed, [...stored(60, 5, 16), ...stored(55, 4, null), ...stored(51, 5, 16)])
  const both = ['no_breathing danger open', 'no_breathing danger ended']
  await expect.poll(async () => (await kinds(bed)).toSorted().toReversed(), patience).toEqual(both)
  await play(wire, bed, 60, isStill)
  expect((await kinds(bed)).toSorted().toReversed()).toEqual(both)
})

test('a last will is silence at once; who is not heard for 90 seconds is silent [WA-1]', async () => {
  const bed = newBed()
  const wire = await login(bed, true)
  await play(wire, bed, 12, breathes)
  wire.cut()
  await becomes(bed, 'silent')
  const again = await login(bed)
  const { last } = await play(again, bed, 12, breathes)
  expect((await signalOf(bed))?.state).toBe('ok')
  pass(95 * second)
  await becomes(bed, 'silent')
  const { since } = (await signalOf(bed))!
  expect(since - last).toBeLessThan(second)
})

test('a clock ten minutes ahead is told with how far it is off, and over when it is set [WA-1] [WA-6] [WA-7]', async () => {
  const bed = newBed()
  const wire = await login(bed)
  await play(wire, bed, 66, (_, now) => ({ ts: now + 10 * minute, rr: 3, dist: 0.9 }))
  await becomes(bed, 'clock')
  expect(await notified(bed)).toMatchObject([{ kind: 'clock', severity: 'warning', state: 'open', is_late: false }])
  expect((await notified(bed))[0]!.description).toContain('10 min ahead')
  await play(wire, bed, 62, breathes)
  expect((await signalOf(bed))?.state).toBe('ok')
  await expect.poll(() => kinds(bed), patience).toEqual(['clock warning ended'])
})

test('a clock that lags by a constant is wrong too; what was stored and is sent now is not [WA-1]', async () => {
  const [bed, storing] = [newBed(), newBed()]
  const wire = await login(bed)
  await play(wire, bed, 70, (nth, now) => breathes(nth, now - 7 * minute))
  expect((await signalOf(bed))?.state).toBe('clock')
  expect((await notified(bed))[0]!.description).toContain('7 min behind')
  const sends = await login(storing)
  const from = Date.now() - 30 * minute
  await play(sends, storing, 60, (nth) =>
    Array.from({ length: 30 }, (_, n) => breathes(n, from + (nth * 30 + n) * second)),
  )
  expect((await signalOf(storing))?.state).not.toBe('clock')
  expect(await kinds(storing)).toEqual([])
})

test('what can’t be read is told after a minute of nothing else [WA-1]', async () => {
  const bed = newBed()
  const wire = await login(bed)
  await play(wire, bed, 66, () => ({ ts: 'now', rr: 16 }))
  await becomes(bed, 'malformed')
  expect(await kinds(bed)).toEqual(['malformed warning open'])
})

const lying = { present: true, rate: 17, heartRate: 72, distanceCm: 74.6, targets: 1 }

async function attach(bed: Bed, prefix: string, publishes: 'frame' | 'change') {
  await send(updateDevice, { device_id: bed.device_id, topic_prefix: prefix })
  // What a node says before its prefix is known here is of a foreign topic.
  await sleep(500)
  const node = await startEsphomeNode({ url: portal.mqtt!, prefix, publishes, keepalive: 0, ...bed.key })
  open.push({ close: () => node.crash() })
  return node
}

test('an ESPHome node that hangs is stuck, and silent when it has lost its power [WA-4] [WA-5]', async () => {
  const bed = newBed()
  const node = await attach(bed, 'hanging', 'frame')
  for (let nth = 0; nth < 16; nth++) {
    await node.frame({ ...lying, distanceCm: 74 + nth / 10 })
    await sleep(10)
    pass(second)
  }
  await becomes(bed, 'ok')
  for (let nth = 0; nth < 16 * 12; nth++) {
    await node.frame(lying)
    await sleep(10)
    pass(5 * second)
  }
  await becomes(bed, 'stuck')
  node.crash()
  await becomes(bed, 'silent')
})

test('of a node that says only what changes neither a stop nor a stuck sensor is told [WA-9]', async () => {
  const bed = newBed()
  const node = await attach(bed, 'changing', 'change')
  const isTaken = async (after: number) => ((await cardOf(bed))?.lastUpdated ?? 0) >= after
  await node.frame(lying)
  for (let nth = 0; nth < 8; nth++) {
    const now = Date.now()
    await node.frame({ ...lying, distanceCm: 80 + nth })
    // Before time passes: readings that are stored minutes later would be of a wrong clock.
    await expect.poll(() => isTaken(now), patience).toBe(true)
    expect((await cardOf(bed))?.realTimeRR).toBe(lying.rate)
    pass(5 * minute)
  }
  expect((await signalOf(bed))?.state).toBe('ok')
  expect(await kinds(bed)).toEqual([])
})

test('since when outlives a restart [WA-1]', async () => {
  const bed = newBed()
  const wire = await login(bed)
  await play(wire, bed, 70, breathes)
  await play(wire, bed, 30, isStill)
  const before = await signalOf(bed)
  expect(before?.state).toBe('no_breathing')
  await portal.stop()
  registry.clear()
  await start()
  expect(await signalOf(bed)).toEqual(before)
  // And the count goes on.
  const again = await login(bed)
  await play(again, bed, 95, isStill)
  expect(await signalOf(bed)).toEqual(before)
  expect(await kinds(bed)).toEqual(['no_breathing danger open'])
})

test('most beds of a facility, silent since before a restart or never heard, are told as one [WA-5]', async () => {
  await portal.stop()
  registry.clear()
  await start()
  const titles = async () => {
    pass(10 * second)
    const { items } = await send(listNotifications, { clinic_id: ward.clinic_id })
    return items.map(({ title }) => title)
  }
  await expect.poll(titles, patience).toContain(m.notification_sensors_silent_title())
})

test('hours of a plan are by the clock that the facility has now [WA-11] [FA-3]', async () => {
  const { clinic_id, beds } = await createWard({ send } as Parameters<typeof createWard>[0], 'moved', 1)
  const [bed] = beds as [Bed]
  const there = (hours: number) =>
    Temporal.Instant.fromEpochMilliseconds(Date.now())
      .toZonedDateTimeISO('Asia/Kathmandu')
      .add({ hours })
      .toPlainTime()
      .toString({ smallestUnit: 'minute' })
  const out_of_bed = { minutes: 1, from: there(-1), until: there(2) }
  await send(updateResidentPlan, { patient_id: bed.patient_id, out_of_bed })
  const wire = await login(bed)
  await play(wire, bed, 11 * 60, breathes)
  await send(updateClinic, { clinic_id, tz: 'Asia/Kathmandu' })
  await play(wire, bed, 180, (_, ts) => ({ ts, rr: null, dist: null }))
  const { items } = await send(listNotifications, { clinic_id, patient_id: bed.patient_id })
  expect(items.map(({ kind, state }) => `${kind} ${state}`)).toContain('out_of_bed open')
})
