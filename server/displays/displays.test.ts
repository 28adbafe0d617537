import * as calls from '@eupnea/contract/displays.ts'
import { updateClinicPlan, updateResidentPlan } from '@eupnea/contract/plans.ts'
import { listLastRr, listResidents } from '@eupnea/contract/residents.ts'
import { codeLetters } from '@eupnea/contract/rules/display-code.ts'
import { defaultPlan, limitsOf } from '@eupnea/contract/rules/plan.ts'
import { createLiveToken, readSession } from '@eupnea/contract/sessions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { LiveState, stateRoutes } from '../live/state/index.ts'
import { loadBeds } from '../live/state/state.sql.ts'
import { planRoutes } from '../plans/index.ts'
import { withCtx } from '../platform/context.ts'
import { createPool } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { residentRoutes } from '../residents/index.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { bringBackCodes, displayRoutes } from './index.ts'

let portal: TestHttp
let admin: SignedInClient
let nurse: SignedInClient
let clinic_id: string
let pool: ReturnType<typeof createPool>
const state = new LiveState()

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...displayRoutes('a secret of tests'),
    ...sessionRoutes(sessions),
    ...residentRoutes,
    ...planRoutes,
    ...stateRoutes(state),
  ])
  admin = await portal.asUser()
  pool = createPool(portal.connections.work, { name: 'state', max: 1, settings: { 'app.scope': 'all' } })
})
beforeEach(async () => {
  clinic_id = await portal.createClinic({ name: 'Maple House', tz: 'Europe/London', floors: ['1', '2'] })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
})
afterAll(async () => {
  await pool.end()
  await portal.close()
})

