import { csvTable } from '@eupnea/contract/csv.ts'
import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import { listResidents, listRooms, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { deviceRoutes } from '../devices/index.ts'
import type { Ctx } from '../platform/context.ts'
import { createPool } from '../platform/database.ts'
import { type ResidentFilter, type RoomFilter, selectResidents, selectRooms } from './directory.sql.ts'
import { residentRoutes } from './index.ts'

let portal: TestHttp
let clinic_id: string
let nurse: SignedInClient
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp([...residentRoutes, ...deviceRoutes])
  clinic_id = await portal.createClinic({ floors: ['Ground', 'First'] })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  admin = await portal.asUser()
})
afterAll(() => portal.close())

type People = readonly (readonly [first: string, last: string, room: string, floor: string, device?: string])[]

async function fill(people: People): Promise<void> {
  for (const [first_name, last_name, room, floor, name] of people) {
    const { patient_id } = await nurse.call(saveResident, { clinic_id, first_name, last_name, room, floor })
    if (!name) continue
    const { device_id } = await admin.call(createDevice, { clinic_id, name })
    await nurse.call(assignDevice, { device_id, patient_id, status: 1 })
  }
}

describe('the directory', () => {
  beforeAll(async () => {
    await fill([
      ['Ada', 'Byron', '10', 'First', 'Window bed'],
      ['Grace', 'Hopper', '9', 'First'],
      ['Alan', 'Turing', '2', 'Ground', 'Door bed'],
    ])
    const gone = await nurse.call(saveResident, {
      ...{ clinic_id, first_name: 'Zoë', last_name: 'adams', room: '1', floor: 'Ground' },
      dateOfAdmission: '2026-01-02',
    })
    await nurse.call(setResidentStatus, { patient_id: gone.patient_id, status: 2 })
    await admin.call(createDevice, { clinic_id, name: 'Spare 10' })
    await admin.call(createDevice, { clinic_id, name: 'Spare 9' })
  })

  const names = async (input: object) => {
    const { items, pagination } = await nurse.call(listResidents, { clinic_id, status: '0,1,2', ...input })
    expect(pagination.total_records).toBe(items.length)
    return items.map(({ first_name }) => first_name)
  }

  it('finds by name either way round, by room and by device [RE-1]', async () => {
    expect(await names({ search: 'byron' })).toEqual(['Ada'])
    expect(await names({ search: 'Byron Ada' })).toEqual(['Ada'])
    expect(await names({ search: 'zoë a' })).toEqual(['Zoë'])
    expect(await names({ search: 'ZOE A' })).toEqual(['Zoë'])
    expect(await names({ name: 'zoe' })).toEqual(['Zoë'])
    expect(await names({ search: 'ädams' })).toEqual(['Zoë'])
    expect(await names({ search: '10' })).toEqual(['Ada'])
    expect(await names({ search: 'door' })).toEqual(['Alan'])
    expect(await names({ search: ' bed' })).toEqual(['Alan', 'Ada'])
    expect(await names({ search: '%' })).toEqual([])
  })

  it('takes `all` for every floor, as the reports do, in the list and in rooms [DA-3] [RE-1]', async () => {
    expect(await names({ floor: 'all' })).toEqual(await names({}))
    const rooms = await nurse.call(listRooms, { clinic_id })
    expect(await nurse.call(listRooms, { clinic_id, floor: 'all' })).toEqual(rooms)
  })

  it('finds by the preferred name, which list, rooms, record, CSV and audit have too [RE-1] [RE-2] [RP-8]', async () => {
    const [ada] = (await nurse.call(listResidents, { clinic_id, name: 'Ada' })).items
    const { patient_id } = ada!
    await nurse.call(saveResident, { patient_id, preferred_name: ' Addie ' })
    for (const search of ['addie', 'Addie Byron', 'Byron Addie', 'Ada Byron'])
      expect((await nurse.call(listResidents, { clinic_id, search })).items).toMatchObject([
        { patient_id, preferred_name: 'Addie' },
      ])
    expect((await nurse.call(listRooms, { clinic_id, search: 'addie' })).items).toMatchObject([
      { resident: { patient_id, first_name: 'Ada', preferred_name: 'Addie' } },
    ])
    const columns = csvTable(listResidents, { items: [], pagination: {} }).columns.map(({ name }) => name)
    expect(columns).toContain('preferred_name')
    const { detail } = await portal.owner
      .selectFrom('audit_entries')
      .select('detail')
      .where('act', '=', 'resident.update')
      .where('resident_id', '=', patient_id)
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ changes: { preferred_name: { before: '', after: 'Addie' } } })
    await nurse.call(saveResident, { patient_id, preferred_name: '' })
    expect(await names({ search: 'addie' })).toEqual([])
  })

  it('narrows by floor, room, status and device [RE-1]', async () => {
    expect(await names({ floor: 'Ground' })).toEqual(['Zoë', 'Alan'])
    expect(await names({ room: '10' })).toEqual(['Ada'])
    expect(await names({ status: '2' })).toEqual(['Zoë'])
    expect(await names({ device: 'with' })).toEqual(['Alan', 'Ada'])
    expect(await names({ device: 'without', status: '1' })).toEqual(['Grace'])
    expect((await nurse.refused(listResidents, { clinic_id, device: 'some' })).body.field).toBe('device')
  })

  it('sorts rooms as people count, floors as the facility lists them, both ways [RE-1]', async () => {
    const both = async (sort: string, expected: readonly string[]) => {
      expect(await names({ sort }), sort).toEqual(expected)
      expect(await names({ sort, order: 'desc' }), `${sort} desc`).toEqual(expected.toReversed())
    }
    await both('room', ['Zoë', 'Alan', 'Grace', 'Ada'])
    await both('name', ['Zoë', 'Ada', 'Grace', 'Alan'])
    await both('floor', ['Zoë', 'Alan', 'Grace', 'Ada'])
    await both('status', ['Alan', 'Grace', 'Ada', 'Zoë'])
    // Deleted residents come after discharged ones, although their status is the lowest.
    const [grace] = (await nurse.call(listResidents, { clinic_id, name: 'Grace' })).items
    await nurse.call(setResidentStatus, { patient_id: grace!.patient_id, status: 0 })
    await both('status', ['Alan', 'Ada', 'Zoë', 'Grace'])
    await nurse.call(setResidentStatus, { patient_id: grace!.patient_id, status: 1 })
    expect((await names({ sort: 'admission', order: 'desc' }))[0]).toBe('Zoë')
    expect((await nurse.refused(listResidents, { clinic_id, sort: 'dob' })).body.field).toBe('sort')
  })

  it('of rooms goes by floor and room, free devices at the end [RE-1]', async () => {
    const rooms = async (input: object = {}) =>
      (await nurse.call(listRooms, { clinic_id, ...input })).items.map(
        ({ room, resident, device }) => `${room}|${resident?.first_name ?? ''}|${device?.device_name ?? ''}`,
      )
    expect(await rooms()).toEqual(['2|Alan|Door bed', '9|Grace|', '10|Ada|Window bed', '||Spare 9', '||Spare 10'])
    expect(await rooms({ page: 2, page_size: 4 })).toEqual(['||Spare 10'])
    expect(await rooms({ floor: 'First' })).toEqual(['9|Grace|', '10|Ada|Window bed'])
    expect(await rooms({ state: 'free' })).toEqual(['||Spare 9', '||Spare 10'])
    expect(await rooms({ state: 'no_device' })).toEqual(['9|Grace|'])
    expect(await rooms({ state: 'disconnected' })).toEqual(['2|Alan|Door bed', '10|Ada|Window bed'])
    expect(await rooms({ state: 'connected' })).toEqual([])
    expect(await rooms({ search: 'spare' })).toEqual(['||Spare 9', '||Spare 10'])
    expect(await rooms({ search: 'hopper' })).toEqual(['9|Grace|'])
    const outsider = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    expect((await outsider.refused(listRooms, { clinic_id })).status).toBe(404)
  })
})

