import { randomUUID } from 'node:crypto'
import { readDowntime } from '@eupnea/contract/downtime.ts'
import { saveLeave } from '@eupnea/contract/leaves.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { readCsv } from '../../tests/kit/read-csv.ts'
import { leaveRoutes } from '../leaves/index.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { downtimeRoutes, removeOldSpans } from './index.ts'

let portal: TestHttp
let clinic_id: string
let nurse: SignedInClient
beforeAll(async () => {
  portal = await startTestHttp([...downtimeRoutes, ...leaveRoutes])
})
afterAll(() => portal.close())
beforeEach(async () => {
  clinic_id = await portal.createClinic({ tz: 'Europe/Berlin' })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
})

interface Bed {
  readonly device_id: string
  readonly patient_id: string
}

/** A resident linked to a device from `linked` to `until`. */
async function addBed(linked: string, until: string | null = null): Promise<Bed> {
  const id = randomUUID()
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash) values (${id}, ${id}, ${id}, 'UTC', ${clinic_id}, '')
      returning id
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name, room) values (${id}, ${clinic_id}, 'Ada', 'Byron', '7')
      returning id
    )
    insert into device_assignments (clinic_id, device_id, resident_id, since, linked_at, until)
    select ${clinic_id}, d.id, r.id, ${linked}, ${linked}, ${until} from d, r`.execute(portal.owner)
  return { device_id: id, patient_id: id }
}

/** One span after the other; the last goes on unless it says `end`. */
async function show({ device_id, patient_id }: Bed, spans: readonly [state: string, since: string][]): Promise<void> {
  for (const [index, [state, since]] of spans.entries())
    if (state !== 'end')
      await portal.owner
        .insertInto('signal_spans')
        .values({
          ...{ clinic_id, device_id, resident_id: patient_id, state },
          since: Temporal.Instant.from(since),
          until: spans[index + 1] ? Temporal.Instant.from(spans[index + 1]![1]) : null,
        })
        .execute()
}

const day = { from: '2026-03-02T00:00:00Z', until: '2026-03-03T00:00:00Z' }
const ask = (period: { from: string; until: string } = day) => nurse.call(readDowntime, { clinic_id, ...period })

describe('the downtime of a facility', () => {
  it('lists what left a bed unwatched, and not what was watched or on leave [WA-10]', async () => {
    const bed = await addBed('2026-03-01T12:00:00Z')
    await show(bed, [
      ['ok', '2026-03-01T12:00:00Z'],
      ['silent', '2026-03-02T01:00:00Z'],
      ['away', '2026-03-02T02:00:00Z'],
      ['clock', '2026-03-02T03:00:00Z'],
      ['no_breathing', '2026-03-02T03:30:00Z'],
      ['malformed', '2026-03-02T04:00:00Z'],
      ['stuck', '2026-03-02T04:15:00Z'],
      ['paused', '2026-03-02T05:00:00Z'],
      ['ok', '2026-03-02T09:00:00Z'],
    ])
    const { items, monitored_share } = await ask()
    expect(items.map(({ cause, from, until }) => [cause, from.slice(11, 16), until.slice(11, 16)])).toEqual([
      ['stuck', '04:15', '05:00'],
      ['malformed', '04:00', '04:15'],
      ['clock', '03:00', '03:30'],
      ['silent', '01:00', '02:00'],
    ])
    expect(items[3]).toEqual({
      ...bed,
      ...{ cause: 'silent', from: '2026-03-02T01:00:00Z', until: '2026-03-02T02:00:00Z', is_ongoing: false },
      ...{ date: '2026-03-02', seconds: 3_600, room: '7', first_name: 'Ada', last_name: 'Byron' },
    })
    const beyond = await nurse.call(readDowntime, { clinic_id, ...day, page: 9 })
    expect([beyond.items, beyond.pagination.total_records]).toEqual([[], 4])
    // 24 h less 4 h of leave; 2 h 30 min were missed.
    expect(monitored_share).toBeCloseTo(17.5 / 20, 9)
  })

  it('counts no time of a leave that was recorded late [WA-10] [PL-6]', async () => {
    const now = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' })
    const ago = (minutes: number) => now.subtract({ minutes }).toString()
    const bed = await addBed(ago(600))
    await show(bed, [
      ['ok', ago(600)],
      ['silent', ago(420)],
      ['ok', ago(240)],
      ['away', ago(200)],
      ['clock', ago(180)],
      ['silent', ago(120)],
    ])
    const period = { from: ago(600), until: now.toString() }
    const { patient_id } = bed
    const shown = async () => {
      const { items, monitored_share } = await ask(period)
      const minutes: Partial<Record<string, number>> = {}
      for (const { cause, seconds } of items) minutes[cause] = (minutes[cause] ?? 0) + seconds / 60
      return { minutes, monitored_share }
    }
    await nurse.call(saveLeave, { patient_id, from: ago(150), until: now.add({ hours: 5 }).toString(), reason: '' })
    expect(await shown()).toEqual({ minutes: { clock: 30, silent: 180 }, monitored_share: 240 / 450 })
    // The beginning is put right: it was earlier.
    await nurse.call(saveLeave, { patient_id, from: ago(300), until: now.add({ hours: 5 }).toString(), reason: '' })
    expect(await shown()).toEqual({ minutes: { silent: 120 }, monitored_share: 180 / 300 })
    // It was later: what was measured before counts again.
    await nurse.call(saveLeave, { patient_id, from: ago(60), until: now.add({ hours: 5 }).toString(), reason: '' })
    expect(await shown()).toEqual({ minutes: { clock: 60, silent: 240 }, monitored_share: 240 / 540 })
  })

  it('has nothing to list of a period to come, while a bed is unwatched now either [WA-10]', async () => {
    const bed = await addBed('2026-03-01T12:00:00Z')
    await show(bed, [['silent', '2026-03-02T01:00:00Z']])
    const next = Temporal.Now.instant().add({ hours: 24 })
    const { items, monitored_share, pagination } = await ask({
      from: next.toString(),
      until: next.add({ hours: 24 }).toString(),
    })
    expect([items, monitored_share, pagination.total_records]).toEqual([[], null, 0])
  })

  it('splits what lasts beyond midnight by the facility’s days, of 23 and 25 hours too [WA-10]', async () => {
    const bed = await addBed('2026-01-01T00:00:00Z')
    await show(bed, [
      ['ok', '2026-01-01T00:00:00Z'],
      ['silent', '2026-03-28T20:00:00Z'],
      ['ok', '2026-03-30T10:00:00Z'],
      ['clock', '2026-10-24T20:00:00Z'],
      ['ok', '2026-10-26T05:00:00Z'],
    ])
    const hours = async (from: string, until: string) =>
      (await ask({ from, until })).items.map(({ date, seconds }) => [date, seconds / 3_600])
    expect(await hours('2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z')).toEqual([
      ['2026-03-30', 12],
      ['2026-03-29', 23],
      ['2026-03-28', 3],
    ])
    expect(await hours('2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z')).toEqual([
      ['2026-10-26', 6],
      ['2026-10-25', 25],
      ['2026-10-24', 2],
    ])
  })

  it('is of the day that begins with the first of two midnights, where the clock goes back from one [WA-10]', async () => {
    await portal.owner.updateTable('clinics').set({ tz: 'Atlantic/Azores' }).where('id', '=', clinic_id).execute()
    const bed = await addBed('2026-10-01T00:00:00Z')
    await show(bed, [
      ['silent', '2026-10-24T22:00:00Z'],
      ['ok', '2026-10-25T00:10:00Z'],
      ['silent', '2026-10-25T00:20:00Z'],
      ['ok', '2026-10-25T00:30:00Z'],
    ])
    const { items } = await ask({ from: '2026-10-24T00:00:00Z', until: '2026-10-27T00:00:00Z' })
    expect(items.map(({ date, seconds }) => [date, seconds / 60])).toEqual([
      ['2026-10-25', 10],
      ['2026-10-25', 10],
      ['2026-10-24', 120],
    ])
  })

  it('is of days by the portal’s own list of zones, not by that of PostgreSQL, which may be older [WA-10]', async () => {
    // Its clocks haven't gone back since this year.
    await portal.owner.updateTable('clinics').set({ tz: 'America/Edmonton' }).where('id', '=', clinic_id).execute()
    const bed = await addBed('2026-11-09T00:00:00Z')
    await show(bed, [
      ['silent', '2026-11-10T05:00:00Z'],
      ['ok', '2026-11-10T08:00:00Z'],
    ])
    const { items } = await ask({ from: '2026-11-09T00:00:00Z', until: '2026-11-12T00:00:00Z' })
    expect(items.map(({ date, from }) => [date, from])).toEqual([
      ['2026-11-10', '2026-11-10T06:00:00Z'],
      ['2026-11-09', '2026-11-10T05:00:00Z'],
    ])
  })

  it('is cut to the period, the link and now [WA-10]', async () => {
    const left = await addBed('2026-03-02T10:00:00Z', '2026-03-02T12:00:00Z')
    await show(left, [
      ['silent', '2026-02-20T00:00:00Z'],
      ['end', '2026-03-02T12:00:00Z'],
    ])
    const { items, monitored_share } = await ask()
    expect(items).toMatchObject([{ from: '2026-03-02T10:00:00Z', until: '2026-03-02T12:00:00Z', is_ongoing: false }])
    expect(monitored_share).toBe(0)

    const hourAgo = Temporal.Now.instant().subtract({ minutes: 60 })
    const open = await addBed(hourAgo.toString())
    await show(open, [
      ['ok', hourAgo.toString()],
      ['silent', hourAgo.add({ minutes: 45 }).toString()],
    ])
    const now = await nurse.call(readDowntime, { clinic_id })
    expect(now.items.every(({ is_ongoing }, index) => is_ongoing === (index === 0))).toBe(true)
    expect(now.items.reduce((sum, { seconds }) => sum + seconds, 0) / 60).toBeCloseTo(15, 0)
    expect(now.monitored_share).toBeCloseTo(0.75, 2)
  })

  it('has nothing of no length, such as a silence before which a leave was set back [WA-10] [PL-6]', async () => {
    const bed = await addBed('2026-03-01T12:00:00Z')
    await show(bed, [
      ['ok', '2026-03-01T12:00:00Z'],
      ['silent', '2026-03-02T01:00:00Z'],
      ['paused', '2026-03-02T01:00:00Z'],
      ['ok', '2026-03-02T09:00:00Z'],
    ])
    expect(await ask()).toMatchObject({ items: [], monitored_share: 1 })
  })

  it('counts nothing of a link that ended before its signal was known [WA-10]', async () => {
    const { device_id, patient_id } = await addBed('2026-03-02T12:00:00Z')
    const [began, ended] = ['2026-03-02T02:00:00Z', '2026-03-02T02:00:01Z']
    await sql`
      insert into device_assignments (clinic_id, device_id, resident_id, since, linked_at, until)
      values (${clinic_id}, ${device_id}, ${patient_id}, ${began}, ${began}, ${ended})`.execute(portal.owner)
    await show({ device_id, patient_id }, [
      ['silent', '2026-03-02T12:00:00Z'],
      ['ok', '2026-03-02T18:00:00Z'],
    ])
    expect((await ask()).monitored_share).toBe(0.5)
  })

  it('of a period that ends before it begins is refused, not said to be all watched [WA-10]', async () => {
    await show(await addBed('2026-03-01T00:00:00Z'), [['silent', '2026-03-01T00:00:00Z']])
    const refusal = async (period: { from: string; until: string }) => {
      const { status, body } = await nurse.refused(readDowntime, { clinic_id, ...period })
      return [status, body.field, body.message]
    }
    const expected = [422, 'until', 'Choose an end after the start']
    expect(await refusal({ from: day.until, until: day.from })).toEqual(expected)
    expect(await refusal({ from: day.from, until: day.from })).toEqual(expected)
  })

  it('has no share where nobody was to be watched [WA-10]', async () => {
    expect(await ask()).toMatchObject({ items: [], monitored_share: null })
    const away = await addBed('2026-03-01T00:00:00Z')
    await show(away, [['paused', '2026-03-01T00:00:00Z']])
    expect(await ask()).toMatchObject({ items: [], monitored_share: null })
    const unknown = await addBed('2026-03-01T00:00:00Z')
    await show(unknown, [['ok', '2026-03-02T23:00:00Z']])
    expect(await ask()).toMatchObject({ items: [], monitored_share: 1 })
  })

  it('comes as CSV, and only to those who may see the facility [WA-10] [RP-8] [FA-4]', async () => {
    const bed = await addBed('2026-03-01T00:00:00Z')
    await show(bed, [
      ['silent', '2026-03-02T01:00:00Z'],
      ['ok', '2026-03-02T02:20:00Z'],
    ])
    const path = `${portal.url}/api/clinics/${clinic_id}/downtime?from=${day.from}&until=${day.until}&format=csv`
    const answer = await fetch(path, { headers: { authorization: `Bearer ${nurse.token}` } })
    const rows = readCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()))
    expect(rows).toMatchObject([{ ...bed, cause: 'silent', date: '2026-03-02', seconds: '4800' }])
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    expect((await other.refused(readDowntime, { clinic_id })).status).toBe(404)
    await sql`delete from residents where id = ${bed.patient_id}`.execute(portal.owner)
    expect((await ask()).items).toEqual([])
  })

  it('is kept as long as minutes are [WA-10]', async () => {
    const bed = await addBed('2020-01-01T00:00:00Z')
    await show(bed, [
      ['silent', '2020-01-01T00:00:00Z'],
      ['clock', '2020-02-01T00:00:00Z'],
      ['ok', '2026-01-01T00:00:00Z'],
    ])
    const origin = {
      database: portal.database,
      actor: { type: 'job', name: 'test' },
      log: createLog('silent'),
    } as const
    await withCtx(origin, (ctx) => removeOldSpans(ctx, 1_000))
    const kept = await portal.owner.selectFrom('signal_spans').select('state').where('device_id', '=', bed.device_id)
    expect((await kept.execute()).map(({ state }) => state)).toEqual(['clock', 'ok'])
  })
})
