import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Actor, CtxOrigin } from '../../server/platform/context.ts'
import { type Connection, createDatabase, createPool, type Database } from '../../server/platform/database.ts'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/index.ts'
import { createLog } from '../../server/platform/log.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { line, ms, percentile } from './numbers.ts'

/** A clinic whose residents have all had a device for many days, with every minute of data. */

const log = createLog('error')
const job: Actor = { type: 'job', name: 'bench' }
export const clinic = 'bench'
export const idOf = (no: number) => `bench-${no}`
export const staff: Actor = {
  type: 'user',
  profile: { avatar: null, isEmailVerified: true, isAgreementDue: false },
  id: 'bench',
  name: 'Bench',
  email: 'bench@example.org',
  role: 'Clinic',
  isAdminFeature: false,
  sessionId: 'bench',
  token: 'bench',
  clinicIds: [clinic],
}

export interface Span {
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

export interface History {
  /** of the portal's jobs, and of a user of the clinic */
  readonly job: CtxOrigin
  readonly staff: CtxOrigin
  readonly owner: Database
  /** the period with minutes, until now */
  readonly span: Span
  close(): Promise<void>
}

interface HistoryOptions {
  readonly devices: number
  readonly days: number
  /** folder of a database that is kept for the next run */
  readonly data: string | undefined
}

export async function openHistory({ devices, days, data }: HistoryOptions): Promise<History> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'eupnea-history-')))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  const connection = postgres.connection as Connection
  const owner = createDatabase(createPool(connection, { name: 'owner', max: 2 }))
  const database = createDatabase(createPool(connection, { name: 'bench', max: 4 }))
  const close = async () => {
    await database.destroy()
    await owner.destroy()
    await postgres.stop()
    if (!data) await rm(folder, { recursive: true, force: true })
  }
  const until = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' })
  // One day more than is requested, so that spans end at different instants.
  const span = { since: until.subtract({ hours: 24 * (days + 1) }), until }
  try {
    await prepare(connection, owner, devices, span)
  } catch (error) {
    await close()
    throw error
  }
  return { job: { database, actor: job, log }, staff: { database, actor: staff, log }, owner, span, close }
}

/** A clinic of residents, each with a device since the first minute. */
async function furnish(owner: Database, devices: number, since: Temporal.Instant): Promise<void> {
  await sql`insert into clinics (id, slug, name, tz) values (${clinic}, ${clinic}, 'Bench', 'Asia/Kolkata')`.execute(
    owner,
  )
  await sql`insert into residents (id, clinic_id, first_name, last_name, room)
    select 'bench-' || i, ${clinic}, 'Bench', i, i from generate_series(1, ${devices}::int) i`.execute(owner)
  await sql`insert into devices (id, uid, name, tz, clinic_id, key_hash)
    select 'bench-' || i, 'bench-' || i, i, 'UTC', ${clinic}, '' from generate_series(1, ${devices}::int) i order by i`.execute(
    owner,
  )
  await sql`insert into device_assignments (clinic_id, device_id, resident_id, since)
    select ${clinic}, 'bench-' || i, 'bench-' || i, ${since}::timestamptz from generate_series(1, ${devices}::int) i`.execute(
    owner,
  )
}

/** Minutes in the order ingest writes them: minute by minute, all devices. */
async function writeMinutes(owner: Database, { since, until }: Span): Promise<void> {
  await sql`
    insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
    select d.no, c.no, m, 60, 55, 55 * rr, rr - 2, rr + 2, 60, 42, case when extract(hour from m) < 9 then 58 else 4 end
    from generate_series(${since}::timestamptz, ${until}::timestamptz - interval '1 minute', interval '1 minute') m
    cross join devices d join clinics c on c.id = d.clinic_id
    cross join lateral (select 15 + 3 * sin(extract(epoch from m)::float8 / 4000 + d.no) + random() as rr) r
    order by m, d.no`.execute(owner)
}

async function prepare(connection: Connection, owner: Database, devices: number, span: Span): Promise<void> {
  await migrate(connection, () => {})
  const known = await owner.selectFrom('clinics').select('id').where('id', '=', clinic).executeTakeFirst()
  if (known) return
  const first = span.since.toString().slice(0, 10)
  await sql`select keep_partitions(${first}::date, current_date + 1, ${first}::date, ${first}::date)`.execute(owner)
  await furnish(owner, devices, span.since)
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

/** Prints how long it took. */
export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  line(`${what} in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  return result
}

/** Times the runs. @returns median and 99th percentile, in ms */
export async function measure(
  what: string,
  runs: number,
  run: () => Promise<unknown>,
): Promise<{ p50: number; p99: number }> {
  const times: number[] = []
  // The first runs fill caches that are full in a running portal.
  for (let index = -3; index < runs; index++) {
    const start = performance.now()
    await run()
    if (index >= 0) times.push(performance.now() - start)
  }
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  line(`${what.padEnd(60)} p50 ${ms(p50).padStart(7)}   p99 ${ms(p99).padStart(7)}   ${runs} runs`)
  return { p50, p99 }
}
