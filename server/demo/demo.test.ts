import { createClinic as declaration, listClinics, listFloors, removeDemo } from '@eupnea/contract/clinics.ts'
import {
  assignDevice,
  createDevice,
  listDeviceRecords,
  listDevices,
  readDevice,
  updateDevice,
} from '@eupnea/contract/devices.ts'
import { listResidents, saveResident } from '@eupnea/contract/residents.ts'
import { readSession, signIn } from '@eupnea/contract/sessions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, createMemoryStore, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { clinicRoutes, createClinic } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { residentRoutes } from '../residents/index.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { userRoutes } from '../users/index.ts'
import { createDemo, type Demo, demoRoutes } from './index.ts'

let portal: TestHttp
let demo: Demo
let nurse: Client
const log = createLog('silent')

const tables = ['residents', 'devices', 'device_assignments', 'user_clinics', 'clinics', 'users'] as const
const samples = ['readings', 'waves', 'minutes', 'hours', 'latest', 'presence'] as const

const count = async (table: (typeof tables)[number] | (typeof samples)[number]): Promise<number> =>
  (await portal.owner.selectFrom(table).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...sessionRoutes(sessions),
    ...userRoutes(sessions),
    ...clinicRoutes(createMemoryStore()),
    ...residentRoutes,
    ...deviceRoutes,
    ...demoRoutes,
  ])
  const actor = { type: 'job', name: 'first-start' } as const
  demo = await withCtx({ database: portal.databases.identity, actor, log }, (ctx) =>
    createDemo(ctx, portal.sessions, 2),
  )
  const { email, password } = demo
  const answer = await portal.anonymous.call(signIn, { email, password })
  nurse = portal.withToken((answer as { token: string }).token)
})
afterAll(() => portal.close())

it('is a facility of two floors with 24 residents, each under a device, seen by its own user [FA-1]', async () => {
  const { items: clinics } = await nurse.call(listClinics, {})
  expect(clinics).toMatchObject([
    { id: demo.clinic_id, name: 'Maple Court', slug: 'maple-court', tz: 'Europe/London', is_demo: true },
  ])
  const { items: residents } = await nurse.call(listResidents, { clinic_id: demo.clinic_id, status: '3' })
  const rooms = ['1', '2'].flatMap((floor) =>
    Array.from({ length: 12 }, (_, at) => ({ floor, room: `${floor}${String(at + 1).padStart(2, '0')}` })),
  )
  expect(residents.map(({ floor, room }) => ({ floor, room }))).toEqual(rooms)
  expect(new Set(residents.map(({ last_name }) => last_name)).size).toBe(24)
  expect(residents.map(({ device }) => device?.device_name)).toEqual(rooms.map(({ room }) => `Sensor ${room}`))
  const { items: devices } = await nurse.call(listDevices, { limit: 200 })
  expect(devices.map(({ device_uid }) => device_uid).sort()).toEqual(rooms.map(({ room }) => `demo-${room}`))
  const { items: floors } = await nurse.call(listFloors, { clinic_id: demo.clinic_id })
  expect(floors.map(({ residents: here }) => here)).toEqual([12, 12])
})

it('leaves a sensor that residents of another facility lay under, with what it stored, in stock [FA-1] [DE-2]', async () => {
  const {
    owner,
    databases: { identity: database },
  } = portal
  const other = await portal.createClinic({ name: 'Elm House' })
  const second = await withCtx({ database, actor: { type: 'job', name: 'test' }, log }, (ctx) =>
    createClinic({ ctx, input: declaration.input.parse({ name: 'Second Demo', tz: 'UTC' }), isDemo: true }),
  )
  const admin = await portal.asUser()
  const { patient_id } = await admin.call(saveResident, { clinic_id: other, first_name: 'Ada', last_name: 'Byron' })
  const { device_id } = await admin.call(createDevice, { clinic_id: other })
  const { device_id: own } = await admin.call(createDevice, { clinic_id: second.id })
  for (const status of [1, 0] as const) await admin.call(assignDevice, { device_id, patient_id, status })
  await sql`select keep_partitions(current_date, current_date, current_date, current_date)`.execute(owner)
  await sql`insert into minutes select d.no, c.no, date_trunc('minute', now()), 1, 1, 14, 14, 14, 1, 1, 1
    from devices d join clinics c on c.id = d.clinic_id where d.id in (${device_id}, ${own})`.execute(owner)
  await admin.call(updateDevice, { device_id, clinic_id: second.id })
  await admin.call(removeDemo, { clinic_id: second.id })
  expect(await admin.call(readDevice, { device_id })).toMatchObject({ clinic_id: null, record_status: 'active' })
  expect((await admin.refused(readDevice, { device_id: own })).status).toBe(404)
  expect((await admin.call(listDeviceRecords, { device_id })).items).toMatchObject([{ patient_id }])
  expect(await count('minutes')).toBe(1)
  // Restores the state for the next test.
  await owner.deleteFrom('minutes').execute()
  await owner.deleteFrom('devices').where('id', '=', device_id).execute()
  await owner.deleteFrom('clinics').where('id', '=', other).execute()
  await owner.deleteFrom('users').where('id', '=', admin.userId).execute()
})

it('is removed with everything in it by one call, and no other facility can be [FA-1]', async () => {
  const other = await portal.createClinic({ name: 'Real House' })
  const admin = await portal.asUser()
  const keeper = await portal.asUser({ groups: ['clinic'], clinicIds: [other] })
  const insertDevice = { uid: 'real', name: 'Real', tz: 'UTC', clinic_id: other, key_hash: Buffer.alloc(32) }
  await portal.owner.insertInto('devices').values(insertDevice).execute()
  await sql`select keep_partitions(current_date, current_date, current_date, current_date)`.execute(portal.owner)
  await sql`insert into readings select d.no, coalesce(c.no, 0), now(), 14, 1 from devices d left join clinics c on c.id = d.clinic_id`.execute(
    portal.owner,
  )
  await sql`insert into minutes select no, 1, date_trunc('minute', now()), 1, 1, 14, 14, 14, 1, 1, 1 from devices`.execute(
    portal.owner,
  )
  await sql`insert into hours select no, 1, date_trunc('hour', now()), 1, 1, 1, 1, 14, 14, 14, 1 from devices`.execute(
    portal.owner,
  )
  await sql`insert into waves select no, 1, now(), 10, ''::bytea from devices`.execute(portal.owner)
  await sql`insert into latest select no, 1, now(), 14, 1, now() from devices`.execute(portal.owner)
  await sql`insert into presence select no, true, now() from devices`.execute(portal.owner)
  expect(await count('readings')).toBe(25)

  expect((await nurse.refused(removeDemo, { clinic_id: demo.clinic_id })).status).toBe(403)
  const real = await admin.refused(removeDemo, { clinic_id: other })
  expect([real.status, real.body.code]).toEqual([409, 'not_a_demo'])
  expect((await admin.refused(removeDemo, { clinic_id: 'missing' })).status).toBe(404)
  expect(await count('devices')).toBe(25)

  await admin.call(removeDemo, { clinic_id: demo.clinic_id })
  expect(Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)])))).toEqual({
    residents: 0,
    devices: 1,
    device_assignments: 0,
    user_clinics: 1,
    clinics: 1,
    users: 2,
  })
  for (const table of samples) expect([table, await count(table)]).toEqual([table, 1])
  expect((await nurse.refused(readSession, {})).status).toBe(401)
  expect((await keeper.call(listClinics, {})).items.map(({ id }) => id)).toEqual([other])
  expect((await admin.refused(removeDemo, { clinic_id: demo.clinic_id })).status).toBe(404)
})
