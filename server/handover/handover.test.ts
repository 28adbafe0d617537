import { randomUUID } from 'node:crypto'
import { listDuties } from '@eupnea/contract/duties.ts'
import { readHandover, readHandoverPdf, takeOverShift } from '@eupnea/contract/handover.ts'
import { lengthText } from '@eupnea/contract/rules/downtime.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { pagesOf } from '../../tests/kit/read-pdf.ts'
import { dutyRoutes } from '../duties/index.ts'
import { handoverRoutes } from './index.ts'

const gateways = { mail: true, sms: true }

let portal: TestHttp
let clinic_id: string
let nurse: SignedInClient
beforeAll(async () => {
  portal = await startTestHttp([...handoverRoutes(gateways), ...dutyRoutes(gateways)])
})
afterAll(() => portal.close())
beforeEach(async () => {
  clinic_id = await portal.createClinic({ name: 'Maple Court', tz: 'Europe/Berlin', floors: ['1', '2'] })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
})

/** A night shift in winter: 19:00 to 07:00 in Berlin. */
const night = { from: '2026-02-01T18:00:00Z', until: '2026-02-02T06:00:00Z' }
const read = (more: object = {}) => nurse.call(readHandover, { clinic_id, ...night, ...more })

interface ResidentOptions {
  readonly room?: string
  readonly floor?: string
  readonly status?: number
}

