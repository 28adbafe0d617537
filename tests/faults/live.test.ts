import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  assignDevice,
  createDevices,
  listMalformedMessages,
  readDevice,
  rotateDeviceKey,
} from '@eupnea/contract/devices.ts'
import { emptyLastMinute, type LiveMessage, liveMessage, ticks, topics } from '@eupnea/contract/live.ts'
import { listLastRr, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { baselineMinimumMinutes, median, rScoreOf } from '@eupnea/contract/rules/r-score.ts'
import { createLiveToken, signOut } from '@eupnea/contract/sessions.ts'
import { createUser, deleteUser, setUserClinics, setUserStatus } from '@eupnea/contract/users.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket as PageSocket } from 'ws'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { isAction, type LiveClient, ofDevice, openLive, rrOf } from '../kit/live-client.ts'
import { admin, type SpawnedPortal, sendCall, signInAs, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { minutesOf, readMinutes, readRaw } from './read-back.ts'
import { openWire, say, type Wire } from './wire.ts'

/** Live monitoring from outside: sensors on one side, live connections on the other. */

const patience = { timeout: 30_000 }
const password = 'staple battery horse 7'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let postgres: ExternalPostgres
let sql: pg.Pool
let portal: SpawnedPortal
let ward: Ward
let nextBed = 0
const clients: LiveClient[] = []
const wires: Wire[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  postgres = await startExternalPostgres(folder.path)
  portal = await spawnPortal({ dataDir: folder.path, env: { DATABASE_URL: postgres.url } })
  ward = await createWard(portal, 'live', 40)
  sql = new pg.Pool({ ...postgres.connection, max: 1 })
  // The database stops before its last connection is closed.
  sql.on('error', () => {})
})

afterEach(() => {
  for (const client of clients.splice(0)) client.close()
  for (const wire of wires.splice(0)) wire.close()
})

afterAll(async () => {
  await portal?.stop()
  await sql?.end()
  await postgres?.stop()
  await folder?.remove()
})

const newBed = (): Bed => ward.beds[nextBed++]!

function open(query: Record<string, string>): LiveClient {
  const client = openLive(portal.http, query)
  clients.push(client)
  return client
}
/** @returns once its snapshot has arrived */
async function join(query: Record<string, string>): Promise<LiveClient> {
  const client = open({ token: portal.token, ...query })
  await client.next(isAction('snapshot'))
  return client
}
const joinClinic = () => join({ type: 'clinic', clinic_id: ward.clinic_id })
const patientQuery = ({ patient_id, device_id }: Bed) => ({
  type: 'patient',
  patient_id,
  device_id,
  clinic_id: ward.clinic_id,
})

async function login(bed: Bed, more: { will?: boolean; clientId?: string } = {}): Promise<Wire> {
  const will = more.will ? { topic: topics.status(bed.device_id), payload: '{"online":false}' } : undefined
  const wire = await openWire({ port: Number(new URL(portal.mqtt).port), ...bed.key, ...more, will })
  wires.push(wire)
  return wire
}
const statusOf = (bed: Bed, status: 0 | 1) =>
  ofDevice(
    isAction('status', (message) => message.status === status),
    bed,
  )
const snapshotOf = async (bed: Bed) => {
  const client = await join(patientQuery(bed))
  return (await client.next(isAction('snapshot'))).devices[0]
}

/** The resident has had the device for three days, so stored readings are theirs. */
async function sinceLongAgo(bed: Bed): Promise<void> {
  await sql.query(`update device_assignments set since = now() - interval '3 days' where device_id = $1`, [
    bed.device_id,
  ])
  await tellChanged(bed)
}

async function tellChanged({ device_id }: Bed): Promise<void> {
  const event = { type: 'changed', noun: 'devices', clinic_id: ward.clinic_id, device_id }
  await sql.query(`select pg_notify('eupnea', $1)`, [JSON.stringify(event)])
  // A snapshot arrives only after earlier changes were loaded.
  await joinClinic()
}

describe('a dashboard', () => {
  test('gets the state of every device first, then numbers with all their fields [LI-3][LI-4][LI-5]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const { devices } = client.messages[0] as Extract<LiveMessage, { action: 'snapshot' }>
    expect(devices.map(({ device_id }) => device_id).sort()).toEqual(ward.beds.map((b) => b.device_id).sort())
    expect(devices.find(({ device_id }) => device_id === bed.device_id)).toEqual({
      device_id: bed.device_id,
      patient_id: bed.patient_id,
      rr: null,
      dist_rr: null,
      alert10min: false,
      status: 0,
      rr_last_mint: emptyLastMinute,
      r_score: { upper_score: 0, lower_score: 0 },
      ts: null,
      signal: { state: 'silent', since: expect.any(Number) },
      presence_range: 1.5,
    })

    const wire = await login(bed)
    const ts = Date.now()
    await say(wire, bed, { ts, rr: 15.5, dist: 0.75 })
    expect(await client.next(rrOf(bed, ts))).toEqual({
      action: 'rr',
      device_id: bed.device_id,
      rr: 15.5,
      dist_rr: 0.75,
      alert10min: false,
      status: 1,
      rr_last_mint: {
        avg: 15.5,
        max: 15.5,
        min: 15.5,
        dist_rr_avg: 0.75,
        tracker_ts: new Date(minuteOf(ts)).toISOString(),
      },
      ts,
    })
    await client.next(statusOf(bed, 1))
    expect(await portal.send(readDevice, { device_id: bed.device_id })).toMatchObject({ device_conn_status: 1 })
    // New viewers see it immediately.
    expect(await snapshotOf(bed)).toMatchObject({ rr: 15.5, dist_rr: 0.75, status: 1, ts })
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    expect(items.find(({ device_id }) => device_id === bed.device_id)).toMatchObject({
      realTimeRR: 15.5,
      lastUpdated: ts,
    })
    for (const message of client.messages) expect(liveMessage.safeParse(message).error).toBeUndefined()
  })

  test('with batch=1 gets arrays, and otherwise one message a frame [LI-4]', async () => {
    const [one, other] = [newBed(), newBed()]
    const frames: { batched: unknown[]; single: unknown[] } = { batched: [], single: [] }
    const [batched, single] = await Promise.all([
      join({ type: 'clinic', clinic_id: ward.clinic_id, batch: '1' }),
      joinClinic(),
    ])
    batched.socket.addEventListener('message', ({ data }) => frames.batched.push(JSON.parse(data)))
    single.socket.addEventListener('message', ({ data }) => frames.single.push(JSON.parse(data)))
    const devices = await Promise.all([one, other].map((bed) => login(bed)))
    const ts = Date.now()
    await Promise.all([one, other].map((bed, n) => say(devices[n]!, bed, { ts, rr: 16, dist: 1 })))
    for (const bed of [one, other]) for (const client of [batched, single]) await client.next(rrOf(bed, ts))
    expect(frames.batched.every(Array.isArray)).toBe(true)
    expect(frames.single.some(Array.isArray)).toBe(false)
  })

  test('opens all four kinds of connection, each with what is its own [LI-3][LI-6]', async () => {
    const [bed, other] = [newBed(), newBed()]
    const clinic = await joinClinic()
    const patient = await join(patientQuery(bed))
    const admins = await join({ room: 'CLINIC-ADMIN' })
    const subscriber = open({ token: portal.token })
    const ask = { action: 'subscribe', device_id: bed.device_id, room: 'r', device_type: 'web', client_id: 'c' }
    subscriber.socket.addEventListener('open', () => subscriber.socket.send(JSON.stringify(ask)))
    await subscriber.next(isAction('snapshot'))

    const ts = Date.now()
    for (const each of [bed, other]) await say(await login(each), each, { ts, rr: 17, dist: 1 })
    for (const client of [clinic, patient, subscriber]) await client.next(rrOf(bed, ts))
    for (const client of [clinic, patient, subscriber, admins]) await client.next(statusOf(bed, 1))
    await clinic.next(rrOf(other, ts))
    await admins.next(statusOf(other, 1))
    const about = (client: LiveClient) =>
      new Set(client.messages.flatMap((message) => ('device_id' in message ? [message.device_id] : [])))
    expect(about(patient)).toEqual(new Set([bed.device_id]))
    expect(about(subscriber)).toEqual(new Set([bed.device_id]))
    expect(admins.messages.filter(isAction('rr'))).toEqual([])
  })

  test('has a beat at least every five seconds, whatever it is opened for, alone or in an array [AN-9]', async () => {
    const ways: Record<string, string>[] = [
      { type: 'clinic', clinic_id: ward.clinic_id },
      patientQuery(ward.beds[0]!),
      { room: 'CLINIC-ADMIN' },
      {},
    ]
    const watching = ways
      .flatMap((way) => [way, { ...way, batch: '1' }])
      .map((way) => open({ token: portal.token, ...way }))
    const beats = (client: LiveClient) => client.messages.filter(isAction('beat'))
    for (const client of watching) await expect.poll(() => beats(client).length, { timeout: 15_000 }).toBeGreaterThan(2)
    for (const client of watching)
      for (const [index, { at }] of beats(client).slice(1).entries())
        expect(at - beats(client)[index]!.at).toBeLessThan(5_000)
  })

  test('is closed with a code that says why: 4401, 4403, 4404 [LI-3]', async () => {
    const bed = newBed()
    const elsewhere = await createWard(portal, 'elsewhere', 1)
    const person = { user_type: 'clinic-web', first_name: 'Grace', last_name: 'Hopper', password } as const
    const clinicUser = { ...person, email: 'nurse@example.org', clinic_ids: [ward.clinic_id] }
    await portal.send(createUser, clinicUser)
    await portal.send(createUser, {
      ...person,
      user_type: 'member',
      email: 'member@example.org',
      clinic_ids: [ward.clinic_id],
    })
    const nurse = await signInAs(portal.http, clinicUser)
    const member = await signInAs(portal.http, { email: 'member@example.org', password })
    const mine = { type: 'clinic', clinic_id: ward.clinic_id }
    const theirs = elsewhere.beds[0]!
    const cases: [Record<string, string>, number][] = [
      [mine, 4401],
      [{ token: 'x', ...mine }, 4401],
      [{ token: member, ...mine }, 4403],
      [{ token: member, room: 'CLINIC-ADMIN' }, 4403],
      [{ token: nurse, type: 'clinic', clinic_id: elsewhere.clinic_id }, 4403],
      [{ token: nurse, ...patientQuery(theirs), clinic_id: elsewhere.clinic_id }, 4403],
      [{ token: nurse, ...patientQuery(theirs), clinic_id: ward.clinic_id }, 4403],
      [{ token: nurse, type: 'clinic', clinic_id: 'nowhere' }, 4404],
      [{ token: nurse, ...patientQuery(bed), patient_id: 'nobody' }, 4404],
    ]
    for (const [query, code] of cases) expect([query, await open(query).closed]).toEqual([query, code])
    const client = open({ token: nurse })
    const ask = JSON.stringify({ action: 'subscribe', device_id: theirs.device_id })
    client.socket.addEventListener('open', () => client.socket.send(ask))
    expect(await client.closed).toBe(4403)
    // Each is in the log, with whom and from where.
    for (const code of [4401, 4403, 4404])
      expect(portal.stderr()).toMatch(
        new RegExp(`"status":${code},"call":"GET /live","actor":.+,"address":"127.0.0.1","msg":"a call was refused"`),
      )

    // Opening one's own works and reveals nothing about other clinics.
    const own = open({ token: nurse, ...mine })
    await own.next(isAction('snapshot'))
    const admins = open({ token: nurse, room: 'CLINIC-ADMIN' })
    const { devices } = await admins.next(isAction('snapshot'))
    expect(devices).toHaveLength(ward.beds.length)
    const everyone = await join({ room: 'CLINIC-ADMIN' })
    await say(await login(theirs), theirs, { ts: Date.now(), rr: 16, dist: 1 })
    await everyone.next(statusOf(theirs, 1))
    await say(await login(bed), bed, { ts: Date.now(), rr: 16, dist: 1 })
    await admins.next(statusOf(bed, 1))
    expect(admins.messages.filter(isAction('status')).map(({ device_id }) => device_id)).toEqual([bed.device_id])
  })

  test('is refused to a page of another site, with whatever token, and open to the own pages and programs [LI-3] [DO-9]', async () => {
    const ask = (origin?: string) =>
      new Promise<number>((resolve, reject) => {
        const url = `${portal.http.replace('http', 'ws')}/live?token=${portal.token}&room=CLINIC-ADMIN`
        const socket = new PageSocket(url, origin === undefined ? {} : { origin })
        const end = (status: number) => {
          resolve(status)
          socket.terminate()
        }
        socket.on('open', () => end(101))
        socket.on('unexpected-response', (_request, { statusCode }) => end(statusCode!))
        socket.on('error', reject)
      })
    const { host } = new URL(portal.http)
    for (const own of [undefined, `http://${host}`, `http://localhost:${new URL(portal.http).port}`])
      expect(await ask(own), own).toBe(101)
    for (const foreign of ['https://evil.example', `https://${host}`, `http://${host}.evil.example`, 'null'])
      expect(await ask(foreign), foreign).toBe(403)
  })

  test('leaves a trace of who watched whom and from where before anything is shown, and none when it is refused [AP-5]', async () => {
    const [bed, elsewhere] = [newBed(), await createWard(portal, 'untraced', 1)]
    const watcher = { email: 'watcher@example.org', password }
    const { id } = await portal.send(createUser, {
      ...{ user_type: 'clinic-web', first_name: 'Grace', last_name: 'Hopper', clinic_ids: [ward.clinic_id] },
      ...watcher,
    })
    const token = await signInAs(portal.http, watcher)
    const { clinic_id } = ward
    expect(await open({ token, type: 'clinic', clinic_id: elsewhere.clinic_id }).closed).toBe(4403)
    await join({ token, type: 'clinic', clinic_id })
    await join({ token, ...patientQuery(bed) })
    await join({ token, room: 'CLINIC-ADMIN' })
    const subscriber = open({ token })
    const ask = ({ device_id }: Bed) => subscriber.socket.send(JSON.stringify({ action: 'subscribe', device_id }))
    subscriber.socket.addEventListener('open', () => ask(bed))
    await subscriber.next(isAction('snapshot'))
    ask(elsewhere.beds[0]!)
    expect(await subscriber.closed).toBe(4403)
    const entries = await sql.query(
      `select act, clinic_id, resident_id, device_id, actor_name, address from audit_entries
       where actor_id = $1 and act like '%.watch%' order by id`,
      [id],
    )
    const whose = { clinic_id, actor_name: watcher.email, address: '127.0.0.1' }
    const nobody = { ...whose, resident_id: null, device_id: null }
    const one = { ...whose, resident_id: bed.patient_id, device_id: bed.device_id }
    expect(entries.rows).toEqual([
      { act: 'resident.watch-all', ...nobody },
      { act: 'resident.watch', ...one },
      { act: 'device.watch-all', ...nobody },
      { act: 'device.watch', ...one },
    ])
  })

  test('may use a live token once; the end of the session ends its connections and no others [LI-3]', async () => {
    const token = await signInAs(portal.http, admin)
    const made = await sendCall(portal.http, token, createLiveToken, {})
    const mine = { type: 'clinic', clinic_id: ward.clinic_id }
    const first = await join({ ...mine, token: made.token })
    expect(await open({ ...mine, token: made.token }).closed).toBe(4401)
    const second = await join({ ...mine, token })
    const another = await joinClinic()
    await sendCall(portal.http, token, signOut, {})
    expect(await first.closed).toBe(4401)
    expect(await second.closed).toBe(4401)
    expect(await open({ ...mine, token }).closed).toBe(4401)
    expect(another.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('says that access has changed when rights do or the account ends, and that the session has ended when it does [LI-3] [ID-8]', async () => {
    const who = { email: 'changed@test.example', password: 'six larks over barley' }
    const { id } = await portal.send(createUser, {
      ...who,
      ...{ first_name: 'Ada', last_name: 'Byron', user_type: 'vc-admin', clinic_ids: [ward.clinic_id] },
    })
    const reasonOf = async (end: (token: string) => Promise<unknown>) => {
      const token = await signInAs(portal.http, who)
      const { socket } = await join({ type: 'clinic', clinic_id: ward.clinic_id, token })
      const reason = new Promise((resolve) => socket.addEventListener('close', (closing) => resolve(closing.reason)))
      await end(token)
      return reason
    }
    expect(await reasonOf((token) => sendCall(portal.http, token, signOut, {}))).toBe('Your session has ended')
    const leave = () => portal.send(setUserClinics, { user_id: id, clinic_ids: [] })
    const disable = () => portal.send(setUserStatus, { user_id: id, status: 0 })
    const remove = () => portal.send(deleteUser, { user_id: id })
    expect(await reasonOf(leave)).toBe('Your access has changed')
    await portal.send(setUserClinics, { user_id: id, clinic_ids: [ward.clinic_id] })
    expect(await reasonOf(disable)).toBe('Your access has changed')
    await portal.send(setUserStatus, { user_id: id, status: 1 })
    expect(await reasonOf(remove)).toBe('Your access has changed')
  })

  test('ends with its session also when the word of it was lost, and one with less access than before too [LI-3][ID-8]', async () => {
    const query = { type: 'clinic', clinic_id: ward.clinic_id }
    const [gone, less] = [await signInAs(portal.http, admin), await signInAs(portal.http, admin)]
    const [first, second] = [await join({ ...query, token: gone }), await join({ ...query, token: less })]
    const third = await joinClinic()
    // Pretends that a lost database connection swallowed the events.
    const hash = (token: string) => createHash('sha256').update(token).digest('hex')
    await sql.query('delete from sessions where token = $1', [hash(gone)])
    const user = 'insert into users (email, name, first_name, last_name, user_type, groups)'
    const { rows } = await sql.query(
      `${user} values ('less@test.example', '', '', '', 'clinic-web', '{clinic}') returning id`,
    )
    await sql.query('update sessions set user_id = $1 where token = $2', [rows[0].id, hash(less)])
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'eupnea-events'`)
    expect(await first.closed).toBe(4401)
    expect(await second.closed).toBe(4401)
    expect(third.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('ends with its session also when the word of it was lost and the database could not be asked at first [ID-8]', async () => {
    const token = await signInAs(portal.http, admin)
    const gone = await join({ type: 'clinic', clinic_id: ward.clinic_id, token })
    const stays = await joinClinic()
    const failures = () => portal.stderr().split('live: session not checked').length
    const before = failures()
    await sql.query('delete from sessions where token = $1', [createHash('sha256').update(token).digest('hex')])
    await sql.query('revoke select on sessions from eupnea_identity')
    try {
      await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'eupnea-events'`)
      await expect.poll(failures, patience).toBeGreaterThan(before)
    } finally {
      await sql.query('grant select on sessions to eupnea_identity')
    }
    expect(await gone.closed).toBe(4401)
    expect(stays.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('opened at once shows what was made and linked a moment ago [LI-3]', async () => {
    const clinic_id = ward.clinic_id
    for (let n = 0; n < 5; n++) {
      const { items } = await portal.send(createDevices, { clinic_id, data: [{ device_uid: `live-moment-${n}` }] })
      const names = { clinic_id, first_name: 'Ada', last_name: `Lovelace ${n}`, room: `2${n}` }
      const { patient_id } = await portal.send(saveResident, names)
      const bed = { ...items[0]!, patient_id }
      await portal.send(assignDevice, { device_id: bed.device_id, patient_id, status: 1 })
      const [patient, clinic] = [await join(patientQuery(bed)), await joinClinic()]
      for (const client of [patient, clinic]) {
        const { devices } = client.messages[0] as Extract<LiveMessage, { action: 'snapshot' }>
        expect(devices.find(({ device_id }) => device_id === bed.device_id)).toMatchObject({ patient_id })
      }
      const { items: live } = await portal.send(listLastRr, { clinic_id })
      expect(live.map((one) => one.patient_id)).toContain(patient_id)
    }
  })

  test('is told at once that a resident was discharged [LI-6]', async () => {
    const bed = newBed()
    const { patient_id } = bed
    const watching = [await joinClinic(), await join({ room: 'CLINIC-ADMIN' })]
    await portal.send(setResidentStatus, { patient_id, status: 2 })
    for (const client of watching) {
      const told = await client.next(isAction('changed', (m) => m.noun === 'residents' && m.patient_id === patient_id))
      expect(told).toEqual({ action: 'changed', noun: 'residents', clinic_id: ward.clinic_id, patient_id })
      await client.next(isAction('changed', (m) => m.noun === 'devices' && m.device_id === bed.device_id))
    }
    // A page whose connection comes after its first answers hears of it too; whoever doesn't ask, does not.
    const isIt = isAction('changed', (m) => m.noun === 'residents' && m.patient_id === patient_id)
    await (await join({ type: 'clinic', clinic_id: ward.clinic_id, unheard: '60000' })).next(isIt)
    await (await join({ room: 'CLINIC-ADMIN', unheard: '60000' })).next(isIt)
    await portal.send(setResidentStatus, { patient_id: bed.patient_id, status: 1 })
    const late = await joinClinic()
    await late.next(isAction('beat'))
    expect(late.messages.filter(isIt)).toEqual([])
  })
})

describe('a device', () => {
  test('that dies is disconnected by its last will: distance and last minute are cleared until it speaks again [LI-6][LI-7]', async () => {
    const bed = newBed()
    const watching = [await joinClinic(), await join(patientQuery(bed)), await join({ room: 'CLINIC-ADMIN' })]
    const wire = await login(bed, { will: true })
    const ts = Date.now()
    await say(wire, bed, { ts, rr: 15, dist: 0.5 })
    for (const client of watching) await client.next(statusOf(bed, 1))
    wire.cut()
    for (const client of watching) await client.next(statusOf(bed, 0))
    expect(await snapshotOf(bed)).toMatchObject({ status: 0, dist_rr: null, rr_last_mint: emptyLastMinute })
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    expect(items.find(({ device_id }) => device_id === bed.device_id)).toMatchObject({
      device_conn_status: 0,
      dist_rr: null,
      rr_last_mint: emptyLastMinute,
    })
    expect(await portal.send(readDevice, { device_id: bed.device_id })).toMatchObject({ device_conn_status: 0 })

    const again = await login(bed, { will: true })
    await say(again, bed, { ts: ts + 1_000, rr: 17, dist: 0.5 })
    const { rr_last_mint } = await watching[0]!.next(rrOf(bed, ts + 1_000))
    const isOneMinute = minuteOf(ts) === minuteOf(ts + 1_000)
    expect(rr_last_mint).toMatchObject({ avg: isOneMinute ? 16 : 17, max: 17, min: isOneMinute ? 15 : 17 })
    expect(await snapshotOf(bed)).toMatchObject({ status: 1, dist_rr: 0.5 })
  })

  test('that speaks over a new connection is not disconnected by the last will of the old one [LI-6]', async () => {
    const [bed, other] = [newBed(), newBed()]
    const client = await joinClinic()
    const [old, last] = [await login(bed, { will: true }), await login(other, { will: true })]
    const ts = Date.now()
    await say(old, bed, { ts, rr: 15, dist: 0.5 })
    await say(last, other, { ts, rr: 15, dist: 0.5 })
    await login(bed, { will: true })
    old.cut()
    // Arrives after the first one, whose last will has been handled by then.
    last.cut()
    await client.next(statusOf(other, 0))
    expect(await snapshotOf(bed)).toMatchObject({ status: 1, dist_rr: 0.5 })
  })

  test('that has gone back to an old connection is disconnected by the last will of that one [LI-6][LI-7]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const old = await login(bed, { will: true })
    await say(old, bed, { ts: Date.now(), rr: 15, dist: 0.5 })
    await client.next(statusOf(bed, 1))
    const brief = await login(bed, { clientId: 'brief' })
    brief.cut()
    await brief.closed
    await say(old, bed, { ts: Date.now(), rr: 16, dist: 0.5 })
    old.cut()
    await client.next(statusOf(bed, 0))
  })

  test('that says goodbye itself is disconnected too, and its status tells its firmware [LI-6]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const wire = await login(bed)
    const facts = { fw_version: '2.1.0', softap_ssid: 'bed', target_ssid: 'ward' }
    await wire.publish(topics.status(bed.device_id), JSON.stringify({ online: true, ...facts }), { retain: true })
    await client.next(statusOf(bed, 1))
    expect(await portal.send(readDevice, { device_id: bed.device_id })).toMatchObject({
      ...facts,
      device_conn_status: 1,
    })
    await wire.publish(topics.status(bed.device_id), JSON.stringify({ online: false }), { retain: true })
    await client.next(statusOf(bed, 0))
  })

  test('whose key was changed is cut off at once and comes in with the new one only [LI-1]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    const key = await portal.send(rotateDeviceKey, { device_id: bed.device_id })
    await wire.closed
    await expect(login(bed)).rejects.toMatchObject({ code: 4 })
    await say(await login({ ...bed, key }), bed, { ts: Date.now(), rr: 16, dist: 1 })
  })

  test('whose key was changed is cut off also when the word of it was lost, and one that may not connect any more too [LI-1][DE-8]', async () => {
    const [changed, inactive, same] = [newBed(), newBed(), newBed()]
    const [first, second, third] = [await login(changed), await login(inactive), await login(same)]
    // Pretends that a lost database connection swallowed the events.
    await sql.query(`update devices set key_hash = sha256('another') where id = $1`, [changed.device_id])
    await sql.query(`update devices set inventory_status = 'inactive' where id = $1`, [inactive.device_id])
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'eupnea-events'`)
    await first.closed
    await second.closed
    expect(third.isOpen).toBe(true)
  })

  /** @returns its status, once its actions had to wait for `lock` */
  async function heldBack(lock: string, bed: Bed, act: (wire: Wire) => Promise<unknown>[]) {
    const wire = await login(bed)
    await wire.publish(topics.status(bed.device_id), '{"online":true}')
    const holder = await sql.connect()
    let acts: Promise<unknown>[]
    try {
      await holder.query(`begin; ${lock}`)
      acts = act(wire)
      const waiting = () => holder.query('select from pg_locks where not granted')
      await expect.poll(async () => (await waiting()).rowCount, patience).toBeGreaterThan(0)
      // An answer to the last packet means that everything before it was read. So was everything sent in the same
      // chunk, and the broker reads no further while that is in progress.
      await Promise.race([wire.subscribe(topics.config(bed.device_id)), sleep(1_000)])
    } finally {
      await holder.query('commit')
      holder.release()
    }
    await Promise.all(acts)
    return (await snapshotOf(bed))?.status
  }

  test('that says one thing after another is what it said last [LI-6][LI-7]', async () => {
    const bed = newBed()
    const status = await heldBack(`select from devices where id = '${bed.device_id}' for update`, bed, (wire) =>
      ['{"online":true,"fw_version":"2"}', '{"online":false}'].map((said) =>
        wire.publish(topics.status(bed.device_id), said),
      ),
    )
    expect(status).toBe(0)
    expect((await portal.send(readDevice, { device_id: bed.device_id })).device_conn_status).toBe(0)
  })

  test('whose last words are a reading and a goodbye is disconnected [LI-6][LI-7]', async () => {
    const bed = newBed()
    const status = await heldBack('lock table readings in exclusive mode', bed, (wire) => [
      say(wire, bed, { ts: Date.now(), rr: 16, dist: 1 }),
      wire.publish(topics.status(bed.device_id), '{"online":false}'),
    ])
    expect(status).toBe(0)
  })

  test('that goes right after a reading is gone for who watches, who had the reading before [LI-5][LI-6][LI-7]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const wire = await login(bed)
    await say(wire, bed, { ts: Date.now(), rr: 16, dist: 1 })
    await wire.publish(topics.status(bed.device_id), '{"online":false}')
    await client.next(statusOf(bed, 0))
    await sleep(2 * ticks.numbers)
    const told = client.messages.filter(ofDevice((m) => isAction('rr')(m) || isAction('status')(m), bed))
    expect(told).toMatchObject([
      { action: 'status', status: 1 },
      { action: 'rr', rr: 16, dist_rr: 1 },
      { action: 'status', status: 0 },
    ])
  })

  test('whose last words are a wave and a goodbye is disconnected [LI-6][LI-7]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    const wave = { hz: 10, samples: Array.from({ length: 50 }, (_, n) => Math.sin(n)) }
    const ts = Date.now()
    // Stored readings, whose rates are estimated a few at a time.
    const stored = Array.from({ length: 200 }, (_, n) => ({ ts: ts - n * 5_000, wave }))
    await Promise.all([
      wire.publish(topics.telemetry(bed.device_id), JSON.stringify(stored)),
      wire.publish(topics.status(bed.device_id), '{"online":false}'),
    ])
    expect(await snapshotOf(bed)).toMatchObject({ status: 0 })
    expect((await portal.send(readDevice, { device_id: bed.device_id })).device_conn_status).toBe(0)
  })

  const silent = `now() - interval '2 minutes'`
  const noOf = (bed: Bed) => `(select no from devices where id = '${bed.device_id}')`

  test('taken for silent while its reading is being stored is connected when it is, for everybody [LI-5][LI-7]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const wire = await login(bed)
    await say(wire, bed, { ts: Date.now() - 1_000, rr: 16, dist: 1 })
    await client.next(statusOf(bed, 1))
    const holder = await sql.connect()
    let said: Promise<void>
    try {
      await holder.query('begin; lock table readings in exclusive mode')
      said = say(wire, bed, { ts: Date.now(), rr: 17, dist: 1 })
      const waiting = () => holder.query('select from pg_locks where not granted')
      await expect.poll(async () => (await waiting()).rowCount, patience).toBeGreaterThan(0)
      const beside = new pg.Client(postgres.connection)
      await beside.connect()
      await beside.query(`update latest set seen_at = ${silent} where device_no = ${noOf(bed)}`)
      await beside.query(`update presence set changed_at = ${silent} where device_no = ${noOf(bed)}`)
      await beside.end()
      await client.next(statusOf(bed, 0))
    } finally {
      await holder.query('commit')
      holder.release()
    }
    await said
    expect(await snapshotOf(bed)).toMatchObject({ status: 1 })
    const listed = async () => (await portal.send(readDevice, { device_id: bed.device_id })).device_conn_status
    await expect.poll(listed, patience).toBe(1)
  })

  test('that says again and again that it is there is not silent [LI-7]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    await wire.publish(topics.status(bed.device_id), '{"online":true}')
    const beside = new pg.Client(postgres.connection)
    await beside.connect()
    try {
      const almost = `now() - interval '80 seconds'`
      await beside.query(`update presence set changed_at = ${almost} where device_no = ${noOf(bed)}`)
      await wire.publish(topics.status(bed.device_id), '{"online":true}')
      const heard = `select now() - changed_at < interval '60 seconds' as heard from presence where device_no = ${noOf(bed)}`
      expect((await beside.query(heard)).rows).toEqual([{ heard: true }])
    } finally {
      await beside.end()
    }
  })

  test('whose status is not UTF-8 is answered, and it is counted [LI-1][AP-3]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    const latin = Buffer.from('{"online":true,"target_ssid":"Caf\u00e9"}', 'latin1')
    await wire.publish(topics.status(bed.device_id), latin)
    const counted = async () => (await portal.send(listMalformedMessages, { device_id: bed.device_id })).items
    await expect.poll(counted, patience).toMatchObject([{ reason: 'status_malformed', count: 1 }])
  })

  test('whose status the database refuses is answered, and its stream goes on [LI-1]', async () => {
    const bed = newBed()
    const wire = await login(bed)
    await sql.query(`alter table devices add constraint refused check (fw_version <> 'refused')`)
    try {
      await wire.publish(topics.status(bed.device_id), '{"online":true,"fw_version":"refused"}')
    } finally {
      await sql.query('alter table devices drop constraint refused')
    }
    await say(wire, bed, { ts: Date.now(), rr: 16, dist: 1 })
    const counted = async () => (await portal.send(listMalformedMessages, { device_id: bed.device_id })).items
    await expect.poll(counted, patience).toMatchObject([{ reason: 'not_storable', count: 1 }])
  })
})

describe('readings', () => {
  test('that come late land in their minute and change no newer live state; of two the first one wins [LI-2]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const client = await joinClinic()
    const wire = await login(bed)
    const ts = Date.now()
    const said = [{ ts, rr: 15, dist: 0.5 }]
    await say(wire, bed, said[0]!)
    const now = await client.next(rrOf(bed, ts))
    const late = [5, 90, 3].map((minutes, n) => ({ ts: ts - minutes * minuteMs, rr: 25 + n, dist: 1 }))
    await say(wire, bed, late)
    await say(wire, bed, { ts, rr: 30, dist: 2 })
    await say(wire, bed, { ts: ts - 3 * minuteMs, rr: 30, dist: 2 })
    // A later frame: everything before it has been sent.
    await say(wire, bed, { ts: ts + 2, rr: 15, dist: 0.5 })
    await client.next(rrOf(bed, ts + 2))
    const frames = client.messages.filter(ofDevice(isAction('rr'), bed)).filter((frame) => frame.ts === ts)
    expect(frames.length).toBeGreaterThan(0)
    for (const frame of frames) expect(frame).toEqual(now)
    said.push(...late, { ts: ts + 2, rr: 15, dist: 0.5 })
    said.sort((a, b) => a.ts - b.ts)
    const stored = await readRaw(portal, bed.device_id, 1)
    expect(stored).toEqual(said)
    expect(await readMinutes(portal, bed.device_id, 3)).toEqual(minutesOf(stored))
  })

  test('of an empty bed are so by a distance in a message before them that is still being stored [WA-8] [WA-9]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const wire = await login(bed)
    const start = minuteOf(Date.now()) - 100 * minuteMs
    const minutes = (from: number, dist: number | null) =>
      Array.from({ length: 30 }, (_, n) => ({ ts: start + (from + n) * minuteMs, rr: 15, dist }))
    // A sensor that is new here sends what it had stored without waiting for answers.
    await Promise.all([minutes(0, 0.5), minutes(30, null), minutes(60, null)].map((said) => say(wire, bed, said)))
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    expect(items.find(({ device_id }) => device_id === bed.device_id)?.timeInBed).toBe(0.5)
  })

  test('of ten minutes out of range open an episode, raise it when it worsens and end it when all is well [LI-4][AL-2]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const client = await joinClinic()
    const wire = await login(bed)
    const start = minuteOf(Date.now()) - 60 * minuteMs
    const minutes = (from: number, rr: number) =>
      Array.from({ length: 10 }, (_, n) => ({ ts: start + (from + n) * minuteMs + 30_000, rr, dist: 0.5 }))
    const last = (from: number) => start + (from + 9) * minuteMs + 30_000
    const notified = () => client.messages.filter(ofDevice(isAction('rr_notification'), bed))

    await say(wire, bed, minutes(0, 25))
    expect(await client.next(ofDevice(isAction('rr_notification'), bed))).toMatchObject({
      patient_id: bed.patient_id,
      title: 'High Respiratory',
      severity: 'warning',
      rr: 25,
      // Not of the last ten minutes: they are long gone.
      description: expect.stringMatching(/average \(received 5[4-9] min late\): 25 BrPM/),
    })
    expect(await client.next(rrOf(bed, last(0)))).toMatchObject({ alert10min: true })
    expect(await snapshotOf(bed)).toMatchObject({ alert10min: true })

    await say(wire, bed, minutes(10, 26))
    await client.next(rrOf(bed, last(10)))
    expect(notified()).toHaveLength(1)

    await say(wire, bed, minutes(20, 35))
    await expect.poll(notified, patience).toHaveLength(2)
    expect(notified()[1]).toMatchObject({ title: 'Extremely High Respiratory', severity: 'danger', rr: 30.5 })

    // Nine quiet minutes aren't enough.
    await say(wire, bed, minutes(30, 16).slice(0, 9))
    expect(await client.next(rrOf(bed, last(30) - minuteMs))).toMatchObject({ alert10min: true })
    await say(wire, bed, minutes(30, 16).slice(9))
    expect(await client.next(rrOf(bed, last(30)))).toMatchObject({ alert10min: true })
    // A minute is whole when the next one has begun (WA-8).
    await say(wire, bed, minutes(40, 16).slice(0, 1))
    expect(await client.next(rrOf(bed, last(30) + minuteMs))).toMatchObject({ alert10min: false })
    expect(notified()).toHaveLength(2)
    const episodes = `select direction, severity, raised_at, ended_at is not null as ended from episodes where resident_id = $1`
    const { rows } = await sql.query(episodes, [bed.patient_id])
    const raised_at = new Date(start + 5 * minuteMs)
    expect(rows).toEqual([{ direction: 'high', severity: 'danger', raised_at, ended: true }])
    const kept = await sql.query('select id, severity from notifications where patient_id = $1 order by created_at', [
      bed.patient_id,
    ])
    // One that became worse: the same comes again (AN-5).
    const [first, worse] = notified()
    expect([first!.id, first!.severity, worse!.severity]).toEqual([worse!.id, 'warning', 'danger'])
    expect(kept.rows).toEqual([{ id: first!.id, severity: 'danger' }])
  })

  test.each([
    { said: 'now', minutesAgo: 9, average: '10-minute average: 25' },
    { said: 'two hours ago', minutesAgo: 129, average: '10-minute average (received 2 h late): 25' },
  ])(
    '$said, stored before it was known whose they are, open an episode without a further one [LI-4][AL-2]',
    async ({ said, minutesAgo, average }) => {
      const data = [{ device_uid: `live-before ${said}` }]
      const { items } = await portal.send(createDevices, { clinic_id: ward.clinic_id, data })
      const names = { clinic_id: ward.clinic_id, first_name: 'Mary', last_name: 'Somerville', room: '8' }
      const { patient_id } = await portal.send(saveResident, names)
      const bed = { ...items[0]!, patient_id }
      const client = await joinClinic()
      const start = minuteOf(Date.now()) - minutesAgo * minuteMs
      const fast = Array.from({ length: 9 }, (_, n) => ({ ts: start + n * minuteMs, rr: 25, dist: 0.5 }))
      // Linked, but the portal hasn't heard of it: as when a reading arrives together with the link.
      await sql.query(
        `insert into device_assignments (clinic_id, device_id, resident_id, since) values ($1, $2, $3, now() - interval '1 day')`,
        [ward.clinic_id, bed.device_id, patient_id],
      )
      await say(await login(bed), bed, fast)
      await client.next(rrOf(bed, fast.at(-1)!.ts))
      const event = { type: 'changed', noun: 'devices', clinic_id: ward.clinic_id, device_id: bed.device_id }
      await sql.query(`select pg_notify('eupnea', $1)`, [JSON.stringify(event)])
      const description = expect.stringContaining(average)
      expect(await client.next(ofDevice(isAction('rr_notification'), bed))).toMatchObject({
        patient_id,
        rr: 25,
        description,
      })
      expect(await snapshotOf(bed)).toMatchObject({ patient_id, alert10min: true })
    },
  )

  test('of a resident who left leave with them: the episode ends, and the next one under the device begins anew [LI-4][AL-2]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const client = await joinClinic()
    const patient = await join(patientQuery(bed))
    const wire = await login(bed)
    const start = minuteOf(Date.now()) - 12 * minuteMs
    const slow = Array.from({ length: 10 }, (_, n) => ({ ts: start + n * minuteMs, rr: 9, dist: 0.5 }))
    await say(wire, bed, slow)
    const raised = await client.next(ofDevice(isAction('rr_notification'), bed))
    expect(raised).toMatchObject({ title: 'Low Respiratory', severity: 'warning', rr: 9 })
    expect(await client.next(rrOf(bed, slow.at(-1)!.ts))).toMatchObject({ alert10min: true })

    await portal.send(assignDevice, { device_id: bed.device_id, patient_id: bed.patient_id, status: 0 })
    const open = () => sql.query('select from episodes where resident_id = $1 and ended_at is null', [bed.patient_id])
    expect((await open()).rows).toHaveLength(0)
    const names = { clinic_id: ward.clinic_id, first_name: 'Mary', last_name: 'Somerville', room: '9' }
    const { patient_id } = await portal.send(saveResident, names)
    await portal.send(assignDevice, { device_id: bed.device_id, patient_id, status: 1 })
    // Viewers of the previous resident must not see the next one under that name.
    expect(await patient.closed).toBe(4404)

    // Stored before the next resident came, with a wave.
    const next = await join(patientQuery({ ...bed, patient_id }))
    const wave = { hz: 10, samples: [0, 1, 0] }
    await say(wire, bed, { ts: start + 10 * minuteMs, rr: 31, dist: 1, wave })
    expect(await snapshotOf({ ...bed, patient_id })).toMatchObject({ patient_id, rr: null, ts: null })
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    expect(items.find((one) => one.patient_id === patient_id)).toMatchObject({ realTimeRR: null, lastUpdated: null })

    // In the minute after the hand-over.
    const ts = Date.now() + minuteMs
    await say(wire, bed, { ts, rr: 9, dist: 0.5 })
    expect(await client.next(rrOf(bed, ts))).toMatchObject({
      alert10min: false,
      rr_last_mint: { avg: 9, min: 9, max: 9 },
    })
    expect(await snapshotOf({ ...bed, patient_id })).toMatchObject({ patient_id, rr: 9, alert10min: false })
    await next.next(rrOf(bed, ts))
    expect(next.messages.filter((message) => isAction('waveform')(message) || isAction('rr')(message))).toHaveLength(1)
  })

  test('of the minute in which one left and another came are a minute of neither [LI-4][DA-5]', async () => {
    const bed = newBed()
    const client = await joinClinic()
    const wire = await login(bed)
    const start = minuteOf(Date.now()) - 5 * minuteMs
    await say(wire, bed, { ts: start + 10_000, rr: 25, dist: 0.5 })
    await portal.send(assignDevice, { device_id: bed.device_id, patient_id: bed.patient_id, status: 0 })
    const names = { clinic_id: ward.clinic_id, first_name: 'Mary', last_name: 'Somerville', room: '10' }
    const { patient_id } = await portal.send(saveResident, names)
    await portal.send(assignDevice, { device_id: bed.device_id, patient_id, status: 1 })
    const move = (column: 'since' | 'until', who: string, ms: number) =>
      sql.query(`update device_assignments set ${column} = $2 where resident_id = $1`, [who, new Date(ms)])
    await move('until', bed.patient_id, start + 20_000)
    await move('since', patient_id, start + 30_000)
    await tellChanged(bed)

    // Into an empty bed: the previous resident's rate must not stay on the card as the last value.
    await say(wire, bed, { ts: start + 40_000, rr: null, dist: null })
    expect((await client.next(rrOf(bed, start + 40_000))).rr_last_mint).toEqual(emptyLastMinute)
    expect(await snapshotOf({ ...bed, patient_id })).toMatchObject({ rr: null, rr_last_mint: emptyLastMinute })
    await tellChanged(bed)
    expect(await snapshotOf({ ...bed, patient_id })).toMatchObject({ rr: null, rr_last_mint: emptyLastMinute })
    await say(wire, bed, { ts: start + minuteMs, rr: 16, dist: 0.5 })
    expect((await client.next(rrOf(bed, start + minuteMs))).rr_last_mint).toMatchObject({ avg: 16, max: 16 })
  })

  test('of the device before stay in the curve of who was given another one [DA-2]', async () => {
    const [before, after] = [newBed(), newBed()]
    const { patient_id } = before
    const ts = minuteOf(Date.now()) - 5 * minuteMs
    await say(await login(before), before, { ts, rr: 15, dist: 0.5 })
    for (const { device_id, patient_id } of [before, after])
      await portal.send(assignDevice, { device_id, patient_id, status: 0 })
    await portal.send(assignDevice, { device_id: after.device_id, patient_id, status: 1 })
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id, graph: 'true' })
    const own = items.find((one) => one.patient_id === patient_id)
    expect(own).toMatchObject({ device_id: after.device_id })
    expect(own?.graphData?.filter((value) => value !== null)).toEqual([15])
  })

  test('of a day and more make an r-score that follows the rule, and the time in bed of the last day [LI-4] [DA-1]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const client = await joinClinic()
    const wire = await login(bed)
    const total = baselineMinimumMinutes + 120
    const end = minuteOf(Date.now())
    // In range, so no episode is open; multiples of a quarter are exact in float32.
    const rateOf = (n: number) => (n > total - 20 ? 19 : 15 + (n % 9) / 4)
    const minutes = Array.from({ length: total }, (_, n) => ({
      ts: end - (total - n) * minuteMs,
      rr: rateOf(n),
      dist: 0.5,
    }))
    await say(wire, bed, minutes)
    // Computed before there was data: make it due again.
    await sql.query('delete from baselines where resident_id = $1', [bed.patient_id])
    const averages = minutes.map(({ rr }) => rr)
    const middle = median(averages)!
    const baseline = { median: middle, mad: median(averages.map((value) => Math.abs(value - middle)))! }
    const expected = rScoreOf([19], baseline)
    expect(expected.upper_score).toBeGreaterThan(25)
    expect(expected).not.toEqual(rScoreOf([19], { median: 16, mad: 3 }))
    const isExpected = isAction('r_score', ({ r_score }) => r_score.upper_score === expected.upper_score)
    expect(await client.next(ofDevice(isExpected, bed), 90_000)).toMatchObject({ r_score: expected })
    expect(await snapshotOf(bed)).toMatchObject({ r_score: expected })
    // 26 h in bed, of which only the last 24 count.
    const { items } = await portal.send(listLastRr, { clinic_id: ward.clinic_id })
    const own = items.find(({ device_id }) => device_id === bed.device_id)
    expect(own?.timeInBed).toBeCloseTo(24, 0)
    expect(own?.rScore).toEqual(expected)

    // Late minutes count too, within minutes instead of hours.
    const known = () => sql.query('select minutes from baselines where resident_id = $1', [bed.patient_id])
    expect((await known()).rows).toEqual([{ minutes: total }])
    // No two alike: a sensor that repeats itself for an hour counts for nothing.
    const before = Array.from({ length: 60 }, (_, n) => ({
      ts: end - (total + 60 - n) * minuteMs,
      rr: 15 + (n % 2) / 4,
      dist: 0.5,
    }))
    await say(wire, bed, before)
    await sql.query(`update baselines set computed_at = now() - interval '2 minutes' where resident_id = $1`, [
      bed.patient_id,
    ])
    await expect.poll(async () => (await known()).rows, { timeout: 40_000 }).toEqual([{ minutes: total + 60 }])
  }, 160_000)

  test('with waves reach who watches the resident, and give a rate to a device that sends nothing else [LI-8][LI-10]', async () => {
    const bed = newBed()
    await sinceLongAgo(bed)
    const patient = await join(patientQuery(bed))
    const clinic = await joinClinic()
    const wire = await login(bed)
    const hz = 10
    const seconds = 5
    const start = Date.now() - 60_000
    const at = (n: number) => Math.round(2_000 * Math.sin((2 * Math.PI * 15 * n) / (60 * hz))) / 1_000 + 0
    for (let piece = 0; piece < 60 / seconds; piece++) {
      const samples = Array.from({ length: seconds * hz }, (_, n) => at(piece * seconds * hz + n))
      const ts = start + (piece + 1) * seconds * 1_000
      await wire.publish(topics.telemetry(bed.device_id), JSON.stringify({ ts, wave: { hz, samples } }))
      const wave = await patient.next(isAction('waveform', (m) => m.start === ts - ((samples.length - 1) / hz) * 1_000))
      expect(wave).toMatchObject({ device_id: bed.device_id, hz, samples })
    }
    const last = await clinic.next(rrOf(bed, start + 60_000))
    expect(last.dist_rr).toBeNull()
    expect(Math.abs(last.rr! - 15)).toBeLessThan(0.5)
    expect(clinic.messages.filter(isAction('waveform'))).toEqual([])
    const stored = await readRaw(portal, bed.device_id, 1)
    // null rather than a guess while there is too little data
    expect(stored[0]).toMatchObject({ rr: null })
    expect(stored.at(-1)!.rr).toBeCloseTo(last.rr!, 3)
  })
})
