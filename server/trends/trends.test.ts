import { randomUUID } from 'node:crypto'
import { listNotifications, readNotification } from '@eupnea/contract/notifications.ts'
import { dismissTrend, readTrendCounts } from '@eupnea/contract/trends.ts'
import { formatsOf } from '@eupnea/texts/locale.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { notificationRoutes } from '../notifications/index.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { findTrends, trendRoutes } from './index.ts'

/** Nights are those of Europe/Berlin around yesterday, written as ingest would. */
let portal: TestHttp
let origin: CtxOrigin
let clinic_id: string
let nurse: SignedInClient

const tz = 'Europe/Berlin'
const today = Temporal.Now.zonedDateTimeISO(tz).toPlainDate()
const nine = today.toZonedDateTime({ timeZone: tz, plainTime: '09:00' }).toInstant()

beforeAll(async () => {
  portal = await startTestHttp([...notificationRoutes, ...trendRoutes])
  origin = { database: portal.database, actor: { type: 'job', name: 'find-trends' }, log: createLog('silent') }
  await sql`select keep_partitions(current_date - 20, current_date + 2, current_date - 20, current_date - 20)`.execute(
    portal.owner,
  )
})
afterAll(() => portal.close())
beforeEach(async () => {
  await sql`delete from clinics`.execute(portal.owner)
  await sql`delete from minutes`.execute(portal.owner)
  clinic_id = await portal.createClinic({ tz })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
})

interface NightShape {
  readonly minutes?: number
  readonly inBed?: boolean
  readonly isStuck?: boolean
}

/** A resident with a night of each rate, today's first; null: a night without readings. */
async function addResident(rates: readonly (number | null)[], shape: NightShape = {}): Promise<string> {
  const id = randomUUID()
  const { minutes = 240, inBed = true, isStuck = false } = shape
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash) values (${id}, ${id}, ${id}, 'UTC', ${clinic_id}, '')
      returning id
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name, room) values (${id}, ${clinic_id}, 'Ada', 'Byron', '7')
      returning id
    )
    insert into device_assignments (clinic_id, device_id, resident_id, since, linked_at)
    select ${clinic_id}, d.id, r.id, now() - interval '19 days', now() - interval '19 days' from d, r`.execute(
    portal.owner,
  )
  for (const [ago, rate] of rates.entries()) {
    if (rate === null) continue
    const from = today.subtract({ days: ago }).toZonedDateTime({ timeZone: tz, plainTime: '01:00' }).toInstant()
    await sql`
      insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
      select d.no, c.no, minute, ${isStuck ? 0 : 60}, ${isStuck ? 0 : 40}, ${isStuck ? 0 : rate * 40}, ${rate}, ${rate},
        20, 18, ${inBed ? 60 : 0}
      from devices d join clinics c on c.id = d.clinic_id,
        generate_series(${from}::timestamptz, ${from}::timestamptz + make_interval(mins => ${minutes - 1}), interval '1 minute') minute
      where d.id = ${id}`.execute(portal.owner)
  }
  return id
}

const usual = (count: number, tonight: number) => [
  tonight,
  ...Array.from({ length: count }, (_, i) => 16 + (i % 2) / 2),
]
const raised = async () => (await nurse.call(listNotifications, { clinic_id, kind: 'trend' })).items
const flagOf = async (id: string) => {
  const row = portal.owner.selectFrom('residents').where('id', '=', id).select('flag_status')
  const logs = portal.owner
    .selectFrom('resident_flag_logs')
    .where('resident_id', '=', id)
    .select(['note', 'created_by'])
  return { status: (await row.executeTakeFirstOrThrow()).flag_status, logs: await logs.orderBy('id').execute() }
}

describe('a resident whose breathing at night has changed', () => {
  it('is notified of once and flagged, with the numbers [WA-12]', async () => {
    const id = await addResident(usual(14, 21.3))
    await addResident(usual(14, 18.8))
    await Promise.all([findTrends(origin, nine), findTrends(origin, nine)])
    await findTrends(origin, nine.add({ minutes: 5 }))
    const [one, ...more] = await raised()
    expect(more).toEqual([])
    expect(one).toMatchObject({
      ...{ kind: 'trend', title: 'Breathing changed', severity: 'warning', state: 'open', patientId: id },
      description: 'Median 21.3 BrPM last night, usually 16.3 (14 nights)',
      raised_at: today.toZonedDateTime({ timeZone: tz, plainTime: '08:00' }).toInstant().toString(),
    })
    expect(one!.extra_detail.rr).toBeCloseTo(21.3, 4)
    const { status, logs } = await flagOf(id)
    expect(status).toBe(2)
    expect(logs).toMatchObject([
      {
        created_by: 'System',
        // Nights are named by their evening, as on the resident's page.
        note: expect.stringContaining(
          `in the night of ${formatsOf('en-GB').date(Number(nine.subtract({ hours: 24 }).epochMilliseconds), tz)},`,
        ),
      },
    ])
    expect(await nurse.call(readTrendCounts, { clinic_id })).toEqual({
      ...{ raised: 1, dismissed: 0, resident_days: 2, per_100_resident_days: 50 },
    })
  })

  it('is not judged by six nights, by few minutes, out of bed or by a stuck sensor [WA-12]', async () => {
    await addResident(usual(6, 25))
    await addResident([25, 16, null, 16, null, 16, 16, 16, null, 16])
    await addResident(usual(14, 25), { minutes: 119 })
    await addResident(usual(14, 25), { inBed: false })
    await addResident(usual(14, 25), { isStuck: true })
    await addResident([null, ...usual(13, 25)])
    await findTrends(origin, nine)
    expect(await raised()).toEqual([])
    expect(await nurse.call(readTrendCounts, { clinic_id })).toMatchObject({
      resident_days: 0,
      per_100_resident_days: null,
    })
  })

  it('is judged from nine o’clock to the end of the day, by seven nights at least [WA-12]', async () => {
    await addResident([10, ...Array.from({ length: 14 }, (_, index) => (index % 2 ? 16 : null))])
    await findTrends(origin, nine.subtract({ minutes: 1 }))
    await findTrends(origin, today.add({ days: 1 }).toZonedDateTime(tz).toInstant())
    expect(await raised()).toEqual([])
    await findTrends(origin, nine.add({ hours: 14, minutes: 59 }))
    expect(await raised()).toMatchObject([{ description: 'Median 10.0 BrPM last night, usually 16.0 (7 nights)' }])
  })

  it('is not judged while on leave or after leaving [WA-12] [PL-6]', async () => {
    const away = await addResident(usual(14, 25))
    await portal.owner
      .insertInto('signal_spans')
      .values({ clinic_id, device_id: away, resident_id: away, state: 'paused', since: nine.subtract({ hours: 3 }) })
      .execute()
    const left = await addResident(usual(14, 25))
    await sql`update device_assignments set until = now() where resident_id = ${left}`.execute(portal.owner)
    await findTrends(origin, nine)
    expect(await raised()).toEqual([])
  })

  it('isn’t compared with nights on leave, and none of them is judged [WA-12] [PL-6]', async () => {
    const leave = (id: string, from: number, until: number) =>
      sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
        values (${clinic_id}, ${id}, ${nine.subtract({ hours: 24 * from })}, ${nine.subtract({ hours: 24 * until })}, 'g', 'G')`.execute(
        portal.owner,
      )
    // Somebody else in the bed breathed at 22.
    const back = await addResident([...usual(7, 22), 22, 22, 22, 22, 22])
    await leave(back, 13, 8)
    const away = await addResident(usual(14, 25))
    await leave(away, 1, 0)
    const few = await addResident(usual(8, 25))
    await leave(few, 9, 7)
    await findTrends(origin, nine)
    expect(await raised()).toMatchObject([
      { patientId: back, description: 'Median 22.0 BrPM last night, usually 16.0 (7 nights)' },
    ])
  })

  it('keeps a flag that people set [WA-12]', async () => {
    const id = await addResident(usual(14, 22))
    await sql`update residents set flag_status = 3 where id = ${id}`.execute(portal.owner)
    await findTrends(origin, nine)
    const [one] = await raised()
    await nurse.call(dismissTrend, { id: one!.id, reason: 'Known' })
    expect(await flagOf(id)).toEqual({ status: 3, logs: [] })
  })
})