/** A resident under a device since January. */
async function addResident({ room = '7', floor = '1', status = 1 }: ResidentOptions = {}): Promise<string> {
  const id = randomUUID()
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash) values (${id}, ${id}, ${id}, 'UTC', ${clinic_id}, '')
      returning id
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name, room, floor, status)
      values (${id}, ${clinic_id}, 'Ada', 'Byron', ${room}, ${floor}, ${status}) returning id
    )
    insert into device_assignments (clinic_id, device_id, resident_id, since, linked_at)
    select ${clinic_id}, d.id, r.id, '2026-01-01', '2026-01-01' from d, r`.execute(portal.owner)
  return id
}

interface Raised {
  readonly at: string
  readonly since?: string
  readonly ended?: string
  readonly kind?: string
  readonly severity?: string
  readonly acknowledged?: string
  readonly snoozedUntil?: string
  readonly episode?: string
}

/** A notification, with an episode of its own unless it names one. */
async function raise(
  resident: string,
  { at, ended, kind = 'episode', severity = 'warning', ...more }: Raised,
): Promise<string> {
  const id = randomUUID()
  const episode = more.episode ?? id
  if (!more.episode)
    await sql`insert into episodes (id, clinic_id, resident_id, device_id, kind, direction, severity, rr, raised_at, ended_at)
      values (${id}, ${clinic_id}, ${resident}, ${resident}, ${kind}, ${kind === 'episode' ? 'high' : null}, ${severity},
        ${kind === 'episode' ? 25 : null}, ${at}, ${ended ?? null})`.execute(portal.owner)
  await sql`insert into notifications (id, clinic_id, episode_id, kind, title, description, action, severity, patient_id,
      extra_detail, created_at, raised_at, acknowledged_at, acknowledged_by, acknowledged_name, snoozed_until,
      snoozed_by, snoozed_name)
    values (${id}, ${clinic_id}, ${episode}, ${kind}, ${`${severity} ${at.slice(11, 16)}`}, '', '', ${severity}, ${resident},
      ${JSON.stringify({ since: more.since })}, ${at}, ${at}, ${more.acknowledged ?? null}, 'a', 'A. Nurse', ${more.snoozedUntil ?? null}, 's', 'S. Nurse')`.execute(
    portal.owner,
  )
  return id
}

/** One signal after the other; the last goes on. */
async function show(resident: string, spans: readonly [state: string, since: string][]): Promise<void> {
  for (const [index, [state, since]] of spans.entries())
    await portal.owner
      .insertInto('signal_spans')
      .values({
        ...{ clinic_id, device_id: resident, resident_id: resident, state },
        since: Temporal.Instant.from(since),
        until: spans[index + 1] ? Temporal.Instant.from(spans[index + 1]![1]) : null,
      })
      .execute()
}

const entries = () =>
  portal.owner
    .selectFrom('audit_entries')
    .select(['act', 'actor_id', 'detail'])
    .where('clinic_id', '=', clinic_id)
    .execute()

describe('notifications of a shift', () => {
  it('are listed while they last, by their state at its end, and counted when they ended in it [HO-1]', async () => {
    const resident = await addResident()
    await raise(resident, { at: '2026-02-02T05:00:00Z', kind: 'no_breathing', severity: 'danger' })
    await raise(resident, { at: '2026-02-02T04:00:00Z', acknowledged: '2026-02-02T04:10:00Z' })
    await raise(resident, { at: '2026-02-02T03:00:00Z', kind: 'silent', snoozedUntil: '2026-02-02T06:30:00Z' })
    await raise(resident, { at: '2026-02-02T02:00:00Z', kind: 'stuck', snoozedUntil: '2026-02-02T05:30:00Z' })
    await raise(resident, { at: '2026-02-02T01:00:00Z', ended: '2026-02-02T01:30:00Z' })
    // Raised in the shift before, and still open; acknowledged only after this one.
    await raise(resident, { at: '2026-02-01T12:00:00Z', kind: 'clock', acknowledged: '2026-02-02T06:10:00Z' })
    const { items, quiet, as_of } = await read()
    expect(items[0]!.notifications.map(({ raised_at, state }) => [raised_at.slice(8, 16), state])).toEqual([
      ['02T05:00', 'open'],
      ['01T12:00', 'open'],
      ['02T02:00', 'open'],
      ['02T03:00', 'snoozed'],
      ['02T04:00', 'acknowledged'],
    ])
    expect(items[0]!.notifications[1]!.acknowledged).toEqual({ by: 'A. Nurse', at: '2026-02-02T06:10:00Z' })
    expect([quiet, as_of]).toEqual([0, night.until])
    expect(items[0]!.ended).toMatchObject([
      { title: 'warning 01:00', raised_at: '2026-02-02T01:00:00Z', ended_at: '2026-02-02T01:30:00Z' },
    ])
  })

  it('say since when it was so, as their messages do; of what came back, since the first time [HO-1] [WA-2] [WA-7]', async () => {
    const resident = await addResident()
    const stop = { at: '2026-02-02T03:23:00Z', since: '2026-02-02T03:21:00Z', kind: 'no_breathing' }
    await raise(resident, { ...stop, ended: '2026-02-02T03:24:00Z' })
    await raise(resident, { at: '2026-02-02T04:00:00Z', since: '2026-02-02T05:00:00Z', kind: 'silent' })
    // Staff were notified only after the shift.
    await raise(resident, { ...stop, at: '2026-02-02T06:01:00Z', since: '2026-02-02T05:59:00Z' })
    const { ended, notifications } = (await read()).items[0]!
    expect(ended.map(({ raised_at }) => raised_at)).toEqual([stop.since])
    expect(notifications.map(({ raised_at }) => raised_at)).toEqual(['2026-02-02T04:00:00Z'])
  })

  it('that became worse after its end are what they were at its end [HO-1] [AN-5]', async () => {
    const worse = async (room: string, at: string) => {
      const acknowledged = '2026-02-02T05:10:00Z'
      const told = { at: '2026-02-02T05:00:00Z', severity: 'danger', acknowledged }
      const id = await raise(await addResident({ room }), told)
      await sql`update notifications set became_worse_at = ${at} where id = ${id}`.execute(portal.owner)
    }
    await worse('1', '2026-02-02T05:59:00Z')
    await worse('2', night.until)
    const { items } = await read()
    const said = items.map(({ notifications: [one] }) => [one!.severity, one!.title, one!.state, one!.became_worse_at])
    expect(said).toEqual([
      ['danger', 'danger 05:00', 'open', '2026-02-02T05:59:00Z'],
      ['warning', 'High Respiratory', 'acknowledged', null],
    ])
  })

  it('that became worse long before that was known say when it was so, as lists do [HO-1] [WA-8]', async () => {
    const id = await raise(await addResident(), { at: '2026-02-02T02:00:00Z', severity: 'danger' })
    await sql`update notifications set became_worse_at = '2026-02-02T05:00:00Z',
      extra_detail = '{"until":"2026-02-02T03:10:00Z"}' where id = ${id}`.execute(portal.owner)
    expect((await read()).items[0]!.notifications[0]!.became_worse_at).toBe('2026-02-02T03:10:00Z')
  })

  it('are handled as they were at its end, whatever was done later [HO-1] [AN-5] [AN-6]', async () => {
    const warning = { at: '2026-02-02T04:00:00Z' }
    const danger = { ...warning, severity: 'danger' }
    const did = (id: string, act: string, at: string, until: string | null = null) =>
      sql`insert into audit_entries (at, actor_type, actor_id, actor_name, act, clinic_id, detail) values
        (${at}, 'user', 'b', 'B. Nurse', ${`notification.${act}`}, ${clinic_id}, ${JSON.stringify({
          notification_id: id,
          ...(until !== null && { changes: { snoozed_until: { before: null, after: until } } }),
        })})`.execute(portal.owner)
    const worse = (id: string, at: string) =>
      sql`update notifications set became_worse_at = ${at}, worse_at = ${at} where id = ${id}`.execute(portal.owner)
    const inRoom = async (room: string, raised: Raised) => raise(await addResident({ room }), raised)
    // Acknowledged in the shift; it became worse after it, and was acknowledged again.
    const later = await inRoom('1', { ...danger, acknowledged: '2026-02-02T07:10:00Z' })
    await did(later, 'acknowledge', '2026-02-02T04:10:00Z')
    await did(later, 'acknowledge', '2026-02-02T07:10:00Z')
    await worse(later, '2026-02-02T07:00:00Z')
    // It became worse within the shift: nobody has acknowledged that.
    const within = await inRoom('2', danger)
    await did(within, 'acknowledge', '2026-02-02T04:10:00Z')
    await worse(within, '2026-02-02T05:00:00Z')
    // Acknowledged, and taken back.
    const undone = await inRoom('3', warning)
    await did(undone, 'acknowledge', '2026-02-02T05:59:50Z')
    await did(undone, 'unacknowledge', '2026-02-02T06:00:10Z')
    // A danger that asked again after the shift.
    const again = await inRoom('4', { ...danger, acknowledged: '2026-02-02T06:20:00Z' })
    await did(again, 'acknowledge', '2026-02-02T05:45:00Z')
    await did(again, 'acknowledge', '2026-02-02T06:20:00Z')
    // Snoozed after the shift, and within it until it became worse after it.
    const snoozed = await inRoom('5', { ...warning, snoozedUntil: '2026-02-02T08:00:00Z' })
    await sql`update notifications set snoozed_at = '2026-02-02T06:30:00Z' where id = ${snoozed}`.execute(portal.owner)
    const slept = await inRoom('6', danger)
    await did(slept, 'snooze', '2026-02-02T05:30:00Z', '2026-02-02T09:00:00Z')
    await worse(slept, '2026-02-02T07:00:00Z')
    // It was over and came back twice, the second time after the shift.
    const back = await inRoom('7', warning)
    await did(back, 'acknowledge', '2026-02-02T04:10:00Z')
    await sql`update notifications set reopened_at = '{2026-02-02T05:00:00Z,2026-02-02T07:00:00Z}'
      where id = ${back}`.execute(portal.owner)
    const { items } = await read()
    expect(items.map(({ room, notifications: [one] }) => [room, one!.state, one!.acknowledged, one!.snoozed])).toEqual([
      ['1', 'acknowledged', { by: 'B. Nurse', at: '2026-02-02T04:10:00Z' }, null],
      ['2', 'open', null, null],
      ['3', 'open', null, null],
      ['4', 'acknowledged', { by: 'B. Nurse', at: '2026-02-02T05:45:00Z' }, null],
      ['5', 'open', null, null],
      ['6', 'snoozed', null, { by: 'B. Nurse', until: '2026-02-02T09:00:00Z' }],
      ['7', 'open', null, null],
    ])
  })

  it('that are dangers are open again 30 minutes after their acknowledgement, warnings aren’t [HO-1] [AN-5]', async () => {
    const danger = { at: '2026-02-02T05:00:00Z', severity: 'danger', acknowledged: '2026-02-02T05:30:00Z' }
    await raise(await addResident({ room: '1' }), danger)
    await raise(await addResident({ room: '2' }), { ...danger, snoozedUntil: '2026-02-02T06:20:00Z' })
    await raise(await addResident({ room: '3' }), { ...danger, acknowledged: '2026-02-02T05:31:00Z' })
    await raise(await addResident({ room: '4' }), { ...danger, severity: 'warning' })
    const { items } = await read()
    expect(items.map(({ room, notifications }) => [room, notifications[0]!.state])).toEqual([
      ['1', 'open'],
      ['2', 'snoozed'],
      ['3', 'acknowledged'],
      ['4', 'acknowledged'],
    ])
  })

  it('belong to the shift in which they begin or end: its beginning is in it, its end is not [HO-1]', async () => {
    const [endsAtStart, beginsAtEnd, endsAtEnd, over] = [
      await addResident({ room: '1' }),
      await addResident({ room: '2' }),
      await addResident({ room: '3' }),
      await addResident({ room: '4' }),
    ]
    await raise(endsAtStart, { at: '2026-02-01T17:00:00Z', ended: night.from })
    await raise(beginsAtEnd, { at: night.until })
    await raise(endsAtEnd, { at: '2026-02-02T05:00:00Z', ended: night.until })
    await raise(over, { at: '2026-02-01T17:00:00Z', ended: '2026-02-01T17:59:59Z' })
    for (const one of [beginsAtEnd, over]) await show(one, [['ok', '2026-01-01T00:00:00Z']])
    const { items, quiet } = await read()
    expect(items.map(({ room, ended, notifications }) => [room, ended.length, notifications.length])).toEqual([
      ['1', 1, 0],
      ['3', 0, 1],
    ])
    expect(items[1]!.notifications[0]).toMatchObject({ state: 'open', ended_at: night.until })
    expect(quiet).toBe(2)
    const next = await read({ from: night.until, until: '2026-02-02T18:00:00Z' })
    expect(next.items.map(({ room, ended, notifications }) => [room, ended.length, notifications.length])).toEqual([
      ['2', 0, 1],
      ['3', 1, 0],
    ])
  })

  it('that grew worse are one, and those of the facility stand apart [HO-1]', async () => {
    const resident = await addResident()
    const first = await raise(resident, { at: '2026-02-02T01:00:00Z' })
    await raise(resident, { at: '2026-02-02T02:00:00Z', severity: 'danger', episode: first })
    const outage = randomUUID()
    await sql`insert into monitoring_outages (id, clinic_id, cause, since) values
      (${outage}, ${clinic_id}, 'readings', '2026-02-02T03:00:00Z')`.execute(portal.owner)
    await sql`insert into notifications (clinic_id, outage_id, kind, title, description, action, severity, extra_detail,
        created_at, raised_at)
      values (${clinic_id}, ${outage}, 'monitoring', 'No readings', '', '', 'danger', '{}', '2026-02-02T03:00:00Z',
        '2026-02-02T03:00:00Z')`.execute(portal.owner)
    const { items, notifications } = await read()
    expect(items[0]!.notifications.map(({ severity }) => severity)).toEqual(['danger'])
    expect(notifications.map(({ title, state }) => [title, state])).toEqual([['No readings', 'open']])
  })
})

describe('beds of a shift', () => {
  it('say when they were empty, unmonitored and in need of a check, cut to the shift [HO-1]', async () => {
    const resident = await addResident()
    await show(resident, [
      ['away', '2026-02-01T17:00:00Z'],
      ['ok', '2026-02-01T18:40:00Z'],
      // Too short to be out of bed.
      ['away', '2026-02-01T22:00:00Z'],
      ['ok', '2026-02-01T22:00:50Z'],
      ['silent', '2026-02-02T01:00:00Z'],
      ['ok', '2026-02-02T01:30:00Z'],
      ['away', '2026-02-02T02:00:00Z'],
      ['ok', '2026-02-02T02:26:00Z'],
      ['stuck', '2026-02-02T05:15:00Z'],
      ['ok', '2026-02-02T08:00:00Z'],
    ])
    const { items } = await read()
    expect(items[0]).toMatchObject({
      out_of_bed: {
        spans: [
          { from: night.from, until: '2026-02-01T18:40:00Z' },
          { from: '2026-02-02T02:00:00Z', until: '2026-02-02T02:26:00Z' },
        ],
        is_out: false,
      },
      downtime: [
        { cause: 'stuck', seconds: 45 * 60 },
        { cause: 'silent', seconds: 30 * 60 },
      ],
      signal: { state: 'stuck', since: '2026-02-02T05:15:00Z', note: null },
    })
    const early = await read({ until: '2026-02-02T02:10:00Z' })
    expect(early.items[0]!.out_of_bed).toMatchObject({ spans: [{}, { until: '2026-02-02T02:10:00Z' }], is_out: true })
    expect(early.items[0]!.signal).toBeNull()
  })

  it('say the mean rate as it is judged, also beside a limit [HO-1] [PL-2]', async () => {
    await sql`select keep_partitions('2026-02-01', '2026-02-02', '2026-02-01', '2026-02-01')`.execute(portal.owner)
    for (const [nth, rr] of [12.04, 12.004, 21.96, 21.996, 16.04].entries()) {
      const resident = await addResident({ room: String(nth) })
      await show(resident, [['silent', '2026-02-01T17:00:00Z']])
      await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
        select d.no, c.no, '2026-02-02T03:00:00Z', 1, 1, ${rr}, ${rr}, ${rr}, 0, 0, 1
        from devices d join clinics c on c.id = d.clinic_id where d.id = ${resident}`.execute(portal.owner)
    }
    const { items } = await read()
    expect(items.map(({ rr_avg, rr_direction }) => [rr_avg, rr_direction])).toEqual([
      [12.1, null],
      [12, 'low'],
      [21.9, null],
      [22, 'high'],
      [16, null],
    ])
  })

  it('that were silent as one are said once, and what is a resident’s own stays theirs [HO-1]', async () => {
    const own: (readonly [state: 'ok' | 'silent', at: string])[][] = [
      [['ok', '02:31:00']],
      [['ok', '02:30:30']],
      // It comes back late, and was silent before.
      [
        ['ok', '01:00:00'],
        ['silent', '01:30:00'],
        ['ok', '02:50:00'],
      ],
      [],
    ]
    for (const [nth, states] of own.entries()) {
      const resident = await addResident({ room: String(nth) })
      const begin = nth === 3 ? [] : nth === 2 ? ['silent', '00:50:00'] : ['silent', '02:00:00']
      const all = [
        ['ok', '2026-02-01T17:00:00Z'],
        ...[begin, ...states].flatMap((one) => (one.length ? [[one[0], `2026-02-02T${one[1]}Z`]] : [])),
      ]
      await show(resident, all as never)
    }
    const { items, outages } = await read()
    expect(outages).toEqual([{ from: '2026-02-02T02:00:00Z', until: '2026-02-02T02:30:30Z' }])
    expect(items.map(({ room, downtime }) => [room, downtime])).toEqual([
      ['2', [{ cause: 'silent', seconds: (10 + 30 + 19.5) * 60 }]],
    ])
  })

  it('were empty once, though a gap hid them meanwhile [HO-1]', async () => {
    const resident = await addResident()
    await show(resident, [
      ['ok', '2026-02-01T17:00:00Z'],
      ['away', '2026-02-01T20:00:00Z'],
      ['silent', '2026-02-01T20:30:00Z'],
      ['away', '2026-02-01T21:00:00Z'],
      ['ok', '2026-02-01T21:10:00Z'],
      ['away', '2026-02-01T23:00:00Z'],
      ['no_breathing', '2026-02-01T23:10:00Z'],
      ['away', '2026-02-01T23:20:00Z'],
      ['ok', '2026-02-01T23:30:00Z'],
    ])
    const { items } = await read()
    expect(items[0]!.out_of_bed.spans).toEqual([
      { from: '2026-02-01T20:00:00Z', until: '2026-02-01T21:10:00Z' },
      { from: '2026-02-01T23:00:00Z', until: '2026-02-01T23:10:00Z' },
      { from: '2026-02-01T23:20:00Z', until: '2026-02-01T23:30:00Z' },
    ])
  })

  it.each([
    ['of 11 hours', '2026-03-28T18:00:00Z', '2026-03-29T05:00:00Z', '11 h'],
    ['of 13 hours', '2026-10-24T17:00:00Z', '2026-10-25T06:00:00Z', '13 h'],
  ])('of a night %s, in which the clock changes, are whole [HO-1]', async (_, from, until, length) => {
    const [silent, out] = [await addResident({ room: '1' }), await addResident({ room: '2' })]
    await show(silent, [['silent', '2026-02-01T00:00:00Z']])
    const minuteBefore = Temporal.Instant.from(until).subtract({ minutes: 1 }).toString()
    await show(out, [
      ['ok', '2026-02-01T00:00:00Z'],
      ['away', minuteBefore],
      ['ok', until],
    ])
    await raise(out, { at: until })
    const { items } = await read({ from, until })
    expect(items.map(({ downtime }) => downtime.map(({ seconds }) => lengthText(seconds)))).toEqual([[length], []])
    expect(items[1]).toMatchObject({
      notifications: [],
      out_of_bed: { spans: [{ from: minuteBefore, until }], is_out: true },
    })
  })

  it('of a shift that goes on are as they are now [HO-1]', async () => {
    const resident = await addResident()
    const now = Temporal.Now.instant().round('second')
    const shift = { from: now.subtract({ hours: 2 }).toString(), until: now.add({ hours: 2 }).toString() }
    await show(resident, [
      ['ok', now.subtract({ hours: 5 }).toString()],
      ['away', now.subtract({ minutes: 30 }).toString()],
    ])
    const { items, as_of, until } = await read(shift)
    expect(Date.parse(as_of)).toBeLessThan(Date.parse(until))
    expect(items[0]!.out_of_bed).toEqual({
      spans: [{ from: now.subtract({ minutes: 30 }).toString(), until: as_of }],
      is_out: true,
    })
  })
})

