import { listBilling } from '@eupnea/contract/billing.ts'
import { removeDemo } from '@eupnea/contract/clinics.ts'
import { listInventory } from '@eupnea/contract/devices.ts'
import { readDowntime } from '@eupnea/contract/downtime.ts'
import { listOwnNights } from '@eupnea/contract/members.ts'
import { listCurrentNotifications } from '@eupnea/contract/notifications.ts'
import { readReport } from '@eupnea/contract/reports.ts'
import { usualThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { signIn } from '@eupnea/contract/sessions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryStore, emptyArchive, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { billingRoutes } from '../billing/index.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { downtimeRoutes } from '../downtime/index.ts'
import { memberRoutes } from '../members/index.ts'
import { notificationRoutes } from '../notifications/index.ts'
import { withCtx } from '../platform/context.ts'
import { createPool } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { reportRoutes } from '../reports/index.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { createDemo, type Demo, demoRoutes, isPastDue, startPast } from './index.ts'

let portal: TestHttp
let demo: Demo
const log = createLog('silent')

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...sessionRoutes(sessions),
    ...clinicRoutes(createMemoryStore()),
    ...memberRoutes(sessions, () => ''),
    ...billingRoutes(usualThresholds),
    ...notificationRoutes,
    ...reportRoutes(emptyArchive()),
    ...deviceRoutes,
    ...downtimeRoutes,
    ...demoRoutes,
  ])
  const actor = { type: 'job', name: 'first-start' } as const
  demo = await withCtx({ database: portal.databases.identity, actor, log }, (ctx) =>
    createDemo(ctx, portal.sessions, 35),
  )
})
afterAll(() => portal.close())

const as = async ({ email, password }: { email: string; password: string }) =>
  portal.withToken(((await portal.anonymous.call(signIn, { email, password })) as { token: string }).token)

const isDue = async () => {
  const pool = createPool(portal.connections.work, { name: 'test-due', max: 1, settings: { 'app.scope': 'all' } })
  const due = await isPastDue(pool)
  await pool.end()
  return due
}
const one = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T> =>
  (await statement.execute(portal.owner)).rows[0]!
const untilMade = async () => {
  const stop = await startPast(portal.connections.work, log)
  await expect.poll(isDue, { timeout: 300_000, interval: 500 }).toBe(false)
  await stop()
}

it('has its newest day first, goes on after a stop, and has 35 days with something true on every page [VI-5]', {
  timeout: 480_000,
}, async () => {
  expect(await isDue()).toBe(true)
  // The live portal has seen the new facility already: to it, every sensor has been silent all the time.
  await sql`insert into signal_spans (clinic_id, device_id, resident_id, state, since)
    select clinic_id, device_id, resident_id, 'silent', since from device_assignments`.execute(portal.owner)
  const stop = await startPast(portal.connections.work, log)
  const newest = await one(sql<{ n: number; hours: number }>`
    select count(*) as n, extract(epoch from now() - min(minute)) / 3600 as hours from minutes`)
  expect(newest.n).toBeGreaterThan(24 * 24 * 60 * 0.9)
  await stop()
  await untilMade()

  const days = await one(sql<{ days: number; doubled: number; hours: number }>`
    select count(distinct minute::date) as days, (select count(*) from hours h where h.n <> (
      select count(*) from minutes m where m.device_no = h.device_no and m.minute >= h.hour
        and m.minute < h.hour + interval '1 hour')) as doubled,
      (select count(*) from hours) as hours from minutes`)
  expect(days.days).toBeGreaterThanOrEqual(35)
  expect([days.doubled, days.hours > 24 * 34 * 24 * 0.97]).toEqual([0, true])
  // The past sends no notifications.
  expect(await one(sql`select count(*) as n from notification_steps`)).toEqual({ n: 0 })
  const spans = await one(sql<{ open: number; crossed: number }>`
    select count(*) filter (where until is null) as open, count(*) filter (where before > since) as crossed from (
      select since, until, max(coalesce(until, now())) over (partition by device_id order by since, id
        rows between unbounded preceding and 1 preceding) as before from signal_spans) s`)
  expect(spans).toEqual({ open: 24, crossed: 0 })

  const nurse = await as(demo)
  // One story on every page: the beds were watched from the beginning of the past, and room 112 was not since its sensor
  // stuck.
  const { items: stock } = await nurse.call(listInventory, { clinic_id: demo.clinic_id })
  expect(Math.min(...stock.map(({ stocked_at }) => daysAgo(stocked_at)))).toBeGreaterThan(34)
  const { items: missed, monitored_share } = await nurse.call(readDowntime, { clinic_id: demo.clinic_id })
  const stuck = missed.filter(({ room, cause }) => room === '112' && cause === 'stuck')
  expect(stuck.reduce((sum, { seconds }) => sum + seconds, 0) / 3_600).toBeGreaterThan(4)
  expect(stuck.some(({ is_ongoing }) => is_ongoing)).toBe(true)
  expect(monitored_share).toBeGreaterThan(0.9)
  expect(monitored_share).toBeLessThan(1)
  const { items } = await nurse.call(listCurrentNotifications, { clinic_id: demo.clinic_id })
  expect(items.map(({ kind, is_late }) => [kind, is_late])).toEqual(
    expect.arrayContaining([
      ['episode', false],
      ['stuck', false],
    ]),
  )
  expect(items.length).toBeLessThan(6)
  const report = await nurse.call(readReport, { report: 'daily', clinic_id: demo.clinic_id })
  if (!('info' in report)) throw new Error('Not the daily report')
  // Residents on leave may have been away for the whole 24 hours.
  const measured = report.items.filter(({ is_on_leave }) => !is_on_leave)
  expect(measured.length).toBeGreaterThan(20)
  expect(measured.filter(({ rr_change_hrs_3days }) => rr_change_hrs_3days === null)).toEqual([])
  expect(report.items.filter(({ rr_outside_range }) => rr_outside_range)).toEqual([])
  const { totals } = await nurse.call(listBilling, { clinic_id: demo.clinic_id, month: lastMonth() })
  expect(totals.codes.none).toBe(0)
  const member = await as(demo.member!)
  const nights = await member.call(listOwnNights, { days: 14 })
  expect(nights.items.length).toBeGreaterThanOrEqual(13)
  const consents = await one(sql`select count(*) filter (where state = 'given') as given,
    count(*) filter (where state is null) as missing from consents_in_force`)
  expect(consents).toEqual({ given: 22, missing: 2 })
  for (const table of ['notes', 'resident_flag_logs', 'handovers', 'plans', 'leaves'] as const)
    expect([table, (await one(sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`)).n > 0]).toEqual([
      table,
      true,
    ])

  const admin = await portal.asUser()
  await admin.call(removeDemo, { clinic_id: demo.clinic_id })
  expect(await one(sql`select count(*) as n from users where email like '%@eupnea.local'`)).toEqual({ n: 0 })
  expect(await one(sql`select count(*) as n from minutes`)).toEqual({ n: 0 })
  expect(await isDue()).toBe(false)
})

const daysAgo = (at: string) => (Date.now() - Date.parse(at)) / 86_400_000
const lastMonth = () => Temporal.Now.plainDateISO('Europe/London').subtract({ months: 1 }).toPlainYearMonth().toString()
