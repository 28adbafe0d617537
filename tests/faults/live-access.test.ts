import { createHash } from 'node:crypto'
import { createLiveToken, signOut } from '@eupnea/contract/sessions.ts'
import { createUser, deleteUser, setUserClinics, setUserStatus } from '@eupnea/contract/users.ts'
import { describe, expect, test } from 'vitest'
import { WebSocket as PageSocket } from 'ws'
import { isAction } from '../kit/live-client.ts'
import { admin, sendCall, signInAs } from '../kit/spawn-portal.ts'
import { type Bed, createWard } from '../kit/ward.ts'
import {
  join,
  joinClinic,
  login,
  newBed,
  open,
  patience,
  patientQuery,
  portal,
  sql,
  statusOf,
  useLivePortal,
  ward,
} from './live.fixture.ts'
import { say } from './wire.ts'

/** Who may open live connections, and when they end, from outside. */

useLivePortal()

const password = 'staple battery horse 7'

describe('a dashboard', () => {
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
})
