import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Actor, type Ctx, type CtxOrigin, withCtx } from '../server/platform/context.ts'
import { type Connection, createDatabase, createPool, type Database } from '../server/platform/database.ts'
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/index.ts'
import { createLog } from '../server/platform/log.ts'
import { migrate } from '../server/platform/migrate.ts'
import { rollHours, summariseResidents } from '../server/reports/index.ts'
import { readReport } from '../server/reports/read-report.ts'
import type { ReportInput } from '../server/reports/report-input.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, ms, percentile } from './kit/numbers.ts'

/**
 * How quickly the past is read: 30 days of one resident, and the last 24 hours of a whole facility, out of 30 days of
 * minutes of 500 devices, through the verbs as a user of the facility; beside plain SQL over the minutes. The last line
 * is the ratio of plain SQL's median to the verb's, for 30 days of one resident.
 */
const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '500' },
    days: { type: 'string', default: '30' },
    /** folder of a database that is kept, and used again by the next run */
    data: { type: 'string' },
  },
})
const devices = Number(values.devices)
const days = Number(values.days)
const goalMs = 50
const facility = 'bench'
const idOf = (no: number) => `bench-${no}`

const line = (text = '') => process.stdout.write(`${text}\n`)
const log = createLog('error')
const job: Actor = { type: 'job', name: 'bench' }
const staff: Actor = {
  type: 'user',
  profile: { avatar: null, adminId: null, isEmailVerified: true, isAgreementDue: false },
  id: 'bench',
  name: 'Bench',
  email: 'bench@example.org',
  role: 'Clinic',
  isAdminFeature: false,
  sessionId: 'bench',
  token: 'bench',
  clinicIds: [facility],
}

interface Span {
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

/** A facility of residents, each under a device since the first minute. */
async function furnish(owner: Database, since: Temporal.Instant): Promise<void> {
  await sql`insert into clinics (id, slug, name, tz) values (${facility}, ${facility}, 'Bench', 'Asia/Kolkata')`.execute(
    owner,
  )
  await sql`insert into residents (id, clinic_id, first_name, last_name, room)
    select 'bench-' || i, ${facility}, 'Bench', i, i from generate_series(1, ${devices}::int) i`.execute(owner)
  await sql`insert into devices (id, uid, name, tz, clinic_id, key_hash)
    select 'bench-' || i, 'bench-' || i, i, 'UTC', ${facility}, '' from generate_series(1, ${devices}::int) i order by i`.execute(
    owner,
  )
  await sql`insert into device_assignments (clinic_id, device_id, resident_id, since)
    select ${facility}, 'bench-' || i, 'bench-' || i, ${since}::timestamptz from generate_series(1, ${devices}::int) i`.execute(
    owner,
  )
}

/** Minutes in the order in which ingest writes them: all devices' minute by minute. */
async function writeMinutes(owner: Database, { since, until }: Span): Promise<void> {
  await sql`
    insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
    select d.no, c.no, m, 60, 55, 55 * rr, rr - 2, rr + 2, 60, 42, case when extract(hour from m) < 9 then 58 else 4 end
    from generate_series(${since}::timestamptz, ${until}::timestamptz - interval '1 minute', interval '1 minute') m
    cross join devices d join clinics c on c.id = d.clinic_id
    cross join lateral (select 15 + 3 * sin(extract(epoch from m)::float8 / 4000 + d.no) + random() as rr) r
    order by m, d.no`.execute(owner)
}

async function prepare(connection: Connection, owner: Database, span: Span): Promise<void> {
  await migrate(connection, () => {})
  const known = await owner.selectFrom('clinics').select('id').where('id', '=', facility).executeTakeFirst()
  if (known) return
  const first = span.since.toString().slice(0, 10)
  await sql`select keep_partitions(${first}::date, current_date + 1, ${first}::date, ${first}::date)`.execute(owner)
  await furnish(owner, span.since)
  const pieces: Span[] = []
  for (let at = span.since; Temporal.Instant.compare(at, span.until) < 0; at = at.add({ hours: 24 })) {
    const next = at.add({ hours: 24 })
    pieces.push({ since: at, until: Temporal.Instant.compare(next, span.until) < 0 ? next : span.until })
  }
  const write = async () => {
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) await writeMinutes(owner, piece)
  }
  await timed(`wrote the minutes of ${devices} devices`, () => Promise.all([write(), write()]))
  await timed('vacuumed', () => sql`vacuum analyze`.execute(owner))
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  line(`${what} in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  return result
}

/** Times the runs. @returns median and 99th percentile, in ms */
async function measure(what: string, runs: number, run: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  // The first ones fill caches that are full in a portal that runs.
  for (let index = -3; index < runs; index++) {
    const start = performance.now()
    await run()
    if (index >= 0) times.push(performance.now() - start)
  }
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  line(`${what.padEnd(60)} p50 ${ms(p50).padStart(7)}   p99 ${ms(p99).padStart(7)}   ${runs} runs`)
  return { p50, p99 }
}

const anyOf = (count: number) => Math.floor(Math.random() * count)

async function compare(origin: CtxOrigin, { since, until }: Span): Promise<{ ratio: number; p99: number }> {
  const asStaff = <T>(work: (ctx: Ctx) => Promise<T>) => withCtx(origin, work)
  const minutes = Math.floor(since.until(until).total('minutes'))
  const anEnd = (length: number) => since.add({ minutes: length + anyOf(minutes - length) })
  const report = (input: Partial<ReportInput>) => {
    const common = { hours: 24, days: 14, page: 1, page_size: 1_000, patient_id: idOf(1 + anyOf(devices)) }
    return asStaff((ctx) => readReport({ ctx, input: { ...common, ...input } as ReportInput }))
  }

  const day = 24 * 60
  const dayOf = (end: Temporal.Instant) => ({ since: end.subtract({ hours: 24 }), until: end })
  await measure(`24 h of all ${devices} residents`, 200, () =>
    asStaff((ctx) => summariseResidents(ctx, facility, dayOf(anEnd(day)))),
  )
  await measure('  plain SQL: group by over the minutes', 30, () =>
    asStaff(({ db }) => {
      const { since, until } = dayOf(anEnd(day))
      return sql`select device_no, count(*), avg(sum_rr / n_rr), min(min_rr), max(max_rr),
        count(*) filter (where n_presence * 2 >= n) from minutes
        where minute >= ${since}::timestamptz and minute < ${until}::timestamptz group by device_no`.execute(db)
    }),
  )

  const month = Math.min(720, days * 24)
  const verb = await measure(`${month} h of one resident, points an hour (report rr)`, 500, () =>
    report({ report: 'rr', hours: month, end: anEnd(month * 60).toString() }),
  )
  await measure(`${days} days of one resident, time in bed (report tib)`, 200, () =>
    report({ report: 'tib', days, end: anEnd(days * day - 60).toString() }),
  )
  await measure('24 h of one resident, points a minute (report rr)', 200, () =>
    report({ report: 'rr', end: anEnd(day).toString() }),
  )
  const plain = await measure(`  plain SQL: ${month} h of one device's minutes`, 100, () =>
    asStaff(({ db }) => {
      const end = anEnd(month * 60)
      return sql`select minute, sum_rr / n_rr, min_rr, max_rr, sum_dist / n_dist from minutes
        where device_no = ${1 + anyOf(devices)} and minute >= ${end.subtract({ hours: month })}::timestamptz
          and minute < ${end}::timestamptz order by minute`.execute(db)
    }),
  )
  return { ratio: plain.p50 / verb.p50, p99: verb.p99 }
}

