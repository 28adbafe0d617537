import * as members from '@eupnea/contract/members.ts'
import { readReport } from '@eupnea/contract/reports.ts'
import { listResidents, setResidentStatus } from '@eupnea/contract/residents.ts'
import { updateUser } from '@eupnea/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInClient, TestHttp } from '../../tests/kit/portal.ts'
import { of, peopleOf, startPortal } from './household.fixture.ts'
import { writeMinutes } from './night.fixture.ts'
import { finishedNights } from './nights.ts'

/** The nights of a member’s resident. */

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const { asMember, household } = peopleOf(() => ({ portal, admin }))
const at = (zoned: string) => Temporal.ZonedDateTime.from(zoned).toInstant()
const yesterday = (zone: string) => Temporal.Now.plainDateISO(zone).subtract({ days: 1 })

describe('nights', () => {
  it('say rates as finely as reports do: 21.96 is usual, and 22 is not [SH-10]', async () => {
    const { member, bed } = await household()
    await writeMinutes(portal, bed, at(`${yesterday('UTC').subtract({ days: 1 })}T22:00[UTC]`), 60, 21.96)
    expect((await member.call(members.listOwnNights, {})).items).toMatchObject([
      { rr_avg: 21.96, rr_min: 20.96, rr_max: 22.96 },
    ])
    // A night on leave is none.
    await sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
      select clinic_id, id, now() - interval '9 days', now(), '', '' from residents
      where id = (select resident_id from member_links where user_id = ${member.userId})`.execute(portal.owner)
    expect((await member.call(members.listOwnNights, {})).items).toEqual([])
  })

  it('go from 18:00 to noon at the facility and are the member’s alone, also as pictures [SH-10] [ME-1] [VI-1]', async () => {
    const zone = 'America/New_York'
    const { member, provider, bed } = await household(zone)
    const other = await household(zone)
    const day = yesterday(zone)
    const evening = at(`${day.subtract({ days: 1 })}T22:00[${zone}]`)
    await writeMinutes(portal, bed, evening, 8 * 60, 14)
    await writeMinutes(portal, other.bed, evening, 5 * 60, 20)
    const nights = await member.call(members.listOwnNights, {})
    const date = day.subtract({ days: 1 }).toString()
    expect(nights.items).toEqual([{ date, time_in_bed: 8, rr_avg: 14, rr_min: 13, rr_max: 15 }])
    expect(nights.timezone).toBe(zone)
    const pictures = await member.call(members.readOwnNights, {})
    expect(pictures).toMatchObject({ timezone: zone, usual: null })
    const picture = pictures.items.find((item) => item.date === date)!
    // 22:00 is four hours after the picture begins.
    expect([picture.beds[23], picture.beds[24], picture.rates[24], picture.beds[71], picture.beds[72]]).toEqual([
      null,
      1,
      14,
      1,
      null,
    ])
    expect((await other.member.call(members.listOwnNights, {})).items).toMatchObject([{ time_in_bed: 5, rr_avg: 20 }])
    expect((await provider.call(members.listMemberNights, of(member))).items).toEqual(nights.items)
    expect((await provider.refused(members.listMemberNights, of(other.member))).status).toBe(404)
    // Minutes of the device's next resident aren't the member's.
    const [last] = finishedNights(zone, 1)
    await writeMinutes(portal, bed, last!.since.add({ hours: 12 }), 60, 15)
    await writeMinutes(portal, other.bed, last!.since.add({ hours: 12 }), 60, 20)
    const points = await member.call(members.readOwnRespiration, {})
    expect(points).toMatchObject({ date: last!.day.toString(), from: last!.since.toString(), timezone: zone })
    expect(points.items.filter(({ avg }) => avg === 15)).toHaveLength(60)
    expect(points.items.every(({ avg }) => avg !== 20)).toBe(true)
  })

  it('are shown once they are over, to the member and to who looks after them [EA-7]', async () => {
    const { member, provider, bed } = await household()
    const now = Temporal.Now.instant()
    const [last] = finishedNights('UTC', 1, now)
    // From the evening of the last one until now, through the one that goes on, if one does.
    const first = last!.since
    await writeMinutes(portal, bed, first, Math.floor(first.until(now).total('minutes')))
    const date = last!.day.toString()
    for (const { items, last: newest } of [
      await member.call(members.listOwnNights, {}),
      await provider.call(members.listMemberNights, of(member)),
    ])
      expect([newest, items.map((item) => [item.date, item.time_in_bed])]).toEqual([date, [[date, 18]]])
    const pictures = await member.call(members.readOwnNights, {})
    expect(pictures.items[0]).toMatchObject({ date, until: last!.until.toString() })
    expect(pictures.items.every(({ until }) => Date.parse(until) <= now.epochMilliseconds)).toBe(true)
    const { items } = await member.call(members.readOwnRespiration, {})
    expect(items.every(({ tracker_ts }) => Date.parse(tracker_ts) < last!.until.epochMilliseconds)).toBe(true)
    expect((await member.call(members.readOwnMember, {})).member?.last_night).toMatchObject({ date, time_in_bed: 18 })
    expect((await member.call(members.totalSleepSessions, of(member))).items[0]!.sleep_count).toBe(1)
  })

  it('end at noon, not before [EA-7]', () => {
    const last = (at: string) => finishedNights('Europe/London', 1, Temporal.Instant.from(at))[0]!.day.toString()
    expect(
      ['2026-11-20T11:59:59Z', '2026-11-20T12:00:00Z', '2026-11-20T18:30:00Z', '2026-11-21T03:00:00Z'].map(last),
    ).toEqual([...['2026-11-18', '2026-11-19', '2026-11-19', '2026-11-19']])
  })

  it('are told in numbers against those before [EA-7]', async () => {
    const { member, bed } = await household()
    const nights = finishedNights('UTC', 5)
    expect((await member.call(members.readOwnNights, {})).summary).toBeNull()
    /** in bed from 22:00 for some hours, otherwise up */
    const sleep = async ({ since }: { since: Temporal.Instant }, hours: number, rr: number) => {
      await writeMinutes(portal, bed, since, 240, 16, false)
      await writeMinutes(portal, bed, since.add({ hours: 4 }), hours * 60, rr)
      await writeMinutes(portal, bed, since.add({ hours: 4 + hours }), (14 - hours) * 60, 16, false)
    }
    await sleep(nights[0]!, 6, 15)
    expect((await member.call(members.readOwnNights, {})).summary).toEqual({
      ...{ date: nights[0]!.day.toString(), hours_measured: 18, hours: 18 },
      in_bed: { hours: 6, usual: null, compared: null },
      ups: { times: 0, usual: null, compared: null },
      rate: { mean: 15, usual: null, compared: null },
    })
    for (const night of nights.slice(1)) await sleep(night, 8, 15)
    expect((await member.call(members.readOwnNights, {})).summary).toMatchObject({
      in_bed: { hours: 6, usual: 8, compared: 'less' },
      ups: { times: 0, usual: 0, compared: 'usual' },
      rate: { mean: 15, usual: { low: 14, high: 16 }, compared: 'usual' },
    })
  })

  it('compare its rate with the nights before alone, not with itself or naps [EA-7]', async () => {
    const { member, bed } = await household()
    const [last, ...before] = finishedNights('UTC', 4)
    const noon = { hours: -6 }
    for (const [index, { since }] of before.entries()) {
      await writeMinutes(portal, bed, since.add(noon), 6 * 60, 25)
      await writeMinutes(portal, bed, since.add({ hours: 4 }), 8 * 60, 14 + index)
    }
    await writeMinutes(portal, bed, last!.since, 18 * 60, 20)
    const { summary } = await member.call(members.readOwnNights, {})
    expect(summary!.rate).toEqual({ mean: 20, usual: { low: 14, high: 17 }, compared: 'more' })
  })

  it('say nothing of a leave, and aren’t compared with one [EA-7] [PL-6]', async () => {
    const { member, bed } = await household()
    const nights = finishedNights('UTC', 8)
    const leave = ({ since, until }: { since: Temporal.Instant; until: Temporal.Instant }) =>
      sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
        values (${bed.clinic_id}, ${bed.patient_id}, ${since}, ${until}, 'g', 'G')`.execute(portal.owner)
    for (const night of nights.slice(0, 4)) await writeMinutes(portal, bed, night.since, 18 * 60)
    for (const night of nights.slice(4)) await writeMinutes(portal, bed, night.since, 18 * 60, 15, false)
    await leave({ since: nights.at(-1)!.since, until: nights[4]!.until })
    const { summary } = await member.call(members.readOwnNights, {})
    expect(summary!.in_bed).toEqual({ hours: 18, usual: 18, compared: 'usual' })
    await leave(nights[0]!)
    const { summary: none, items } = await member.call(members.readOwnNights, {})
    expect(none).toBeNull()
    expect(items[0]!.beds.every((one) => one === null)).toBe(true)
    expect(items[0]!.minutes_in_bed).toBe(0)
  })

  it('leave out a part on leave, in lists and curves as in words and pictures [EA-7] [PL-6]', async () => {
    const { member, bed } = await household()
    const [night] = finishedNights('UTC', 1)
    const back = night!.since.add({ hours: 12 })
    // Somebody else was in the bed.
    await writeMinutes(portal, bed, night!.since, 12 * 60, 25)
    await writeMinutes(portal, bed, back, 2 * 60)
    await sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
      values (${bed.clinic_id}, ${bed.patient_id}, ${night!.since.subtract({ hours: 9 })}, ${back}, 'g', 'G')`.execute(
      portal.owner,
    )
    expect((await member.call(members.readOwnNights, {})).summary!.in_bed.hours).toBe(2)
    expect((await member.call(members.listOwnNights, {})).items).toEqual([
      { date: night!.day.toString(), time_in_bed: 2, rr_avg: 15, rr_min: 14, rr_max: 16 },
    ])
    expect((await member.call(members.readOwnRespiration, {})).items).toHaveLength(120)
    expect((await member.call(members.totalSleepSessions, of(member))).items[0]!.sleep_count).toBe(0)
  })

  it('count as sleep sessions from three hours in bed on [ME-1]', async () => {
    const { member, provider, bed } = await household()
    const count = async (who: SignedInClient) =>
      (await who.call(members.totalSleepSessions, of(member))).items[0]?.sleep_count
    expect(await count(member)).toBe(0)
    for (const [days, minutes] of [
      [2, 180],
      [3, 179],
      [4, 600],
    ] as const)
      await writeMinutes(portal, bed, at(`${yesterday('UTC').subtract({ days })}T23:00[UTC]`), minutes)
    expect(await count(member)).toBe(2)
    expect(await count(provider)).toBe(2)
    // Without a resident there is no first item.
    const lonely = await asMember()
    expect(await lonely.call(members.totalSleepSessions, of(lonely))).toEqual({ items: [] })
  })

  it('leave out what the device said of somebody else [SH-10]', async () => {
    const { member, bed } = await household()
    const day = yesterday('UTC')
    const noon = at(`${day}T02:00[UTC]`)
    await portal.owner
      .updateTable('device_assignments')
      .set({ since: noon })
      .where('resident_id', '=', bed.patient_id)
      .execute()
    await writeMinutes(portal, bed, noon.subtract({ hours: 2 }), 6 * 60)
    expect((await member.call(members.listOwnNights, {})).items).toMatchObject([{ time_in_bed: 4 }])
  })

  it('open no other way to a resident for members and their Providers [SH-10]', async () => {
    const { member, provider, bed } = await household()
    expect((await member.refused(readReport, { report: 'rr', patient_id: bed.patient_id })).status).toBe(403)
    expect((await provider.refused(readReport, { report: 'rr', patient_id: bed.patient_id })).status).toBe(404)
    expect((await provider.call(listResidents, {})).items).toEqual([])
    const lonely = await asMember()
    for (const call of [members.listOwnNights, members.readOwnNights, members.readOwnRespiration])
      expect((await lonely.refused(call, {})).status).toBe(404)
    expect((await lonely.call(members.readOwnMember, {})).member).toMatchObject({ is_linked: false, last_night: null })
    expect((await admin.call(members.readOwnMember, {})).member).toBeNull()
  })

  it('are nobody’s who works here now, though they were a member before [SH-10] [ME-1]', async () => {
    const { member, bed } = await household()
    const become = (user_type: 'clinic-web' | 'member') => admin.call(updateUser, { user_id: member.userId, user_type })
    const own = [members.listOwnNights, members.readOwnNights, members.readOwnRespiration]
    await become('clinic-web')
    for (const call of own) expect((await member.refused(call, {})).status).toBe(404)
    await become('member')
    for (const call of own) await member.call(call, {})
    expect((await member.call(members.readOwnMember, {})).member).toMatchObject({ patient_id: null, is_linked: true })
    expect((await admin.call(members.memberDetail, of(member))).patient_id).toBe(bed.patient_id)
  })

  it('end with the link, and are in the audit log with the resident [ME-1] [AP-5]', async () => {
    const { member, provider, bed } = await household()
    // The page polls.
    for (const call of [members.listOwnNights, members.readOwnRespiration]) await member.call(call, {})
    await provider.call(members.listMemberNights, of(member))
    await provider.call(members.listMembers, {})
    await provider.call(members.memberDetail, of(member))
    const entries = await portal.owner
      .selectFrom('audit_entries')
      .select(['act', 'actor_id'])
      .where('clinic_id', '=', bed.clinic_id)
      .where('actor_id', 'in', [member.userId, provider.userId])
      .execute()
    expect(entries.map(({ act }) => act).toSorted()).toEqual([
      ...['member.list', 'member.read', 'member.read-nights', 'member.read-own'],
    ])
    await admin.call(members.linkMemberResident, { ...of(member), patient_id: null })
    expect((await member.refused(members.listOwnNights, {})).status).toBe(404)
    const again = await admin.refused(members.linkMemberResident, { ...of(member), patient_id: null })
    expect(again.status).toBe(409)
    expect(
      (await provider.refused(members.linkMemberResident, { ...of(member), patient_id: bed.patient_id })).status,
    ).toBe(403)
    await admin.call(setResidentStatus, { patient_id: bed.patient_id, status: 0 })
    const deleted = await admin.refused(members.linkMemberResident, { ...of(member), patient_id: bed.patient_id })
    expect([deleted.status, deleted.body.code]).toEqual([409, 'resident_deleted'])
  })
})
