import { listFloors, updateClinic } from '@eupnea/contract/clinics.ts'
import { createDuty } from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { dutyRoutes } from '../duties/index.ts'
import { listenToEvents, type PortalEvent } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { clinicRoutes } from './index.ts'

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp([...clinicRoutes(createMemoryStore()), ...dutyRoutes({ mail: true, sms: true })])
  admin = await portal.asUser()
})
afterAll(() => portal.close())

it('a renamed floor keeps its residents, sensors, duties, displays and reports [FA-1] [AN-7] [DI-1]', async () => {
  const [clinic_id, other] = [await portal.createClinic({ floors: ['1', '2', '3'] }), await portal.createClinic()]
  const hours = (count: number) => Temporal.Now.instant().add({ hours: count })
  const by = { user_id: admin.userId, recorded_by: admin.userId, recorded_name: 'Ada' }
  for (const clinic of [clinic_id, other]) {
    await portal.createResident({ clinic_id: clinic, room: '7', floor: '1' })
    await portal.createResident({ clinic_id: clinic, room: '8', floor: '2', status: 0 })
    const device_id = await portal.createDevice({ clinic_id: clinic })
    await portal.owner
      .insertInto('device_beds')
      .values({ device_id, clinic_id: clinic, room: '7', floor: '1' })
      .execute()
    const duty = (floors: string[], until: Temporal.Instant) => ({ ...by, clinic_id: clinic, floors, until })
    await portal.owner
      .insertInto('duties')
      .values([duty(['3', '2', '1'], hours(8)), duty([], hours(8)), { ...duty(['1'], hours(-1)), since: hours(-9) }])
      .execute()
    const report = { clinic_id: clinic, floor: '1', date: '2026-04-01' }
    await portal.owner
      .insertInto('daily_reports')
      .values({ ...report, file_name: 'report.pdf', made_by: 'a@b.c' })
      .execute()
    const link = { ...report, recipient: 'Dr Grey', created_by: 'a@b.c', expires_at: hours(8) }
    await portal.owner
      .insertInto('report_links')
      .values({ ...link, token_hash: clinic })
      .execute()
    const display = { clinic_id: clinic, floor: '2', name: 'Desk', enrolled_by: admin.userId, enrolled_name: 'Ada' }
    await portal.owner
      .insertInto('displays')
      .values({ ...display, token_hash: clinic, enrolled_at: hours(-1) })
      .execute()
  }
  const of = async (clinic: string) => {
    type Table = 'residents' | 'device_beds' | 'displays' | 'daily_reports' | 'report_links'
    const all = async (table: Table, column: 'floor') =>
      (
        await portal.owner.selectFrom(table).where('clinic_id', '=', clinic).select(column).orderBy(column).execute()
      ).map((row) => row[column])
    const duties = portal.owner.selectFrom('duties').where('clinic_id', '=', clinic).select('floors').orderBy('floors')
    return {
      residents: await all('residents', 'floor'),
      beds: await all('device_beds', 'floor'),
      displays: await all('displays', 'floor'),
      reports: await all('daily_reports', 'floor'),
      links: await all('report_links', 'floor'),
      duties: (await duties.execute()).map(({ floors }) => floors),
    }
  }
  const elsewhere = await of(other)
  const heard: PortalEvent[] = []
  const listener = await listenToEvents(portal.connections.work, createLog('silent'))
  listener.on((event) => heard.push(event))

  const renamed_floors = [
    { from: '1', to: 'Ground' },
    { from: '2', to: 'Upper' },
  ]
  const was = { floors: ['1', '2', '3'] }
  await admin.call(updateClinic, { clinic_id, floors: ['Upper', 'Ground', '3'], was, renamed_floors })
  const followed = {
    residents: ['Ground', 'Upper'],
    beds: ['Ground'],
    displays: ['Upper'],
    reports: ['Ground'],
    links: ['Ground'],
    // What is over keeps the name of its time.
    duties: [[], ['1'], ['3', 'Ground', 'Upper']],
  }
  expect(await of(clinic_id)).toEqual(followed)
  expect(await of(other)).toEqual(elsewhere)
  expect((await admin.call(listFloors, { clinic_id })).unlisted).toEqual([])
  await listener.caughtUp()
  await listener.close()
  const [display] = await portal.owner.selectFrom('displays').where('clinic_id', '=', clinic_id).select('id').execute()
  expect(heard).toContainEqual({ type: 'display_changed', display_id: display!.id })
  for (const noun of ['residents', 'duties', 'displays', 'imports'] as const)
    expect(heard).toContainEqual({ type: 'changed', noun, clinic_id })
  const [entry] = await portal.owner
    .selectFrom('audit_entries')
    .where('clinic_id', '=', clinic_id)
    .where('act', '=', 'clinic.update')
    .select('detail')
    .execute()
  const changes = { floors: { before: ['1', '2', '3'], after: ['Upper', 'Ground', '3'] } }
  expect(entry!.detail).toEqual({ changes, renamed_floors })

  // Its answer was lost: the same again changes nothing.
  await admin.call(updateClinic, { clinic_id, floors: ['Upper', 'Ground', '3'], was, renamed_floors })
  expect(await of(clinic_id)).toEqual(followed)
  // Those of a floor that was removed long ago.
  await portal.owner.updateTable('residents').set({ floor: 'Garden' }).where('clinic_id', '=', clinic_id).execute()
  await admin.call(updateClinic, { clinic_id, renamed_floors: [{ from: 'Garden', to: '3' }] })
  expect((await of(clinic_id)).residents).toEqual(['3', '3'])
  for (const refused of [
    { from: '3', to: 'Ground' },
    { from: '1', to: 'Roof' },
  ])
    expect(await admin.refused(updateClinic, { clinic_id, renamed_floors: [refused] })).toMatchObject({
      status: 422,
      body: { field: 'renamed_floors', message: m.clinic_floor_not_renamed() },
    })
})