line(`history: ${devices} devices, ${days} days; load ${loadAverage()}`)
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'eupnea-history-')))
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
const connection = postgres.connection as Connection
const owner = createDatabase(createPool(connection, { name: 'owner', max: 2, settings: { role: connection.user! } }))
const database = createDatabase(createPool(connection, { name: 'bench', max: 4 }))
try {
  const until = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' })
  // A day more than is asked for, so that spans end at different instants.
  const span = { since: until.subtract({ hours: 24 * (days + 1) }), until }
  await prepare(connection, owner, span)
  await timed('rolled the hours', () => rollHours({ database, actor: job, log }, until, 'all'))
  await timed('found nothing to roll in the last hours', () =>
    rollHours({ database, actor: job, log }, until, 'recent'),
  )
  await timed('found nothing to roll in all', () => rollHours({ database, actor: job, log }, until, 'all'))
  const { rows } = await sql<{ minutes: number; size: string; hours: number }>`select
    (select count(*) from minutes) as minutes, (select count(*) from hours) as hours,
    pg_size_pretty(pg_database_size(current_database())) as size`.execute(owner)
  line(`${count(rows[0]?.minutes ?? 0)} minutes, ${count(rows[0]?.hours ?? 0)} hours, ${rows[0]?.size}`)
  const othersSince = watchOthers()
  const { ratio, p99 } = await compare({ database, actor: staff, log }, span)
  line(`others took ${cores(othersSince())} meanwhile`)
  line(goal(`p99 ${ms(p99)} for ${days} days of one resident (goal ${ms(goalMs)})`, p99 < goalMs))
  line(`ratio ${ratio.toFixed(1)} (plain SQL over the minutes / the portal, ${days} days of one resident, medians)`)
} finally {
  await database.destroy()
  await owner.destroy()
  await postgres.stop()
  if (!values.data) await rm(folder, { recursive: true, force: true })
}
