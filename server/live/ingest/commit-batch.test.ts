import { randomUUID } from 'node:crypto'
import { gaussianOf } from '@eupnea/contract/rules/estimate/synthetic-wave.fixture.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { emptyArchive, startTestHttp, type TestHttp } from '../../../tests/kit/portal.ts'
import { untilWaiting } from '../../../tests/kit/waiting.ts'
import { createPool } from '../../platform/database.ts'
import { createLog } from '../../platform/log.ts'
import type { Bed } from '../bed/bed.ts'
import { LiveState } from '../state/live-state.ts'
import { loadBeds } from '../state/state.sql.ts'
import { inTransaction, selectDoubted } from './ingest.sql.ts'
import { createIngest } from './ingest.ts'
import type { Ingest } from './ingest-shapes.ts'
import type { MalformedCount } from './malformed-log.ts'
import { storeEffects } from './store-effects.ts'

/** What follows from readings must not cost the readings (LI-2, WA-1). */

let portal: TestHttp
let pool: pg.Pool
let ingest: Ingest
const state = new LiveState()
const log = createLog('silent')
const refused = vi.fn(async (_counts: MalformedCount[]) => {})
/** Another one begins with what is stored, as after a restart. */
const newIngest = (known = state) =>
  createIngest({
    archive: emptyArchive(),
    pool,
    state: known,
    log,
    retention: { readingsDays: 30, minutesDays: 30 },
    writeMalformed: refused,
    writeStatus: async () => {},
    isDiskFull: () => false,
    missed() {},
    happen: async () => {},
    late() {},
  })
beforeAll(async () => {
  portal = await startTestHttp([])
  pool = createPool(portal.connections.work, { name: 'samples', max: 2, settings: { 'app.scope': 'all' } })
  ingest = newIngest()
  await ingest.keepPartitions()
})
afterAll(async () => {
  await ingest.close()
  await pool.end()
  await portal.close()
})