describe('what else a shift hands over', () => {
  it('is what was written, flagged, found and who was away in it [HO-1]', async () => {
    const resident = await addResident()
    const note = (at: string, words: string) =>
      sql`insert into notes (clinic_id, resident_id, member_id, kind, note, created_at, created_by, created_name,
          updated_by, updated_name)
        values (${clinic_id}, ${resident}, ${resident}, 'note', ${words}, ${at}, 'm', 'Maya Hughes', 'm', 'Maya Hughes')`.execute(
        portal.owner,
      )
    await note('2026-02-01T17:59:59Z', 'before')
    await note(night.from, 'Coughs')
    await note(night.until, 'after')
    const flag = (at: string, status: number) =>
      sql`insert into resident_flag_logs (clinic_id, resident_id, status, note, created_at, created_by)
        values (${clinic_id}, ${resident}, ${status}, 'Look', ${at}, 'Grace Hopper')`.execute(portal.owner)
    await flag('2026-02-01T10:00:00Z', 2)
    const trend = await raise(resident, { at: '2026-02-01T09:00:00Z', kind: 'trend' })
    await sql`insert into trends (clinic_id, resident_id, episode_id, night, rate, usual, deviation, nights, is_flagged,
        created_at)
      values (${clinic_id}, ${resident}, ${trend}, '2026-02-01', 20.5, 16.5, 1, 14, true, '2026-02-01T09:00:00Z')`.execute(
      portal.owner,
    )
    const leave = (from: string, until: string, reason: string) =>
      sql`insert into leaves (clinic_id, resident_id, since, until, reason, recorded_by, recorded_name)
        values (${clinic_id}, ${resident}, ${from}, ${until}, ${reason}, 'g', 'G')`.execute(portal.owner)
    await leave('2026-02-01T12:00:00Z', night.from, 'over when it begins')
    await leave('2026-02-01T20:00:00Z', '2026-02-01T22:00:00Z', 'Dinner')
    await leave('2026-02-02T05:00:00Z', '2026-02-02T13:00:00Z', 'Hospital')
    const [item] = (await read()).items
    expect(item!.notes.map(({ at, by, note: words }) => [at, by, words])).toEqual([
      [night.from, 'Maya Hughes', 'Coughs'],
    ])
    expect(item!.flag).toEqual({
      status: 2,
      at: '2026-02-01T10:00:00Z',
      by: 'Grace Hopper',
      note: 'Look',
      is_new: false,
    })
    expect(item!.trend).toEqual({ at: '2026-02-01T09:00:00Z', rate: 20.5, usual: 16.5 })
    expect(item!.leaves.map(({ reason, is_over }) => [reason, is_over])).toEqual([
      ['Dinner', true],
      ['Hospital', false],
    ])
    // A flag that was cleared in the shift is news once; then nobody has to do anything.
    await flag('2026-02-02T03:00:00Z', 1)
    expect((await read()).items[0]!.flag).toMatchObject({ status: 1, is_new: true })
    const next = { from: night.until, until: '2026-02-02T18:00:00Z' }
    expect((await read(next)).items[0]!.flag).toBeNull()
    await flag('2026-02-02T04:00:00Z', 4)
    expect((await read(next)).items[0]!.flag).toMatchObject({ status: 4, is_new: false })
    await flag(night.until, 3)
    expect((await read()).items[0]!.flag).toMatchObject({ status: 4, is_new: true })
    expect((await read(next)).items[0]!.flag).toMatchObject({ status: 3, is_new: true })
  })

  it('is no flag from before of who has left: nobody can look at them any more [HO-1]', async () => {
    const left = await addResident({ status: 2 })
    const flag = (at: string) =>
      sql`insert into resident_flag_logs (clinic_id, resident_id, status, note, created_at, created_by)
        values (${clinic_id}, ${left}, 2, 'Look', ${at}, 'Grace Hopper')`.execute(portal.owner)
    await flag('2026-01-01T10:00:00Z')
    expect((await read()).items).toEqual([])
    await flag('2026-02-02T03:00:00Z')
    expect((await read()).items).toMatchObject([{ is_discharged: true, flag: { status: 2, is_new: true } }])
  })

  it('is no leave from before of who has left: it ended with the stay [HO-1] [PL-6]', async () => {
    const left = await addResident({ status: 2 })
    const leave = (from: string) =>
      sql`insert into leaves (clinic_id, resident_id, since, until, reason, recorded_by, recorded_name)
        values (${clinic_id}, ${left}, ${from}, '2026-03-01T12:00:00Z', 'Hospital', 'g', 'G')`.execute(portal.owner)
    await leave('2026-02-01T12:00:00Z')
    expect((await read()).items).toEqual([])
    await leave('2026-02-02T03:00:00Z')
    expect((await read()).items).toMatchObject([{ leaves: [{ from: '2026-02-02T03:00:00Z', is_over: false }] }])
  })

  it('counts as not monitored, not as quiet, residents whose bed no sensor watched in it [HO-1]', async () => {
    const rooms = ['1', '2', '3', '4', '5']
    const [watched, without, later, before, stopped] = await Promise.all(rooms.map((room) => addResident({ room })))
    await show(watched!, [['ok', '2026-02-02T05:59:00Z']])
    await show(later!, [['ok', night.until]])
    await show(before!, [
      ['ok', '2026-01-01T00:00:00Z'],
      ['paused', '2026-02-01T17:00:00Z'],
    ])
    await show(stopped!, [
      ['ok', '2026-01-01T00:00:00Z'],
      ['paused', '2026-02-01T19:00:00Z'],
    ])
    expect(await read()).toMatchObject({ items: [], quiet: 2, unmonitored: 3 })
    await raise(without!, { at: '2026-02-02T01:00:00Z' })
    expect(await read()).toMatchObject({ items: [{ room: '2' }], quiet: 2, unmonitored: 2 })
  })

  it('is of one floor and of residents without one; who has left is not counted as quiet [HO-1]', async () => {
    const rooms = { '1': await addResident({ room: '1' }), '2': await addResident({ room: '2', floor: '2' }) }
    await show(await addResident({ room: '3' }), [['ok', '2026-01-01T00:00:00Z']])
    const noFloor = await addResident({ room: '4', floor: '' })
    const left = await addResident({ room: '5', status: 2 })
    await addResident({ room: '6', status: 2 })
    const deleted = await addResident({ room: '8', status: 0 })
    for (const one of [rooms['1'], rooms['2'], noFloor, left, deleted]) await raise(one, { at: '2026-02-02T01:00:00Z' })
    const listed = async (floor: string) => {
      const { items, quiet } = await read({ floor })
      return [items.map(({ room }) => room), quiet]
    }
    expect(await listed('1')).toEqual([['1', '4', '5'], 1])
    expect(await listed('2')).toEqual([['2', '4'], 0])
    expect(await listed('all')).toEqual([['1', '2', '4', '5'], 1])
    expect((await read()).items.map(({ is_discharged }) => is_discharged)).toEqual([false, false, false, true])
  })
})

