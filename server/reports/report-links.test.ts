import {
  createReportLink,
  type DailyReport,
  listReportLinks,
  openReport,
  readReport,
  revokeReportLink,
} from '@eupnea/contract/reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInClient } from '../../tests/kit/portal.ts'
import { untilWaiting } from '../../tests/kit/waiting.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { type House, minutesFrom, openHouse, type Place, reportJob, today } from './history.fixture.ts'
import { bringBackLinks } from './index.ts'

let house: House
let clinic: Place
let staff: SignedInClient

const now = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' })

beforeAll(async () => {
  house = await openHouse({ first: today(-5), last: today(1) })
  clinic = await house.createClinic('Pacific/Kiritimati')
  staff = await house.http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
  await house.http.owner
    .updateTable('clinics')
    .set({ floors: ['1', '2'] })
    .execute()
  for (const [room, floor] of [
    ['1', '1'],
    ['2', '2'],
  ] as const) {
    const device = await house.addDevice(clinic)
    const patient_id = await house.addResident(clinic)
    await house.http.owner.updateTable('residents').set({ room, floor }).where('id', '=', patient_id).execute()
    await house.lay(patient_id, device, now.subtract({ hours: 100 }))
    await house.writeMinutes(device, minutesFrom(now.subtract({ hours: 48 }), 60, { rr: 30 }), clinic)
    await house.writeMinutes(device, minutesFrom(now.subtract({ hours: 23 }), 60, { rr: 14 }), clinic)
    await house.writeMinutes(device, minutesFrom(now.subtract({ minutes: 60 }), 60, { rr: 16 }), clinic)
  }
})
afterAll(() => house.http.close())

const localToday = (days = 0) => now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate().add({ days }).toString()
const makeLink = (more: { floor?: string; date?: string; recipient?: string; days?: number } = {}) =>
  staff.call(createReportLink, { clinic_id: clinic.id, date: localToday(), recipient: 'Dr Grey', days: 7, ...more })
const leaverOf = () => house.http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
/** Takes the clinic away from somebody while they make a link. */
const leaveMeanwhile = async (leaver: SignedInClient) => {
  const { owner } = house.http
  const asked = await owner.transaction().execute(async (db) => {
    await sql`select from users where id = ${leaver.userId} for no key update`.execute(db)
    await sql`delete from user_clinics where user_id = ${leaver.userId}`.execute(db)
    const link = { clinic_id: clinic.id, date: localToday(), recipient: 'Dr Grey', days: 7 }
    const made = Promise.allSettled([leaver.call(createReportLink, link)])
    await untilWaiting(owner, made)
    return { made }
  })
  return (await asked.made)[0].status
}
const roomsOf = ({ items }: DailyReport) => items.map(({ room }) => room)
const linkOf = async (link_id: string) =>
  (await staff.call(listReportLinks, { clinic_id: clinic.id })).items.find((link) => link.link_id === link_id)
const entriesOf = (actor_id: string) =>
  house.http.owner.selectFrom('audit_entries').where('actor_id', '=', actor_id).selectAll().orderBy('id').execute()
const setLink = (link_id: string, assignment: ReturnType<typeof sql>) =>
  sql`update report_links set ${assignment} where id = ${link_id}`.execute(house.http.owner)

/** A separate address for each test, so that guesses don't add up. */
let address = 0
const openFrom = async (query: Record<string, string>, from = `198.51.100.${++address}`) => {
  const response = await fetch(`${house.http.url}/api/reports/open?${new URLSearchParams(query)}`, {
    headers: { 'x-forwarded-for': from },
  })
  const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>
  return { status: response.status, body }
}

describe('the report of today', () => {
  it('is made by nobody from whom the facility is taken away at the same moment [RP-4] [FA-4]', async () => {
    expect(await leaveMeanwhile(await leaverOf())).toBe('rejected')
  })

  it('is of the 24 h until now, also where it is tomorrow already [RP-1] [RP-3]', async () => {
    const present = await staff.call(readReport, { report: 'daily', clinic_id: clinic.id })
    expect(present).toMatchObject({
      info: { date: localToday() },
      items: [
        { rr_avg: 15, rr_change_hrs_3days: null, time_in_bed: 2, time_in_bed_change_hrs_3days: null },
        { rr_avg: 15, tracker_ts: now.subtract({ minutes: 1 }).toString() },
      ],
    })
    const asked = { report: 'daily', clinic_id: clinic.id, date: localToday() } as const
    expect(await staff.call(readReport, asked)).toEqual(present)
  })
})