it('whoever has two floors that become one has it once, and takes them again by their new names [FA-1] [AN-7]', async () => {
  const clinic_id = await portal.createClinic({ floors: ['1', '2', '3', '4'] })
  const take = (...floors: string[]) =>
    admin.call(createDuty, { clinic_id, floors, until: Temporal.Now.instant().add({ hours: 8 }).toString() })
  const { id } = await take('1', '2', '3')
  const renamed_floors = [
    { from: '1', to: 'Upper' },
    { from: '2', to: '4' },
    { from: '3', to: '4' },
  ]
  await admin.call(updateClinic, { clinic_id, floors: ['Upper', '4'], renamed_floors })
  const found = portal.owner.selectFrom('duties').where('clinic_id', '=', clinic_id).select('floors')
  expect(await found.execute()).toEqual([{ floors: ['4', 'Upper'] }])
  // It moves the end of the one that runs.
  expect((await take('Upper', '4')).id).toBe(id)
})

it('a renamed floor keeps the views that people have saved of it [FA-1] [EA-2]', async () => {
  const [clinic_id, other] = [await portal.createClinic({ floors: ['1 & 2', '3'] }), await portal.createClinic()]
  const { userId: user_id } = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  const viewOf = (floor: string, facility = clinic_id) =>
    String(new URLSearchParams({ status: '1', floor, sort: '-room', facility }))
  const before = [viewOf('1 & 2'), viewOf('3'), viewOf('1 & 2', other), `floor=3%201&facility=${clinic_id}`]
  const views = before.map((query, at) => ({ user_id, list: 'residents', name: `View ${at}`, query }))
  await portal.owner.insertInto('saved_views').values(views).execute()
  const renamed_floors = [{ from: '1 & 2', to: 'Düne/1=2' }]
  await admin.call(updateClinic, { clinic_id, floors: ['Düne/1=2', '3'], renamed_floors })
  const after = portal.owner.selectFrom('saved_views').where('user_id', '=', user_id).select('query').orderBy('name')
  expect((await after.execute()).map(({ query }) => query)).toEqual([viewOf('Düne/1=2'), ...before.slice(1)])
})

it('a renamed floor has its new name in an import that waits for somebody too [FA-1] [EH-3]', async () => {
  const clinic_id = await portal.createClinic({ floors: ['1', '2', '3'] })
  const [run] = await portal.owner
    .insertInto('ehr_runs')
    .values({ clinic_id, source: 'pcc', state: 'preview', started_by: admin.userId })
    .returning('id')
    .execute()
  const room = { field: 'room', from: '1', to: '2', asks: false }
  const rows = [
    { incoming: { floor: '2', room: '2' }, changes: [room, { field: 'floor', from: '1', to: '2', asks: true }] },
    { incoming: { floor: '3' }, changes: [{ field: 'floor', from: '1', to: '3', asks: true }] },
    { incoming: { floor: '1' }, changes: [] },
    { incoming: { room: '2' }, changes: [room] },
  ].map(({ incoming, changes }, no) => ({
    ...{ run_id: run!.id, clinic_id, no, kind: 'ask' },
    ...{ incoming: JSON.stringify(incoming), changes: JSON.stringify(changes) },
  }))
  await portal.owner.insertInto('ehr_rows').values(rows).execute()
  const renamed_floors = [
    { from: '1', to: 'Ground' },
    { from: '2', to: 'Upper' },
  ]
  await admin.call(updateClinic, { clinic_id, floors: ['Ground', 'Upper', '3'], renamed_floors })
  const found = portal.owner.selectFrom('ehr_rows').where('run_id', '=', run!.id).select(['incoming', 'changes'])
  expect(await found.orderBy('no').execute()).toEqual([
    {
      incoming: { floor: 'Upper', room: '2' },
      changes: [room, { field: 'floor', from: 'Ground', to: 'Upper', asks: true }],
    },
    { incoming: { floor: '3' }, changes: [{ field: 'floor', from: 'Ground', to: '3', asks: true }] },
    { incoming: { floor: 'Ground' }, changes: [] },
    { incoming: { room: '2' }, changes: [room] },
  ])
})

it('a floor is renamed only in facilities of the scope [FA-1] [DO-1]', async () => {
  const clinic_id = await portal.createClinic({ floors: ['1'] })
  await portal.createResident({ clinic_id, floor: '1' })
  await sql`select rename_floors(${clinic_id}, '{1}', '{Ground}', '{floor=1}', '{floor=Ground}')`.execute(
    portal.databases.requests,
  )
  const found = portal.owner.selectFrom('residents').where('clinic_id', '=', clinic_id).select('floor')
  expect(await found.execute()).toEqual([{ floor: '1' }])
})