describe('a facility of 5,000 residents', () => {
  const crowd = 5_000
  let crowded: string

  beforeAll(async () => {
    crowded = await portal.createClinic({ floors: ['1', '2', '3'] })
    await sql`insert into residents (id, clinic_id, first_name, last_name, room, floor, status, date_of_admission)
      select 'crowd-' || n, ${crowded}, 'First' || n % 97, 'Last' || n % 89, n::text, (n % 3 + 1)::text, n % 3,
        date '2026-01-01' + n % 200 from generate_series(1, ${crowd}) n`.execute(portal.owner)
    await sql`insert into devices (id, uid, name, tz, clinic_id, key_hash)
      select 'crowd-d' || n, 'crowd-u' || n, 'Sensor ' || n, 'UTC', ${crowded}, ''::bytea
      from generate_series(1, ${crowd}) n`.execute(portal.owner)
    await sql`insert into device_assignments (clinic_id, device_id, resident_id, since)
      select ${crowded}, 'crowd-d' || n, 'crowd-' || n, now() from generate_series(1, ${crowd}) n where n % 3 = 1`.execute(
      portal.owner,
    )
    await sql`analyze`.execute(portal.owner)
  })

  it('is paged without gaps and found by a device [RE-1]', async () => {
    const seen = new Set<string>()
    for (const page of [1, 2, 24, 25]) {
      const { items, pagination } = await admin.call(listResidents, {
        ...{ clinic_id: crowded, status: '0,1,2', sort: 'name', page, page_size: 200 },
      })
      expect(pagination.total_records).toBe(crowd)
      for (const { patient_id } of items) seen.add(patient_id)
    }
    expect(seen.size).toBe(800)
    const { items } = await admin.call(listResidents, { clinic_id: crowded, status: '3', search: 'Sensor 4999' })
    expect(items.map(({ patient_id }) => patient_id)).toEqual(['crowd-4999'])
    const { pagination } = await admin.call(listRooms, { clinic_id: crowded })
    expect(pagination.total_records).toBe(crowd)
  })

  it('is not searched through those of others, nor its devices one resident at a time [RE-1]', async () => {
    // Other clinics' residents, so that this clinic is a small part of the table, as in a real portal.
    await sql`insert into clinics (id, slug, name, tz) select 'other-' || n, 'other-' || n, 'Other ' || n, 'UTC'
      from generate_series(1, 10) n`.execute(portal.owner)
    await sql`insert into residents (id, clinic_id, first_name, last_name, room, status)
      select 'else-' || n, 'other-' || n % 10 + 1, 'F' || n, 'L' || n, n::text, 1 from generate_series(1, 40000) n`.execute(
      portal.owner,
    )
    await sql`analyze`.execute(portal.owner)
    const pool = createPool(portal.connections.work, { name: 'plans', max: 1, settings: { 'app.scope': 'all' } })
    const statements: { sql: string; parameters: readonly unknown[] }[] = []
    const db = new Kysely({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters }),
    })
    const ctx = { db, actor: { type: 'job', name: 'test' } } as unknown as Ctx
    const page = { offset: 0, limit: 50 }
    const floors = ['1', '2', '3']
    const lists: Partial<ResidentFilter>[] = [
      ...(['room', 'name', 'floor', 'status', 'admission'] as const).flatMap((sort) =>
        (['asc', 'desc'] as const).map((order) => ({ sort, order })),
      ),
      { search: 'last5' },
      { search: 'sensor 17' },
      { floor: '2' },
      { device: 'with' },
      { device: 'without' },
    ]
    const rooms: Partial<RoomFilter>[] = [{}, { search: 'sensor 17' }, { state: 'free' }, { state: 'disconnected' }]
    try {
      for (const list of lists)
        await selectResidents(
          ctx,
          { clinic_id: crowded, statuses: [0, 1, 2], sort: 'room', order: 'asc', floors, days: [], ...list },
          page,
        )
      for (const list of rooms) await selectRooms(ctx, { clinic_id: crowded, floors, ...list }, page)
      expect(statements.length).toBeGreaterThan(lists.length + rooms.length)
      for (const { sql: text, parameters } of statements) {
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`, [
          ...parameters,
        ])
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan, text).not.toContain('Seq Scan on residents')
        for (const loops of plan.matchAll(/loops=(\d+)/g)) expect(Number(loops[1]), plan).toBeLessThan(crowd / 3)
      }
    } finally {
      await db.destroy()
    }
  })
})