async function addBed(): Promise<string> {
  const id = randomUUID()
  const clinicId = await portal.createClinic()
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash) values (${id}, ${id}, ${id}, 'UTC', ${clinicId}, '')
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name, room) values (${id}, ${clinicId}, 'Ada', 'Byron', '7')
    )
    insert into device_assignments (clinic_id, device_id, resident_id, since)
    values (${clinicId}, ${id}, ${id}, now() - interval '1 hour')`.execute(portal.owner)
  for (const bed of await loadBeds(pool, Date.now(), [id])) state.put(bed)
  return id
}
/** Someone breathing, up to now and over a minute's end: the signal becomes ok. */
const breathe = (id: string): Promise<void> => {
  const from = Date.now() - 100_000
  const readings = Array.from({ length: 20 }, (_, n) => ({ ts: from + n * 5_000, rr: 16 + n / 10, dist: 0.9 }))
  return ingest.telemetry(state.byId(id)!, Buffer.from(JSON.stringify(readings)))
}
/** Somebody who breathes and then turns over, seen by a sensor that sends only its wave. */
async function turnOver(id: string): Promise<void> {
  const from = Date.now() - 110_000
  const gaussian = gaussianOf(3)
  let place = 0
  const samples = Array.from({ length: 1_100 }, (_, i) => {
    if (i >= 700) place += 2 * gaussian()
    return place + Math.sin((Math.PI * i) / 20)
  })
  const readings = Array.from({ length: 110 }, (_, second) => ({
    ts: from + (second + 1) * 1_000,
    rr: null,
    dist: 0.9,
    wave: { hz: 10, samples: samples.slice(second * 10, (second + 1) * 10) },
  }))
  await ingest.telemetry(state.byId(id)!, Buffer.from(JSON.stringify(readings.slice(0, 60))))
  await ingest.telemetry(state.byId(id)!, Buffer.from(JSON.stringify(readings.slice(60))))
}
async function stored(id: string): Promise<string> {
  const { rows } = await sql<{ readings: number; state: string | null }>`
    select (select count(*)::int from readings where device_no = d.no) as readings,
      (select state from signal_spans where device_id = d.id and until is null) as state
    from devices d where id = ${id}`.execute(portal.owner)
  return `${rows[0]!.readings} ${rows[0]!.state}`
}

it('nothing stays open of a bed whose sensor is unlinked while its readings are stored [WA-1] [AL-2] [RE-4]', async () => {
  const id = await addBed()
  const from = Math.floor(Date.now() / 60_000) * 60_000 - 8 * 60_000
  const readings = Array.from({ length: 90 }, (_, n) => ({ ts: from + n * 5_000, rr: 35 + (n % 9) / 10, dist: 0.9 }))
  const { owner } = portal
  const asked = await owner.transaction().execute(async (db) => {
    await sql`update device_assignments set until = now() where device_id = ${id}`.execute(db)
    const stored = ingest.telemetry(state.byId(id)!, Buffer.from(JSON.stringify(readings)))
    await untilWaiting(owner, stored)
    return { stored }
  })
  await asked.stored
  expect(await stored(id)).toBe('90 null')
  const open = owner.selectFrom('episodes').where('resident_id', '=', id).where('ended_at', 'is', null)
  expect(await open.select('kind').execute()).toEqual([])
})

it('a sensor with a wrong clock is there for every node while any of them hears it [WA-1]', async () => {
  const [wrong, gone, right] = [await addBed(), await addBed(), await addBed()]
  for (const id of [wrong, gone, right]) await breathe(id)
  await sql`update signal_spans set state = 'clock' where device_id in (${wrong}, ${gone})`.execute(portal.owner)
  await sql`update latest set seen_at = seen_at - interval '2 minutes'
    where device_no = (select no from devices where id = ${gone})`.execute(portal.owner)
  const doubted = await selectDoubted(pool, 90_000)
  expect([wrong, gone, right].map((id) => doubted.has(id))).toEqual([true, false, false])
})

const signalOf = (id: string) => state.byId(id)?.signal?.state ?? null

it('of a bed whose effects the database refuses, or that can’t be judged, the readings are kept; all others are judged [LI-2] [WA-1]', async () => {
  const error = vi.spyOn(log, 'error')
  const ids = [await addBed(), await addBed(), await addBed(), await addBed(), await addBed()]
  const [first, unstored, second, broken, third] = ids as [string, string, string, string, string]
  const constraint = sql.raw(`add constraint refused check (resident_id <> '${unstored}')`)
  await sql`alter table signal_spans ${constraint}`.execute(portal.owner)
  // A zone that does not exist, and a plan that asks for the time in it.
  await sql`
    with c as (update clinics set tz = 'Nowhere' where id = (select clinic_id from devices where id = ${broken}) returning id)
    insert into plans (clinic_id, low, high, extreme_high, no_breathing_seconds, still_in_bed, valid_from, written_by,
      written_name)
    select id, 12, 22, 30, 120, '09:00', now() - interval '1 hour', '', '' from c`.execute(portal.owner)
  for (const bed of await loadBeds(pool, Date.now(), [broken])) state.put(bed)
  await Promise.all(ids.map(breathe))
  for (const id of [first, second, third]) expect([await stored(id), signalOf(id)]).toEqual(['20 ok', 'ok'])
  for (const id of [unstored, broken]) expect([await stored(id), signalOf(id)]).toEqual(['20 null', null])
  const given = error.mock.calls.map(([about]) => (about as { device_id: string }).device_id)
  expect(given.sort()).toEqual([unstored, broken].sort())
  expect(refused).not.toHaveBeenCalled()
})

it('a bed that is wrong here only is read again and judged [LI-2] [WA-1]', async () => {
  const ids = [await addBed(), await addBed()]
  const [moved, broken] = ids.map((id) => state.byId(id)!) as [Bed, Bed]
  state.put({ ...moved, place: { ...moved.place, clinicId: 'gone' } })
  // Nothing of this shape should ever be there.
  state.put({ ...broken, minutes: null as never })
  await Promise.all(ids.map(breathe))
  for (const id of ids) expect(await stored(id)).toBe('20 ok')
  expect(refused).not.toHaveBeenCalled()
})

it('a bed that was linked a moment ago is judged from its first readings, before the live state knows [WA-8] [WA-13]', async () => {
  const id = await addBed()
  const bed = state.byId(id)!
  state.put({ ...bed, place: { ...bed.place, residentId: null, residentSince: null, linkedAt: null } })
  const from = Math.floor(Date.now() / 60_000) * 60_000 - 40 * 60_000
  const readings = Array.from({ length: 400 }, (_, n) => ({ ts: from + n * 5_000, rr: 25 + (n % 9) / 10, dist: 0.9 }))
  await ingest.telemetry(bed, Buffer.from(JSON.stringify(readings)))
  const { rows } = await sql<{ raised_at: Temporal.Instant }>`
    select raised_at from episodes where resident_id = ${id} and kind = 'episode'`.execute(portal.owner)
  expect(rows.map(({ raised_at }) => raised_at.epochMilliseconds)).toEqual([from + 5 * 60_000])
})

it('a reading that another node has stored is stored once, and those that come with it too [LI-2]', async () => {
  const ids = [await addBed(), await addBed()] as const
  const elsewhere = new LiveState()
  for (const bed of await loadBeds(pool, Date.now(), ids)) elsewhere.put(bed)
  const other = newIngest(elsewhere)
  const ts = Date.now() - 3_000
  const say = (id: string, second: number, rr: number, by = ingest, beds = state) =>
    by.telemetry(beds.byId(id)!, Buffer.from(JSON.stringify({ ts: ts + second * 1_000, rr, dist: 0.9 })))
  await Promise.all(ids.map((id) => say(id, 0, 16)))
  for (const second of [1, 2]) await say(ids[0], second, 17, other, elsewhere)
  await other.close()
  await say(ids[0], 1, 16)
  await Promise.all(ids.map((id) => say(id, 2, 16)))
  const { rows } = await sql<{ readings: number; counted: number; rates: number[] }>`
    select (select count(*)::int from readings where device_no = d.no) as readings,
      (select sum(n)::int from minutes where device_no = d.no) as counted,
      (select array_agg(rr order by ts) from readings where device_no = d.no) as rates
    from devices d where id = any(${[...ids]}) order by id = ${ids[1]}`.execute(portal.owner)
  expect(rows).toEqual([
    { readings: 3, counted: 3, rates: [16, 17, 17] },
    { readings: 2, counted: 2, rates: [16, 16] },
  ])
  expect(refused).not.toHaveBeenCalled()
})

it('while a sensor’s clock was set back, what it says at an instant that it has passed already is watched, and counted once [LI-2] [WA-2]', async () => {
  const id = await addBed()
  const begun = Date.now()
  const clock = vi.spyOn(Date, 'now')
  const send = async (seconds: number, behind: number, rr: number | null) => {
    const now = begun + seconds * 1_000
    clock.mockReturnValue(now)
    const reading = { ts: now - behind * 1_000, rr: rr && rr + (seconds % 3) / 10, dist: 0.9 + (seconds % 5) / 100 }
    await ingest.telemetry(state.byId(id)!, Buffer.from(JSON.stringify(reading)))
  }
  try {
    for (let second = -240; second < -150; second += 2) await send(second, 0, 16)
    for (let second = -150; second < 0; second += 2) await send(second, 80, null)
  } finally {
    clock.mockRestore()
  }
  expect(signalOf(id)).toBe('no_breathing')
  const { rows } = await sql<{ readings: number; counted: number; raised: string[] }>`
    select (select count(*)::int from readings where device_no = d.no) as readings,
      (select sum(n)::int from minutes where device_no = d.no) as counted,
      (select array_agg(kind) from episodes where device_id = d.id) as raised
    from devices d where id = ${id}`.execute(portal.owner)
  // The clock is back at what it said first after 80 of its 150 seconds.
  expect(rows).toEqual([{ readings: 45 + 35, counted: 45 + 35, raised: ['no_breathing'] }])
})

it('movement that hid breathing is still known to a node that reads the bed anew [WA-2] [WA-1]', async () => {
  const id = await addBed()
  await turnOver(id)
  const { watch } = state.byId(id)!
  expect(watch.lostSince).not.toBeNull()
  expect(watch.movedAt).toBeGreaterThan(watch.lostSince!)
  const [anew] = await loadBeds(pool, Date.now(), [id])
  expect(anew!.watch).toEqual(watch)
})

it('what goes on when a resident is linked again is still to be notified of after a restart within the minute [WA-2] [WA-8]', async () => {
  const id = await addBed()
  // In the middle of a minute, so that none ends before the restart.
  const begun = Math.floor(Date.now() / 60_000) * 60_000 - 30_000
  const clock = vi.spyOn(Date, 'now')
  const send = async (second: number, rr: number | null) => {
    const now = begun + second * 1_000
    clock.mockReturnValue(now)
    const reading = { ts: now, rr: rr && rr + (second % 3) / 10, dist: 0.9 + (second % 5) / 100 }
    await ingest.telemetry(state.byId(id)!, Buffer.from(JSON.stringify(reading)))
  }
  try {
    for (let second = -240; second < -150; second++) await send(second, 16)
    for (let second = -150; second < 0; second++) await send(second, null)
    expect(state.byId(id)!.watch.breathing).toBe('notified')
    await sql`update device_assignments set until = ${new Date(begun)} where device_id = ${id}`.execute(portal.owner)
    await sql`insert into device_assignments (clinic_id, device_id, resident_id, since)
      select clinic_id, id, id, ${new Date(begun)} from devices where id = ${id}`.execute(portal.owner)
    for (const bed of await loadBeds(pool, Date.now(), [id])) state.put(bed)
    for (let second = 1; second < 26; second++) await send(second, null)
    expect(state.byId(id)!.signal).toMatchObject({ state: 'no_breathing' })
    const [anew] = await loadBeds(pool, Date.now(), [id])
    expect(anew!.watch).toMatchObject({ breathing: 'lost', lostSince: state.byId(id)!.watch.lostSince })
  } finally {
    clock.mockRestore()
  }
})

it('a wave has its rate at once after a restart, and the signal stays as it was [WA-1] [LI-10]', async () => {
  const id = await addBed()
  const from = Date.now() - 100_000
  const say = (by: Ingest, begin: number, end: number) => {
    const readings = Array.from({ length: end - begin }, (_, n) => {
      const samples = Array.from({ length: 10 }, (_, i) => Math.sin((Math.PI * (begin + n + i / 10)) / 2))
      return { ts: from + (begin + n + 1) * 1_000, rr: null, dist: 0.9, wave: { hz: 10, samples } }
    })
    return by.telemetry(state.byId(id)!, Buffer.from(JSON.stringify(readings)))
  }
  await say(ingest, 0, 62)
  const before = state.byId(id)!.signal
  expect(before).toMatchObject({ state: 'ok' })
  const again = newIngest()
  await say(again, 65, 95)
  await again.close()
  expect(state.byId(id)!.signal).toEqual(before)
  const { rows } = await sql<{ missing: number }>`
    select count(*)::int as missing from readings where device_no = ${state.byId(id)!.place.no} and rr is null
      and ts > ${new Date(from + 62_000)}`.execute(portal.owner)
  expect(rows).toEqual([{ missing: 0 }])
})

it('stored readings are judged by the plan of their own time [PL-3] [WA-8]', async () => {
  const id = await addBed()
  const minute = 60_000
  const changedAt = Date.now() - 20.5 * minute
  await sql`
    insert into plans (clinic_id, low, high, extreme_high, no_breathing_seconds, valid_from, written_by, written_name)
    select clinic_id, 12, 20, 30, 120, ${new Date(changedAt)}, '', '' from devices where id = ${id}`.execute(
    portal.owner,
  )
  for (const bed of await loadBeds(pool, Date.now(), [id])) state.put(bed)
  const from = Date.now() - 50 * minute
  // In range of the product's default, and out of the facility's.
  const readings = Array.from({ length: 290 }, (_, n) => ({ ts: from + n * 10_000, rr: 21 + (n % 5) / 10, dist: 0.9 }))
  await ingest.telemetry(state.byId(id)!, Buffer.from(JSON.stringify(readings)))
  const { rows } = await sql<{ after: number }>`
    select extract(epoch from raised_at)::float8 * 1000 - ${changedAt}::float8 as after from episodes
    where resident_id = ${id} and kind = 'episode'`.execute(portal.owner)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.after).toBeGreaterThan(0)
  expect(rows[0]!.after).toBeLessThanOrEqual(minute)
})

it('what a changed plan has ended is not raised again by minutes before it, after a restart either [PL-3]', async () => {
  const id = await addBed()
  const minute = 60_000
  const from = Date.now() - 50 * minute
  const breatheFast = (begin: number, end: number) => {
    const readings = Array.from({ length: (end - begin) * 6 }, (_, n) => ({
      ...{ ts: from + begin * minute + n * 10_000, rr: 24 + (n % 5) / 10, dist: 0.9 },
    }))
    return ingest.telemetry(state.byId(id)!, Buffer.from(JSON.stringify(readings)))
  }
  await breatheFast(0, 20)
  const changedAt = new Date(from + 30 * minute)
  await sql`
    insert into plans (clinic_id, low, high, extreme_high, no_breathing_seconds, valid_from, written_by, written_name)
    select clinic_id, 12, 28, 35, 120, ${changedAt}, '', '' from devices where id = ${id}`.execute(portal.owner)
  await sql`update episodes set ended_at = ${changedAt}, end_reason = 'plan_changed' where resident_id = ${id}`.execute(
    portal.owner,
  )
  for (const bed of await loadBeds(pool, Date.now(), [id])) state.put(bed)
  await breatheFast(20, 45)
  const { rows } = await sql`select from episodes where resident_id = ${id} and kind = 'episode'`.execute(portal.owner)
  expect(rows).toHaveLength(1)
})

it('what follows from readings is sent only if the newest of them is at most five minutes old [WA-8]', async () => {
  const isLate = async (seconds: number) => {
    const id = await addBed()
    const bed = state.byId(id)!
    const ts = Date.now() - seconds * 1_000
    const raise = { effect: 'raise', kind: 'no_breathing', direction: null, severity: 'danger' } as const
    const effects = [{ ...raise, at: ts - 60_000, rr: null, note: null, aheadMs: null }]
    const reduced = { bed: { ...bed, watch: { ...bed.watch, ts } }, effects }
    await inTransaction(pool, (client) => storeEffects(client, [reduced]))
    const { is_late } = await portal.owner
      .selectFrom('notifications')
      .select('is_late')
      .where('patient_id', '=', id)
      .executeTakeFirstOrThrow()
    return is_late
  }
  expect([await isLate(290), await isLate(305)]).toEqual([false, true])
})

it('a bed that is read has whole milliseconds, whatever the database has [WA-1] [WA-5]', async () => {
  const id = await addBed()
  await breathe(id)
  await sql`
    insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
    select clinic_id, id, now() + interval '1 hour', now() + interval '2 hours', '', '' from residents where id = ${id}
  `.execute(portal.owner)
  await sql`update latest set seen_at = date_trunc('second', seen_at) + interval '123456 microseconds'
    where device_no = (select no from devices where id = ${id})`.execute(portal.owner)
  await sql`update device_assignments set since = date_trunc('second', since) + interval '123456 microseconds',
    linked_at = '2026-11-20T03:12:00.123456Z' where device_id = ${id}`.execute(portal.owner)
  const [bed] = await loadBeds(pool, Date.now(), [id])
  const { place, seenAt, currentAt } = bed!
  for (const ms of [place.residentSince, place.leave?.from, place.leave?.until, seenAt, currentAt])
    expect(ms).toSatisfy(Number.isInteger)
  // Not a moment of somebody else's.
  expect(place.residentSince! % 1_000).toBe(124)
  expect(place.linkedAt).toBe(Date.parse('2026-11-20T03:12:00.123Z'))
})