describe('a link', () => {
  it('opens the report for who holds it, counts it and logs it [RP-4]', async () => {
    const { link_id, unique_id, url, expires_at } = await makeLink()
    expect(Buffer.from(unique_id, 'base64url')).toHaveLength(16)
    const [year, month, day] = localToday().split('-')
    expect(url).toBe(
      `http://portal.example/admin/reports?unique_id=${unique_id}&fileName=Daily-Report-Test+House-${month}-${day}-${year}.pdf&floor=all`,
    )
    const days = Temporal.Instant.from(expires_at).since(Temporal.Now.instant()).total('hours') / 24
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    const report = await house.http.anonymous.call(openReport, { unique_id, fileName: 'x.pdf', floor: 'all' })
    expect(report).toEqual(await staff.call(readReport, { report: 'daily', clinic_id: clinic.id }))
    await house.http.anonymous.call(openReport, { unique_id })
    expect(await linkOf(link_id)).toMatchObject({ state: 'open', opened: 2, created_by: staff.email, floor: 'all' })
    expect(await entriesOf(link_id)).toMatchObject(
      [1, 2].map(() => ({
        actor_type: 'link',
        act: 'report.open',
        clinic_id: clinic.id,
        address: '127.0.0.1',
        detail: { link_id, date: localToday(), floor: 'all', shown: 2 },
      })),
    )
  })

  it('ends no later when the clock is set back [RP-4]', async () => {
    const { link_id } = await makeLink()
    await sql`update report_links set created_at = created_at + interval '3 days',
      expires_at = expires_at + interval '3 days' where id = ${link_id}`.execute(house.http.owner)
    await withCtx({ database: house.http.database, actor: reportJob, log: createLog('silent') }, bringBackLinks)
    const { rows } = await sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days
      from report_links where id = ${link_id}`.execute(house.http.owner)
    expect(rows).toEqual([{ days: 7 }])
  })

  it('is kept as a hash only, and is neither in the list nor in the log [RP-4]', async () => {
    const { unique_id } = await makeLink()
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from report_links t
      union all select to_jsonb(a)::text from audit_entries a`.execute(house.http.owner)
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ row }) => row.includes(unique_id))).toEqual([])
    expect(JSON.stringify(await staff.call(listReportLinks, { clinic_id: clinic.id }))).not.toContain(unique_id)
  })

  it('to one floor opens that floor, whatever the address says [RP-4]', async () => {
    const { unique_id, url } = await makeLink({ floor: '2' })
    expect(new URL(url).searchParams.get('floor')).toBe('2')
    for (const floor of ['2', 'all', '1', ''])
      expect(roomsOf(await house.http.anonymous.call(openReport, { unique_id, floor }))).toEqual(['2'])
    const all = await makeLink()
    const open = (floor: string) => house.http.anonymous.call(openReport, { unique_id: all.unique_id, floor })
    expect(roomsOf(await open('1'))).toEqual(['1'])
    expect(roomsOf(await open('all'))).toEqual(['1', '2'])
  })

  it('answers alike when it was made up, has expired or was revoked [RP-4]', async () => {
    const [expired, revoked] = [await makeLink(), await makeLink()]
    await setLink(expired.link_id, sql`expires_at = now()`)
    await staff.call(revokeReportLink, { link_id: revoked.link_id })
    const expected = {
      status: 404,
      body: {
        code: 'report_link_expired',
        title: 'Report link has been expired',
        message: 'To view old reports please login to your portal',
      },
    }
    const madeUp = ['guess', 'A'.repeat(22), expired.link_id, "' or 1=1 --", '\u0000']
    for (const unique_id of [...madeUp, expired.unique_id, revoked.unique_id])
      expect(await openFrom({ unique_id }), unique_id).toEqual(expected)
    expect(await linkOf(expired.link_id)).toMatchObject({ state: 'expired', opened: 0 })
    expect(await linkOf(revoked.link_id)).toMatchObject({ state: 'revoked', opened: 0 })
    expect((await staff.refused(revokeReportLink, { link_id: revoked.link_id })).status).toBe(409)
    expect((await entriesOf(staff.userId)).at(-1)).toMatchObject({ act: 'report.revoke-link', clinic_id: clinic.id })
  })

  it('ends with the account of who made it, and no other does [SI-1] [RP-4]', async () => {
    const [leaver, other] = [await leaverOf(), await makeLink()]
    const theirs = await leaver.call(createReportLink, {
      ...{ clinic_id: clinic.id, date: localToday(), recipient: 'Dr Grey', days: 7 },
    })
    expect((await openFrom({ unique_id: theirs.unique_id })).status).toBe(200)
    await house.http.owner.updateTable('users').set({ status: 0 }).where('id', '=', leaver.userId).execute()
    expect((await openFrom({ unique_id: theirs.unique_id })).status).toBe(404)
    expect((await openFrom({ unique_id: other.unique_id })).status).toBe(200)
    // Whoever comes back has to make them anew.
    await house.http.owner.updateTable('users').set({ status: 1 }).where('id', '=', leaver.userId).execute()
    expect((await openFrom({ unique_id: theirs.unique_id })).status).toBe(404)
  })

  it('ends when who made it has nothing to do with the facility any more, and stays while facilities are set anew [RP-4] [FA-4]', async () => {
    const leaver = await leaverOf()
    const { unique_id } = await leaver.call(createReportLink, {
      ...{ clinic_id: clinic.id, date: localToday(), recipient: 'Dr Grey', days: 7 },
    })
    const theirs = { user_id: leaver.userId, clinic_id: clinic.id }
    const { owner } = house.http
    const leave = (db: typeof owner) =>
      db.deleteFrom('user_clinics').where('user_id', '=', theirs.user_id).where('clinic_id', '=', theirs.clinic_id)
    await owner.transaction().execute(async (db) => {
      await leave(db).execute()
      await db.insertInto('user_clinics').values(theirs).execute()
    })
    expect((await openFrom({ unique_id })).status).toBe(200)
    await leave(owner).execute()
    expect((await openFrom({ unique_id })).status).toBe(404)
  })

  it('ends with a deleted account too, also when its address has changed since [SI-1] [RP-4]', async () => {
    const leaver = await leaverOf()
    const { link_id, unique_id } = await leaver.call(createReportLink, {
      ...{ clinic_id: clinic.id, date: localToday(), recipient: 'Dr Grey', days: 7 },
    })
    const { owner } = house.http
    const email = `later-${leaver.email}`
    await owner.updateTable('users').set({ email }).where('id', '=', leaver.userId).execute()
    expect((await openFrom({ unique_id })).status).toBe(200)
    await owner.deleteFrom('users').where('id', '=', leaver.userId).execute()
    expect((await openFrom({ unique_id })).status).toBe(404)
    expect(await linkOf(link_id)).toMatchObject({ state: 'revoked' })
  })

  it('to a day without readings says so, and still leaves its trace [RP-4]', async () => {
    const { link_id, unique_id } = await makeLink({ date: localToday(-30) })
    const { status, body } = await openFrom({ unique_id })
    expect([status, body.message]).toEqual([404, 'No data was available for this date'])
    expect(await linkOf(link_id)).toMatchObject({ opened: 1 })
    expect(await entriesOf(link_id)).toMatchObject([{ detail: { shown: 0 } }])
  })

  it('is not found by guessing: after 60 wrong ones a minute from an address only the right one is answered [RP-4]', async () => {
    const { unique_id } = await makeLink()
    const from = '203.0.113.9'
    for (let opening = 0; opening < 65; opening++) await openFrom({ unique_id }, '203.0.113.8')
    const again = await openFrom({ unique_id }, '203.0.113.8')
    expect(again.status).toBe(200)
    const guesses = await Promise.all(Array.from({ length: 62 }, (_, at) => openFrom({ unique_id: `no-${at}` }, from)))
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2)
    expect((await openFrom({ unique_id }, from)).status).toBe(200)
    expect((await openFrom({ unique_id: 'no-63' }, from)).status).toBe(429)
  })

  it('asks for whom it is and when it ends, keeps both, and tells no longer than a week [DO-9]', async () => {
    const { link_id, expires_at } = await makeLink({ recipient: ' Grey Surgery ', days: 2 })
    const hours = Temporal.Instant.from(expires_at).since(Temporal.Now.instant()).total('hours')
    expect(hours).toBeGreaterThan(47.9)
    expect(hours).toBeLessThanOrEqual(48)
    expect(await linkOf(link_id)).toMatchObject({ recipient: 'Grey Surgery', expires_at })
    const entry = (await entriesOf(staff.userId)).at(-1)!
    expect(entry).toMatchObject({ act: 'report.create-link', detail: { link_id, recipient: 'Grey Surgery', days: 2 } })
    const given = { clinic_id: clinic.id, date: localToday(), recipient: 'Dr Grey', days: 7 }
    for (const [field, wrong] of [
      ['recipient', { recipient: undefined }],
      ['recipient', { recipient: '  ' }],
      ['days', { days: undefined }],
      ['days', { days: 8 }],
      ['days', { days: 0 }],
    ] as const)
      expect((await staff.refused(createReportLink, { ...given, ...wrong })).body, field).toMatchObject({ field })
  })

  it('is made, listed and revoked by the staff of the facility only [RP-4] [FA-4]', async () => {
    const foreign = house.stranger
    const { link_id } = await makeLink()
    const given = { clinic_id: clinic.id, date: localToday(), recipient: 'Dr Grey', days: 7 }
    const unknown = await foreign.refused(createReportLink, { ...given, clinic_id: 'none' })
    expect((await foreign.refused(createReportLink, given)).body.code).toBe(unknown.body.code)
    expect((await foreign.refused(listReportLinks, { clinic_id: clinic.id })).status).toBe(404)
    expect((await foreign.refused(revokeReportLink, { link_id })).status).toBe(404)
    expect((await house.http.anonymous.refused(createReportLink, given)).status).toBe(401)
    expect(await linkOf(link_id)).toMatchObject({ state: 'open' })
    const future = { ...given, date: localToday(1) }
    expect((await staff.refused(createReportLink, future)).body).toMatchObject({ field: 'date' })
  })
})
