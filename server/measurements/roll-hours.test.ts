import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { staffOf } from '../../tests/kit/staff-of.ts'
import { type Actor, type Ctx, withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import {
  house,
  instant,
  minutesFrom,
  openHouse,
  type PastMinute,
  reportJob,
  type Sensor,
  useHouse,
} from '../reports/history.fixture.ts'
import { removeOldReports } from '../reports/index.ts'
import { rollHours, type Span, selectHours, selectSummaries, summariseResidents } from './index.ts'

useHouse({ first: '2026-05-01', last: '2026-05-06' })

const log = createLog('fatal')
const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) =>
  withCtx({ database: house.http.database, actor, log }, work)
const roll = (now: Temporal.Instant, reach: 'recent' | 'all' = 'all') =>
  rollHours({ database: house.http.database, actor: reportJob, log }, now, reach)
const hoursOf = (device: Sensor) =>
  house.http.owner.selectFrom('hours').selectAll().where('device_no', '=', device.no).orderBy('hour').execute()

const noon = instant('2026-05-03T12:00Z')
const after = (minutes: number) => noon.add({ minutes })

/** What ingest does with a reading from a past hour. */
const storeLate = async (ctx: Ctx, device: Sensor, minute: Temporal.Instant, rr: number) => {
  await sql`select hold_hours()`.execute(ctx.db)
  await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
    values (${device.no}, ${house.clinic.no}, ${minute}, 1, 1, ${rr}, ${rr}, ${rr}, 0, 0, 1)`.execute(ctx.db)
  await sql`delete from hours where device_no = ${device.no} and hour = date_trunc('hour', ${minute}::timestamptz, 'UTC')`.execute(
    ctx.db,
  )
}

describe('rollHours', () => {
  it('adds up the minutes of an hour that ended two minutes ago [RE-7]', async () => {
    const device = await house.addDevice()
    await house.writeMinutes(device, [
      { at: noon, rr: 10, min: 9, max: 12, dist: 1 },
      { at: after(30), rr: 20, min: 15, max: 28, dist: null, inBed: false },
      { at: after(59), rr: null, dist: 0.5 },
      { at: after(60), rr: 40 },
    ])
    await roll(after(61))
    expect(await hoursOf(device)).toEqual([])
    await roll(after(62))
    const row = { device_no: device.no, clinic_no: house.clinic.no, hour: noon }
    const sums = { n: 3, n_rr: 2, n_dist: 2, n_in_bed: 2, sum_rr: 30, min_rr: 9, max_rr: 28, sum_dist: 1.5 }
    expect(await hoursOf(device)).toMatchObject([{ ...row, ...sums }])
    await roll(after(62))
    expect(await hoursOf(device)).toHaveLength(1)
  })

  it('leaves the hour that is not over by the clock of the database, whatever the node’s clock says [RE-7]', async () => {
    const present = Temporal.Now.instant().round({ smallestUnit: 'hour', roundingMode: 'floor' })
    const day = present.toZonedDateTimeISO('UTC').toPlainDate()
    const today = await openHouse({ first: day.subtract({ days: 1 }).toString(), last: day.toString() })
    try {
      const device = await today.addDevice()
      const past = present.subtract({ hours: 2 })
      await today.writeMinutes(
        device,
        [past, present].map((at) => ({ at, rr: 15 })),
      )
      const ahead = present.add({ hours: 1, minutes: 10 })
      await rollHours({ database: today.http.database, actor: reportJob, log }, ahead, 'recent')
      const rows = await today.http.owner
        .selectFrom('hours')
        .select('hour')
        .where('device_no', '=', device.no)
        .execute()
      expect(rows).toEqual([{ hour: past }])
    } finally {
      await today.http.close()
    }
  })

  it('looks back a few hours each minute, and 32 days now and then [RE-7]', async () => {
    const device = await house.addDevice()
    await house.writeMinutes(
      device,
      [noon, after(60), after(120), after(180)].map((at) => ({ at, rr: 15 })),
    )
    await roll(after(250), 'recent')
    expect((await hoursOf(device)).map((row) => row.hour)).toEqual([after(60), after(120), after(180)])
    await roll(after(250), 'all')
    expect(await hoursOf(device)).toHaveLength(4)
  })

  it('rolls an hour again after a late reading has removed its row [LI-2]', async () => {
    const device = await house.addDevice()
    await house.writeMinutes(device, [{ at: noon, rr: 10 }])
    await roll(after(70))
    await as(reportJob, (ctx) => storeLate(ctx, device, after(5), 30))
    expect(await hoursOf(device)).toEqual([])
    await roll(after(70))
    expect(await hoursOf(device)).toMatchObject([{ n: 2, sum_rr: 40, max_rr: 30 }])
  })

  it('ends with the minutes that it adds up [RE-7]', async () => {
    const device = await house.addDevice()
    const kept = after(24 * 60)
    await house.writeMinutes(
      device,
      [noon, kept].map((at) => ({ at, rr: 15 })),
    )
    await roll(after(25 * 60 + 2))
    expect(await hoursOf(device)).toHaveLength(2)
    const today = Temporal.Now.plainDateISO('UTC')
    const { days } = today.since(kept.toZonedDateTimeISO('UTC').toPlainDate(), { largestUnit: 'days' })
    await sql`insert into closed_minutes select device_no, clinic_no, minute, true from minutes
      where device_no = ${device.no}`.execute(house.http.owner)
    await as(reportJob, (ctx) => removeOldReports(ctx, days))
    expect((await hoursOf(device)).map(({ hour }) => hour)).toEqual([kept])
    const closed = house.http.owner.selectFrom('closed_minutes').select('minute').where('device_no', '=', device.no)
    expect(await closed.execute()).toEqual([{ minute: kept }])
  })

  it('never keeps what it read before a late reading was committed [LI-2]', async () => {
    const device = await house.addDevice()
    await house.writeMinutes(device, [{ at: noon, rr: 10 }])
    let rolled: Promise<void> | undefined
    await as(reportJob, async (ctx) => {
      await storeLate(ctx, device, after(5), 30)
      // The late reading has already looked for a row but hasn't committed.
      rolled = roll(after(70))
      await expect
        .poll(
          async () =>
            (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(house.http.owner)).rows
              .length,
        )
        .toBeGreaterThan(0)
    })
    await rolled
    expect(await hoursOf(device)).toMatchObject([{ n: 2, sum_rr: 40 }])
  })

  it('makes one row when several nodes roll at once [RE-7]', async () => {
    const device = await house.addDevice()
    await house.writeMinutes(device, minutesFrom(noon, 60))
    await Promise.all([roll(after(70)), roll(after(70)), roll(after(70))])
    expect(await hoursOf(device)).toMatchObject([{ n: 60, n_in_bed: 60 }])
  })

  it('leaves an hour in which the device moved to another facility to the minutes [FA-4]', async () => {
    const device = await house.addDevice()
    const other = await house.createClinic()
    await house.writeMinutes(device, minutesFrom(noon, 30, { rr: 10 }), other)
    await house.writeMinutes(device, minutesFrom(after(30), 30, { rr: 20 }))
    await roll(after(70))
    expect(await hoursOf(device)).toEqual([])
  })
})

/** Brute force: every minute of the span, one by one. */
function bruteForce(minutes: readonly PastMinute[], { since, until }: Pick<Span, 'since' | 'until'>) {
  const within = minutes.filter(
    ({ at }) => Temporal.Instant.compare(at, since) >= 0 && Temporal.Instant.compare(at, until) < 0,
  )
  const valid = within.flatMap(({ rr, min, max }) => (rr === null ? [] : [{ rr, min: min ?? rr, max: max ?? rr }]))
  return {
    n: within.length,
    n_rr: valid.length,
    n_in_bed: within.filter(({ inBed = true }) => inBed).length,
    sum_rr: valid.reduce((sum, { rr }) => sum + rr, 0),
    min_rr: valid.length === 0 ? null : Math.min(...valid.map(({ min }) => min)),
    max_rr: valid.length === 0 ? null : Math.max(...valid.map(({ max }) => max)),
  }
}

/** Two days of whole minutes, by their number. */
const begin = instant('2026-05-04T00:00Z')
const length = 2 * 24 * 60
const whole = fc.integer({ min: 0, max: length })
const pastMinute = fc.record({
  at: fc.integer({ min: 0, max: length - 1 }),
  // Eighths, because they survive the database's 32-bit floats unchanged.
  rr: fc.option(fc.integer({ min: 0, max: 640 }).map((eighths) => eighths / 8)),
  dist: fc.option(fc.integer({ min: 0, max: 80 }).map((eighths) => eighths / 8)),
  inBed: fc.boolean(),
})

describe('spans', () => {
  it('add up to what their minutes add up to, whichever hours are rolled [RE-7]', async () => {
    const origin = { database: house.http.database, actor: reportJob, log }
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(pastMinute, { selector: ({ at }) => at, minLength: 1, maxLength: 120 }),
        fc.array(fc.tuple(whole, whole), { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 47 }), { maxLength: 48 }),
        async (said, ends, unrolled) => {
          const device = await house.addDevice()
          const minutes = said.map(({ at, ...rest }) => ({ ...rest, at: begin.add({ minutes: at }) }))
          await house.writeMinutes(device, minutes)
          await rollHours(origin, begin.add({ hours: 49 }), 'all')
          for (const hour of unrolled)
            await house.http.owner
              .deleteFrom('hours')
              .where('device_no', '=', device.no)
              .where('hour', '=', begin.add({ hours: hour }))
              .execute()
          const spans = ends.map(([a, b]) => ({
            device_no: device.no,
            since: begin.add({ minutes: Math.min(a, b) }),
            until: begin.add({ minutes: Math.max(a, b) }),
          }))
          const rows = await withCtx(origin, (ctx) => selectSummaries(ctx, spans))
          const found = new Map(rows.map(({ index, ...sums }) => [index, sums]))
          for (const [index, span] of spans.entries()) {
            const expected = bruteForce(minutes, span)
            if (expected.n === 0) expect(found.has(index)).toBe(false)
            else expect(found.get(index)).toEqual({ ...expected, sum_rr: expect.closeTo(expected.sum_rr, 6) })
          }
          const hours = await withCtx(origin, (ctx) => selectHours(ctx, spans.slice(0, 1)))
          for (const { at, avg } of hours) {
            const [first] = spans
            const clipped = {
              since: Temporal.Instant.compare(at, first!.since) < 0 ? first!.since : at,
              until:
                Temporal.Instant.compare(at.add({ hours: 1 }), first!.until) < 0 ? at.add({ hours: 1 }) : first!.until,
            }
            const expected = bruteForce(minutes, clipped)
            expect(expected.n).toBeGreaterThan(0)
            if (expected.n_rr === 0) expect(avg).toBeNull()
            else expect(avg).toBeCloseTo(expected.sum_rr / expected.n_rr, 6)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('summariseResidents', () => {
  it('tells respiration and time in bed of everyone in a facility, each from their own minutes [RP-3] [FA-4] [PL-6]', async () => {
    const clinic = await house.createClinic()
    const [first, second] = [await house.addDevice(clinic), await house.addDevice(clinic)]
    const [ada, ben, silent] = [
      await house.addResident(clinic),
      await house.addResident(clinic),
      await house.addResident(clinic),
    ]
    await house.lay(ada, first, noon, after(120))
    await house.lay(ben, first, after(120))
    await house.lay(ada, second, after(125))
    await house.lay(silent, await house.addDevice(clinic), noon)
    await house.writeMinutes(first, minutesFrom(after(60), 120, { rr: 12, min: 10, max: 13 }), clinic)
    await house.writeMinutes(second, minutesFrom(after(60), 120, { rr: 18, max: 20, inBed: false }), clinic)
    const period = { since: after(90).add({ seconds: 20 }), until: after(150) }
    const summaries = await as(reportJob, (ctx) => summariseResidents(ctx, clinic.id, period))
    expect(Object.fromEntries(summaries)).toEqual({
      [ada]: {
        minutes: 55,
        minutes_in_bed: 30,
        rr_avg: expect.closeTo((30 * 12 + 25 * 18) / 55, 6),
        rr_min: 10,
        rr_max: 20,
      },
      [ben]: { minutes: 30, minutes_in_bed: 30, rr_avg: 12, rr_min: 10, rr_max: 13 },
    })
    const leave = { resident_id: ada, since: after(100), until: after(110) }
    const withLeave = await as(reportJob, (ctx) => summariseResidents(ctx, clinic.id, period, [leave]))
    expect(withLeave.get(ada)).toEqual({ ...summaries.get(ada)!, minutes_in_bed: 20 })
    const { clinic: own } = house
    const staff = staffOf(own.id)
    expect((await as(staff, (ctx) => summariseResidents(ctx, clinic.id, period))).size).toBe(0)
    const theirs = staffOf(clinic.id)
    expect(await as(theirs, (ctx) => summariseResidents(ctx, clinic.id, period))).toEqual(summaries)
  })
})
