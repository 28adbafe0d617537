import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../../tests/kit/portal.ts'
import { createPool } from '../../platform/database.ts'
import { endEpisode, raiseEpisode } from './effects.sql.ts'
import { takeCaughtUp } from './judge-again.sql.ts'

/** What came too late to be sent, once the readings of its bed are of now (WA-8). */

let portal: TestHttp
let pool: pg.Pool
let clinicId: string
const id = 'bed'
beforeAll(async () => {
  portal = await startTestHttp([])
  pool = createPool(portal.connections.work, { name: 'samples', max: 1, settings: { 'app.scope': 'all' } })
})
afterAll(async () => {
  await pool.end()
  await portal.close()
})
beforeEach(async () => {
  await sql`delete from clinics`.execute(portal.owner)
  await sql`delete from devices`.execute(portal.owner)
  await sql`delete from latest`.execute(portal.owner)
  clinicId = await portal.createClinic({ tz: 'UTC' })
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash) values (${id}, ${id}, ${id}, 'UTC', ${clinicId}, '')
      returning no
    ), l as (
      insert into latest (device_no, clinic_no, ts, seen_at)
      select d.no, c.no, now(), now() from d, clinics c where c.id = ${clinicId}
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name, room) values (${id}, ${clinicId}, 'Ada', 'Byron', '7')
    )
    insert into device_assignments (clinic_id, device_id, resident_id) values (${clinicId}, ${id}, ${id})`.execute(
    portal.owner,
  )
})

const raise = (severity: 'warning' | 'danger', isLate: boolean) =>
  raiseEpisode(pool, {
    ...{ clinicId, residentId: id, deviceId: id, kind: 'episode', direction: 'high', severity, tz: 'UTC' },
    ...{ title: 'High', description: '', rr: 31, aheadMs: null, at: Date.now() - 3_600_000, isLate },
  })
/** @param minutes ago */
const handle = (what: 'acknowledged' | 'snoozed', minutes: number | null) =>
  sql`update notifications set ${sql.ref(`${what}_at`)} = now() - make_interval(mins => ${minutes}::int)`.execute(
    portal.owner,
  )
const caughtUp = async () => (await takeCaughtUp(pool, Date.now() - 60_000)).map(({ severity }) => severity)
const kept = async () => {
  const { rows } = await sql<{ isLate: boolean; isHandled: boolean; steps: string[] }>`
    select n.is_late as "isLate", n.acknowledged_at is not null as "isHandled",
      array(select step from notification_steps s where s.notification_id = n.id and done_at is null order by step) as steps
    from listed_notifications n`.execute(portal.owner)
  return rows
}

it('is sent immediately, and only once, unless somebody has taken care of it [WA-8]', async () => {
  await raise('danger', true)
  expect(await kept()).toEqual([{ isLate: true, isHandled: false, steps: [] }])
  expect(await caughtUp()).toEqual(['danger'])
  expect(await kept()).toEqual([{ isLate: false, isHandled: false, steps: ['raised'] }])
  expect(await caughtUp()).toEqual([])
})

it('is sent when the acknowledgement of a danger is over, if it was never sent [WA-8] [AN-5]', async () => {
  await raise('danger', true)
  await handle('acknowledged', 1)
  expect(await caughtUp()).toEqual([])
  await handle('acknowledged', 31)
  expect(await caughtUp()).toEqual(['danger'])
  expect(await kept()).toEqual([{ isLate: false, isHandled: true, steps: ['raised'] }])
})

it('that became worse is sent unless somebody took care of that, and asks again by itself then [WA-8] [AN-5] [AN-6]', async () => {
  await raise('warning', false)
  await handle('acknowledged', 1)
  await raise('danger', true)
  await handle('acknowledged', 0)
  expect(await caughtUp()).toEqual([])
  expect(await kept()).toEqual([{ isLate: false, isHandled: true, steps: ['again', 'raised'] }])
  // Undone, it is as if nobody had.
  await handle('acknowledged', null)
  expect(await caughtUp()).toEqual(['danger'])
  expect(await kept()).toEqual([{ isLate: false, isHandled: false, steps: ['raised'] }])
})

it('that became worse takes the acknowledgement of what it was with it [WA-8] [AN-5]', async () => {
  await raise('warning', false)
  await handle('acknowledged', 1)
  await raise('danger', true)
  expect(await kept()).toMatchObject([{ isLate: false, isHandled: true }])
  expect(await caughtUp()).toEqual(['danger'])
  expect(await kept()).toMatchObject([{ isLate: false, isHandled: false }])
})

it('that became worse and is over counts as late [WA-8]', async () => {
  await raise('warning', false)
  await raise('danger', true)
  await endEpisode(pool, id, { kind: 'episode', direction: 'high', at: Date.now(), reason: 'recovered' })
  expect(await caughtUp()).toEqual([])
  expect(await kept()).toMatchObject([{ isLate: true }])
})

it('that became worse in time counts as out of range now [WA-8]', async () => {
  const outOfRange = async () =>
    (await sql<{ n: string }>`select out_of_range as n from clinic_attention`.execute(portal.owner)).rows.map(({ n }) =>
      Number(n),
    )
  await raise('warning', true)
  expect(await outOfRange()).toEqual([0])
  await raise('danger', false)
  expect(await outOfRange()).toEqual([1])
})