describe('a shift', () => {
  it('is refused when it ends first, is longer than a day or has not begun [HO-1]', async () => {
    const now = Temporal.Now.instant()
    const refusal = async (shift: object) => {
      const { status, body } = await nurse.refused(readHandover, { clinic_id, ...shift })
      return [status, body.message]
    }
    expect(await refusal({ from: night.until, until: night.from })).toEqual([422, 'Enter an end after the start'])
    expect(await refusal({ from: night.from, until: night.from })).toEqual([422, 'Enter an end after the start'])
    expect(await refusal({ from: night.from, until: '2026-02-02T18:00:01Z' })).toEqual([422, 'Choose at most 24 hours'])
    expect(await refusal({ from: now.add({ hours: 1 }).toString() })).toEqual([422, 'This shift hasn’t begun'])
    expect((await refusal({ until: '0001-01-01T00:00:00Z' }))[0]).toBe(422)
    const whole = await read({ until: '2026-02-02T18:00:00Z' })
    expect([whole.from, whole.until]).toEqual([night.from, '2026-02-02T18:00:00Z'])
    const half = await nurse.call(readHandover, { clinic_id, until: night.until })
    expect(half.from).toBe(night.from)
  })

  it('is by default one of those offered, which follow each other without a gap [HO-1]', async () => {
    const { from, until, shifts } = await nurse.call(readHandover, { clinic_id })
    expect(shifts.slice(0, 2)).toContainEqual({ from, until })
    for (const [index, shift] of shifts.slice(1).entries()) expect(shift.until).toBe(shifts[index]!.from)
  })

  it('is taken over once by each person, who it says when and who [HO-1]', async () => {
    await addResident()
    const day = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const first = await nurse.call(takeOverShift, { clinic_id, floor: '1', ...night })
    expect(first.taken_over).toMatchObject([{ by: 'Test User', is_own: true }])
    expect((await nurse.call(takeOverShift, { clinic_id, floor: '1', ...night })).taken_over).toEqual(first.taken_over)
    await day.call(takeOverShift, { clinic_id, ...night })
    const who = async (more: object) => (await read(more)).taken_over.map(({ is_own }) => is_own)
    // Who takes over all floors takes over each.
    expect(await who({ floor: '1' })).toEqual([true, false])
    expect(await who({ floor: '2' })).toEqual([false])
    expect(await who({})).toEqual([false])
    expect(await who({ floor: '1', until: '2026-02-02T05:00:00Z' })).toEqual([])
    const { status, body } = await nurse.refused(takeOverShift, { clinic_id, floor: '9', ...night })
    expect([status, body.message]).toEqual([422, 'Choose a floor of this facility'])
    const entries = await portal.owner
      .selectFrom('audit_entries')
      .select(['act', 'detail'])
      .where('clinic_id', '=', clinic_id)
      .where('act', '=', 'handover.take-over')
      .orderBy('at')
      .execute()
    expect(entries.map(({ detail }) => detail)).toEqual([
      { floor: '1', ...night },
      { floor: 'all', ...night },
    ])
  })

  it('begins the duty of who takes over, until a shift ends, and not of a shift long ago [HO-1] [AN-7]', async () => {
    const onDuty = async () => (await nurse.call(listDuties, { clinic_id })).items
    expect((await nurse.call(takeOverShift, { clinic_id, floor: '1', ...night })).duty).toBeNull()
    expect(await onDuty()).toEqual([])
    const { duty } = await nurse.call(takeOverShift, { clinic_id, floor: '1' })
    expect(await onDuty()).toEqual([duty])
    expect(duty).toMatchObject({ user_id: nurse.userId, floors: ['1'] })
    const end = Temporal.Instant.from(duty!.until).toZonedDateTimeISO('Europe/Berlin')
    expect([7, 19]).toContain(end.hour)
  })

  it('is of nobody who may not see the facility, and each reading is recorded [HO-1] [FA-4] [AP-5]', async () => {
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    for (const call of [readHandover, readHandoverPdf, takeOverShift])
      expect((await other.refused(call, { clinic_id, ...night })).status, call.name).toBe(404)
    await read()
    expect(await entries()).toEqual([
      { act: 'handover.read', actor_id: nurse.userId, detail: { floor: 'all', ...night, shown: 0 } },
    ])
  })
})