describe('dismissing', () => {
  it('ends it with a reason, once, clears its flag, and is audited; the night is not raised again [WA-12]', async () => {
    const id = await addResident(usual(14, 22))
    await findTrends(origin, nine)
    const [one] = await raised()
    expect((await nurse.refused(dismissTrend, { id: one!.id, reason: ' ' })).status).toBe(422)
    const dismissed = await nurse.call(dismissTrend, { id: one!.id, reason: 'A cold' })
    expect(dismissed).toMatchObject({ id: one!.id, dismissed_by: 'Test User', reason: 'A cold' })
    expect((await nurse.refused(dismissTrend, { id: one!.id, reason: 'Again' })).body.code).toBe('notification_ended')
    expect(await raised()).toMatchObject([{ state: 'ended' }])
    const { status, logs } = await flagOf(id)
    expect([status, logs.at(-1)]).toEqual([1, { note: 'A cold', created_by: 'Test User' }])
    const audit = portal.owner
      .selectFrom('audit_entries')
      .where('act', '=', 'notification.dismiss')
      .where('resident_id', '=', id)
      .selectAll()
    expect(await audit.execute()).toMatchObject([{ resident_id: id, actor_id: nurse.userId }])
    const { history } = await nurse.call(readNotification, { id: one!.id })
    expect(history.find(({ act }) => act === 'dismissed')).toMatchObject({ by: 'Test User', reason: 'A cold' })
    await findTrends(origin, nine.add({ minutes: 10 }))
    expect(await raised()).toHaveLength(1)
    expect(await nurse.call(readTrendCounts, { clinic_id })).toMatchObject({ raised: 1, dismissed: 1 })
  })

  it('leaves a flag alone that somebody has touched since [WA-12]', async () => {
    const id = await addResident(usual(14, 22))
    await findTrends(origin, nine)
    await sql`insert into resident_flag_logs (clinic_id, resident_id, status, note, created_by)
      values (${clinic_id}, ${id}, 2, 'Looked at', 'Nurse')`.execute(portal.owner)
    const [one] = await raised()
    await nurse.call(dismissTrend, { id: one!.id, reason: 'A cold' })
    expect((await flagOf(id)).status).toBe(2)
  })

  it('is refused of other notifications and to other facilities [WA-12] [FA-4]', async () => {
    const { id } = await portal.owner
      .insertInto('notifications')
      .values({ clinic_id, title: 'T', description: '', action: 'rr', severity: 'danger', extra_detail: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await nurse.refused(dismissTrend, { id, reason: 'A cold' })).status).toBe(409)
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    expect((await other.refused(dismissTrend, { id, reason: 'A cold' })).status).toBe(404)
  })
})