/** Each request has its own client address unless one is given, so that guesses don't add up between tests. */
let address = 0
async function enrol(code: string, from = `10.1.0.${++address}`) {
  const answer = await fetch(`${portal.url}/api${calls.enrolDisplay.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ code }),
  })
  return { status: answer.status, body: (await answer.json()) as { token: string; code: string; field: string } }
}

const makeCode = (floor?: string) => nurse.call(calls.createDisplay, { clinic_id, ...(floor && { floor }) })

async function newDisplay(floor?: string): Promise<{ client: Client; display_id: string; token: string }> {
  const { code, display_id } = await makeCode(floor)
  const { token } = (await enrol(code)).body
  return { client: portal.withToken(token), display_id, token }
}

/** A resident with a device, in the live state too. */
async function addResident(room: string, floor: string) {
  const id = await portal.createResident({ clinic_id, preferred_name: 'Addie', room, floor })
  const device = await portal.owner
    .insertInto('devices')
    .values({ clinic_id, uid: `uid-${id}`, name: 'Byron’s sensor', tz: 'Europe/London', key_hash: Buffer.alloc(0) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await portal.owner
    .insertInto('device_assignments')
    .values({ clinic_id, device_id: device.id, resident_id: id, since: Temporal.Now.instant() })
    .execute()
  for (const bed of await loadBeds(pool, Date.now(), [device.id])) state.put(bed)
  return { patient_id: id, device_id: device.id }
}

const words = () => ({
  clinic_id,
  title: 'High Respiratory',
  description: 'Ada Byron',
  action: 'rr',
  extra_detail: '{}',
})

/** A danger. */
async function raise(bed: Awaited<ReturnType<typeof addResident>>, direction: string, is_late = false) {
  const { patient_id, device_id } = bed
  const values = { clinic_id, resident_id: patient_id, device_id, direction, severity: 'danger', rr: 33 }
  const episode = await portal.owner.insertInto('episodes').values(values).returning('id').executeTakeFirstOrThrow()
  const row = { ...words(), patient_id, episode_id: episode.id, severity: 'danger', is_late }
  return (await portal.owner.insertInto('notifications').values(row).returning('id').executeTakeFirstOrThrow()).id
}

describe('a code', () => {
  it('has 8 letters and digits that nobody mistakes, works once, as it is typed [DI-1]', async () => {
    const { code, expires_at } = await makeCode()
    expect(code).toMatch(new RegExp(`^[${codeLetters}]{8}$`))
    expect(codeLetters).not.toMatch(/[01258BGIOQSUVZ]/)
    const minutes = Temporal.Now.instant().until(expires_at).total('minutes')
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10)
    const first = await enrol(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)
    expect(first.status).toBe(201)
    expect(await enrol(code)).toMatchObject({ status: 422, body: { code: 'code_refused', field: 'code' } })
  })

  it('enrols one of several that try at the same moment [DI-1]', async () => {
    const { code } = await makeCode()
    const answers = await Promise.all([1, 2, 3, 4].map(() => enrol(code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
  })

  it('ends after ten minutes, and leaves nothing behind [DI-1]', async () => {
    const { code, display_id } = await makeCode()
    await sql`update displays set code_expires_at = now() where id = ${display_id}`.execute(portal.owner)
    expect((await enrol(code)).status).toBe(422)
    await makeCode()
    const { rows } = await sql`select from displays where id = ${display_id}`.execute(portal.owner)
    expect(rows).toEqual([])
  })

  it.each([
    ['disabled', (id: string) => sql`update users set status = 0 where id = ${id}`],
    ['deleted', (id: string) => sql`delete from users where id = ${id}`],
    ['moved elsewhere', (id: string) => sql`delete from user_clinics where user_id = ${id}`],
  ])('opens nothing once whoever made it is %s [DI-1] [LI-3]', async (_how, leave) => {
    const { code } = await makeCode()
    await leave(nurse.userId).execute(portal.owner)
    expect(await enrol(code)).toMatchObject({ status: 422, body: { code: 'code_refused' } })
  })

  it('lasts no longer when the clock is set back [DI-1]', async () => {
    const { display_id } = await makeCode()
    await sql`update displays set created_at = created_at + interval '3 hours',
      code_expires_at = code_expires_at + interval '3 hours' where id = ${display_id}`.execute(portal.owner)
    const origin = { database: portal.databases.identity, actor: { type: 'job' as const, name: 'test' } }
    await withCtx({ ...origin, log: createLog('silent') }, bringBackCodes)
    const { rows } = await sql`select round(extract(epoch from code_expires_at - now()) / 60)::int as minutes
      from displays where id = ${display_id}`.execute(portal.owner)
    expect(rows).toEqual([{ minutes: 10 }])
  })

  it('is refused when it was never made, and an address soon may not guess any more [DI-1]', async () => {
    const from = '10.2.0.1'
    expect(await enrol('short', from)).toMatchObject({ status: 422, body: { field: 'code' } })
    const statuses: number[] = []
    for (let guess = 0; guess < 70; guess++) statuses.push((await enrol('AAAAAAAA', from)).status)
    expect(new Set(statuses)).toEqual(new Set([422, 429]))
    const { code } = await makeCode()
    expect((await enrol(code, from)).status).toBe(429)
    expect((await enrol(code)).status).toBe(201)
  })

  it('is made for one’s own facility and one of its floors, and kept as a hash [DI-1]', async () => {
    const foreign = await portal.createClinic()
    expect((await nurse.refused(calls.createDisplay, { clinic_id: foreign })).status).toBe(404)
    expect((await nurse.refused(calls.createDisplay, { clinic_id, floor: '9' })).body.field).toBe('floor')
    const whole = await newDisplay('all')
    const { items } = await nurse.call(calls.listDisplays, { clinic_id })
    expect(items.find(({ display_id }) => display_id === whole.display_id)?.floor).toBeNull()
    const { code } = await makeCode('2')
    const { token } = (await enrol((await makeCode()).code)).body
    const { rows } = await sql<{ row: string }>`select to_jsonb(d)::text as row from displays d`.execute(portal.owner)
    expect(rows.map(({ row }) => row).join()).not.toMatch(new RegExp(`${code}|${token}`))
  })
})

describe('a display', () => {
  it('reads who is in care, as room and initials, and their newest values [DI-1]', async () => {
    const { patient_id, device_id } = await addResident('104', '1')
    const { client } = await newDisplay()
    const wall = await client.call(calls.readWall, {})
    expect(wall).toMatchObject({
      clinic: { id: clinic_id, name: 'Maple House', tz: 'Europe/London' },
      floor: null,
      plan: limitsOf(defaultPlan),
    })
    expect(wall.residents).toEqual([
      {
        ...{ patient_id, first_name: 'A.B.', last_name: '', preferred_name: '', room: '104', floor: '1' },
        device: { device_id, device_tz: 'Europe/London' },
        flaggedResidentNotes: { status: 1 },
        plan: limitsOf(defaultPlan),
        notice: null,
      },
    ])
    const { items } = await client.call(listLastRr, { clinic_id })
    expect(items.map((item) => item.device_id)).toEqual([device_id])
    expect(JSON.stringify([wall, items])).not.toMatch(/Ada|Byron|Addie/)
  })

  it('knows the facility’s limits, against which a resident’s are their own [DI-1] [PL-2]', async () => {
    const { patient_id } = await addResident('104', '1')
    await admin.call(updateClinicPlan, { clinic_id, high: 24, reason: 'As the house decided' })
    await admin.call(updateResidentPlan, { patient_id, low: 14, high: 28, reason: 'Usually breathes fast' })
    const { plan, residents } = await (await newDisplay()).client.call(calls.readWall, {})
    expect([plan.high, residents[0]!.plan.low, residents[0]!.plan.high]).toEqual([24, 14, 28])
  })

  it('shows names when an administrator says so, and nobody else can [DI-1]', async () => {
    await addResident('104', '1')
    const { client, display_id } = await newDisplay()
    expect((await nurse.refused(calls.updateDisplay, { display_id, shows_names: true })).status).toBe(403)
    await admin.call(calls.updateDisplay, { display_id, shows_names: true })
    const [resident] = (await client.call(calls.readWall, {})).residents
    expect(resident).toMatchObject({ first_name: 'Ada', last_name: 'Byron', preferred_name: 'Addie' })
  })

  it('knows that something asks on its floor or of the facility, until somebody acknowledges it, and no more of it [DI-1]', async () => {
    const [above, below] = [await addResident('104', '1'), await addResident('204', '2')]
    await raise(above, 'high')
    const danger = await raise(below, 'high')
    await raise(below, 'low', true)
    const since = { clinic_id, cause: 'readings', since: Temporal.Now.instant() }
    const outage = await portal.owner
      .insertInto('monitoring_outages')
      .values(since)
      .returning('id')
      .executeTakeFirstOrThrow()
    await portal.owner
      .insertInto('notifications')
      .values({ ...words(), kind: 'monitoring', severity: 'warning', outage_id: outage.id })
      .execute()
    const { client } = await newDisplay('2')
    const asking = async () => (await client.call(calls.readWall, {})).asking
    const before = await asking()
    expect(before.map(({ severity }) => severity).toSorted()).toEqual(['danger', 'warning'])
    expect(JSON.stringify(before)).not.toMatch(/Ada|Byron|Respiratory/)
    const acknowledged = { acknowledged_at: Temporal.Now.instant(), acknowledged_name: 'Grace' }
    await portal.owner.updateTable('notifications').set(acknowledged).where('id', '=', danger).execute()
    expect((await asking()).map(({ severity }) => severity)).toEqual(['warning'])
  })

  it('shows when it was acknowledged or until when it is snoozed, not by whom, until a danger asks again [DI-1] [AN-2] [AN-6]', async () => {
    const id = await raise(await addResident('104', '1'), 'high')
    const { client } = await newDisplay()
    const become = async (values: object) => {
      await portal.owner.updateTable('notifications').set(values).where('id', '=', id).execute()
      const wall = await client.call(calls.readWall, {})
      expect(JSON.stringify(wall)).not.toMatch(/Grace/)
      return [wall.residents[0]!.notice, wall.asking.length]
    }
    const at = Temporal.Now.instant().round('millisecond')
    expect(await become({ acknowledged_at: at, acknowledged_name: 'Grace' })).toEqual([
      { state: 'acknowledged', severity: 'danger', acknowledged: { at: at.toString() }, snoozed: null },
      0,
    ])
    const asksAgain = await become({ acknowledged_at: at.subtract({ minutes: 31 }) })
    expect(asksAgain).toMatchObject([{ state: 'open' }, 1])
    const until = at.add({ minutes: 10 })
    expect(await become({ acknowledged_at: null, snoozed_until: until, snoozed_name: 'Grace' })).toEqual([
      { state: 'snoozed', severity: 'danger', acknowledged: null, snoozed: { until: until.toString() } },
      0,
    ])
  })

  it('of one floor sees nobody of another, and none sees another facility [DI-1]', async () => {
    const [first, second] = [await addResident('104', '1'), await addResident('204', '2')]
    const { client } = await newDisplay('2')
    const seen = async () => [
      (await client.call(calls.readWall, {})).residents.map(({ patient_id }) => patient_id),
      (await client.call(listLastRr, { clinic_id })).items.map(({ patient_id }) => patient_id),
    ]
    expect(await seen()).toEqual([[second.patient_id], [second.patient_id]])
    await sql`update residents set floor = '2' where id = ${first.patient_id}`.execute(portal.owner)
    expect((await seen()).map((ids) => ids?.toSorted())).toEqual(
      [1, 2].map(() => [first.patient_id, second.patient_id].toSorted()),
    )
    const foreign = await portal.createClinic()
    expect((await client.refused(listLastRr, { clinic_id: foreign })).status).toBe(404)
  })

  it('says that its floor is gone, and gets another by an administrator, with which its live connections begin anew [DI-1]', async () => {
    const [first, second] = [await addResident('104', '1'), await addResident('204', '2')]
    const { client, display_id, token } = await newDisplay('2')
    const wall = async () => {
      const { floor, is_floor_gone, residents } = await client.call(calls.readWall, {})
      return { floor, is_floor_gone, shown: residents.map(({ patient_id }) => patient_id) }
    }
    expect(await wall()).toEqual({ floor: '2', is_floor_gone: false, shown: [second.patient_id] })
    await sql`update clinics set floors = '{1,Upper}' where id = ${clinic_id}`.execute(portal.owner)
    // Residents whose record still has the old name are shown.
    expect(await wall()).toEqual({ floor: '2', is_floor_gone: true, shown: [second.patient_id] })
    await sql`update residents set floor = 'Upper' where id = ${second.patient_id}`.execute(portal.owner)
    expect(await wall()).toEqual({ floor: '2', is_floor_gone: true, shown: [] })
    // It may keep what it has.
    await admin.call(calls.updateDisplay, { display_id, name: 'Desk', floor: '2' })
    const unknown = await admin.refused(calls.updateDisplay, { display_id, floor: '9' })
    expect([unknown.status, unknown.body.field]).toEqual([422, 'floor'])
    expect((await nurse.refused(calls.updateDisplay, { display_id, floor: 'Upper' })).status).toBe(403)
    expect(await admin.call(calls.updateDisplay, { display_id, floor: 'Upper' })).toMatchObject({ floor: 'Upper' })
    expect(await wall()).toEqual({ floor: 'Upper', is_floor_gone: false, shown: [second.patient_id] })
    expect(await portal.sessions.resolveLive(token)).toMatchObject({ actor: { floor: 'Upper' } })
    await admin.call(calls.updateDisplay, { display_id, floor: null })
    expect((await wall()).shown.toSorted()).toEqual([first.patient_id, second.patient_id].toSorted())
    const changes = await portal.owner
      .selectFrom('audit_entries')
      .select(sql`detail -> 'changes' -> 'floor'`.as('floor'))
      .where('act', '=', 'display.update')
      .where('clinic_id', '=', clinic_id)
      .orderBy('id')
      .execute()
    expect(changes.map(({ floor }) => floor)).toEqual([
      null,
      { before: '2', after: 'Upper' },
      { before: 'Upper', after: null },
    ])
  })

  it('may make no other call [DI-1]', async () => {
    const { client } = await newDisplay()
    for (const [call, input] of [
      [listResidents, { clinic_id }],
      [readSession, {}],
      [calls.listDisplays, { clinic_id }],
      [calls.createDisplay, { clinic_id }],
    ] as const)
      expect((await client.refused(call, input)).status, call.name).toBe(403)
  })

  it('opens live connections, with its token or with one that works once [DI-1]', async () => {
    const { client, token, display_id } = await newDisplay('2')
    const actor = { type: 'display', id: display_id, clinicIds: [clinic_id], floor: '2' }
    expect(await portal.sessions.resolveLive(token)).toMatchObject({ actor, expiresAt: null })
    const live = (await client.call(createLiveToken, {})).token
    expect(await portal.sessions.resolveLive(live)).toMatchObject({ actor, expiresAt: null })
    expect(await portal.sessions.resolveLive(live)).toBeNull()
    const late = (await client.call(createLiveToken, {})).token
    await nurse.call(calls.revokeDisplay, { display_id })
    expect(await portal.sessions.resolveLive(late)).toBeNull()
    expect(await portal.sessions.resolveLive(token)).toBeNull()
  })

  it('is listed with who enrolled it and when it was last seen, until it is revoked [DI-1]', async () => {
    const { code, display_id } = await nurse.call(calls.createDisplay, { clinic_id, name: 'Desk', floor: '2' })
    const list = async () => (await nurse.call(calls.listDisplays, { clinic_id })).items
    expect(await list()).toEqual([])
    const client = portal.withToken((await enrol(code)).body.token)
    expect(await list()).toMatchObject([
      { ...{ display_id, name: 'Desk', floor: '2', shows_names: false }, enrolled_by: 'Test User', seen_at: null },
    ])
    await client.call(calls.readWall, {})
    expect((await list())[0]?.seen_at).not.toBeNull()

    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    expect((await other.refused(calls.revokeDisplay, { display_id })).status).toBe(404)
    await nurse.call(calls.revokeDisplay, { display_id })
    expect(await list()).toEqual([])
    expect((await client.refused(calls.readWall, {})).status).toBe(401)
    expect((await nurse.refused(calls.revokeDisplay, { display_id })).status).toBe(404)
    const acts = await portal.owner
      .selectFrom('audit_entries')
      .select(['act', 'actor_type'])
      .where('clinic_id', '=', clinic_id)
      .where('act', 'in', ['display.create', 'display.enrol', 'display.read-wall', 'display.revoke'])
      .orderBy('id')
      .execute()
    expect(acts.map(({ act, actor_type }) => `${actor_type} ${act}`)).toEqual([
      'user display.create',
      'job display.enrol',
      'display display.read-wall',
      'user display.revoke',
    ])
  })
})