describe('the handover on paper', () => {
  async function pdf(more: object = {}): Promise<{ bytes: Uint8Array; name: string }> {
    const query = new URLSearchParams({ clinic_id, ...night, ...more })
    const answer = await fetch(`${portal.url}/api/handover/pdf?${query}`, {
      headers: { authorization: `Bearer ${nurse.token}` },
    })
    expect(answer.status).toBe(200)
    return { bytes: await answer.bytes(), name: answer.headers.get('content-disposition') ?? '' }
  }

  it('says what the page says, by the facility’s clock [HO-1]', async () => {
    const resident = await addResident({ room: '104' })
    await show(await addResident({ room: '105' }), [['ok', '2026-01-01T00:00:00Z']])
    await addResident({ room: '106' })
    await raise(resident, { at: '2026-02-02T01:30:00Z', acknowledged: '2026-02-02T01:41:00Z' })
    await raise(resident, { at: '2026-02-02T05:00:00Z', kind: 'no_breathing', severity: 'danger' })
    await show(resident, [
      ['ok', '2026-01-01T00:00:00Z'],
      ['silent', '2026-02-02T00:20:00Z'],
    ])
    await nurse.call(takeOverShift, { clinic_id, floor: '1', ...night })
    const { bytes, name } = await pdf({ floor: '1' })
    expect(decodeURIComponent(name)).toContain('Handover-Maple Court-1-2026-02-01-19-00.pdf')
    const [page, ...others] = pagesOf(bytes) ?? []
    if (page === undefined) return
    expect(others).toEqual([])
    for (const text of [
      'Handover: Floor 1, Maple Court',
      '1 Feb 2026, 19:00 to 2 Feb 2026, 07:00',
      'Taken over by Test User at',
      'Danger:',
      'danger 05:00, 06:00, not acknowledged',
      'warning 01:30, 02:30, acknowledged 02:41 by A. Nurse',
      'Unmonitored 5 h 40 min: sensor silent',
      'Sensor silent since 01:20',
      '1 resident: nothing to report · 1 resident: not monitored',
    ])
      expect(page.replaceAll(/\s+/g, ' ')).toContain(text)
  })

  it('is recorded as what was read [HO-1] [AP-5]', async () => {
    await addResident()
    await pdf()
    expect(await entries()).toEqual([
      { act: 'handover.pdf', actor_id: nurse.userId, detail: { floor: 'all', ...night, shown: 0 } },
    ])
  })

  it('of a floor where much has happened is one page, in two columns [HO-1]', async () => {
    for (let nth = 0; nth < 14; nth++) {
      const resident = await addResident({ room: String(200 + nth) })
      await raise(resident, { at: '2026-02-02T01:30:00Z', acknowledged: '2026-02-02T01:41:00Z' })
      await show(resident, [
        ['ok', '2026-01-01T00:00:00Z'],
        ['silent', '2026-02-02T00:20:00Z'],
      ])
    }
    const { bytes } = await pdf({ floor: '1' })
    const pages = pagesOf(bytes)
    if (pages) expect(pages).toHaveLength(1)
  })
})
