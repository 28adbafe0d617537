import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readDailyPdf } from '@eupnea/contract/report-deliveries.ts'
import { type DailyReport, readReport } from '@eupnea/contract/reports.ts'
import { sql } from 'kysely'
import { readOptions } from '../sensors/read-options.ts'
import { rollHours } from '../server/measurements/index.ts'
import type { CtxOrigin } from '../server/platform/context.ts'
import { type Connection, createDatabase, createPool } from '../server/platform/database.ts'
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/index.ts'
import { createHttp } from '../server/platform/http.ts'
import { createLog } from '../server/platform/log.ts'
import { migrate } from '../server/platform/migrate.ts'
import { createSealer } from '../server/platform/seal.ts'
import { reportDeliveryRoutes, reportRoutes } from '../server/reports/index.ts'
import { connectionsOf } from '../tests/kit/connections.ts'
import { createMemoryStore, emptyArchive } from '../tests/kit/portal.ts'
import { asStarted } from './kit/as-started.ts'
import { printCells } from './kit/bare-pdf.ts'
import { clinic, staff } from './kit/history.ts'
import { cpuSecondsOf, loadAverage, treeOf } from './kit/machine.ts'
import { count, goal, line, median, ms } from './kit/numbers.ts'

/**
 * The daily report of a clinic, from the request to the complete PDF, compared with the same cells drawn by bare pdfkit
 * with Noto Sans, without tags or a database; rounds alternate. Also measures how long the portal's event loop is
 * blocked, and how much its memory grows. The last line is the ratio of the medians. The drawing thread gives way
 * to other work and bare pdfkit doesn't, so on a busy machine only the processor time is meaningful. The portal's code
 * is compiled after about ten rounds.
 */
const { values } = readOptions({
  options: { residents: { type: 'string', default: '500' }, rounds: { type: 'string', default: '40' } },
})
asStarted(['--residents', '20', '--rounds', '1'])
const residents = Number(values.residents)
const goals = { ofBare: 1.1, delayMs: 50, growthMb: 60 }

const folder = await mkdtemp(join(tmpdir(), 'eupnea-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: { fsync: 'off' } })
const connection = postgres.connection as Connection
await migrate(connection, () => {})
const connections = await connectionsOf(connection)
const pool = createPool(connections.requests, { name: 'bench', max: 12, pipeline: true })
const app = await createHttp({
  routes: [
    ...reportRoutes(emptyArchive()),
    ...reportDeliveryRoutes(createMemoryStore(), createSealer('a secret of benches')),
  ],
  databases: { requests: createDatabase(pool), identity: createDatabase(pool), work: createDatabase(pool) },
  log: createLog('error'),
  trustProxy: 0,
  secure: false,
  baseUrl: () => 'http://portal.example',
  authenticate: async () => staff,
})
try {
  await furnish()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`
  const ask = (path: string) => fetch(`${address}${path}`, { headers: { authorization: 'Bearer bench' } })
  line(`report: ${residents} residents; load ${loadAverage()}`)
  const data = (await (await ask(`${readReport.path}?report=daily&clinic_id=${clinic}`)).json()) as DailyReport

  const rssBefore = process.memoryUsage().rss
  let rssMost = rssBefore
  const look = setInterval(() => {
    rssMost = Math.max(rssMost, process.memoryUsage().rss)
  }, 5)
  let delayed = 0
  const request = async () => {
    // A new one each time, because after a pause it would count the pause as a delay.
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const start = performance.now()
    const pdf = await (await ask(`${readDailyPdf.path}?clinic_id=${clinic}`)).arrayBuffer()
    const took = performance.now() - start
    delay.disable()
    delayed = Math.max(delayed, delay.max / 1_000_000)
    return { took, bytes: pdf.byteLength }
  }
  const first = await request()
  const grown = (rssMost - rssBefore) / 1_048_576
  clearInterval(look)
  line(`  first  portal ${ms(first.took)}, ${count(first.bytes / 1_024)} kB, memory +${Math.round(grown)} MB`)

  const sides = { portal: [] as number[], bare: [] as number[] }
  const processor = { portal: [] as number[], database: [] as number[], bare: [] as number[] }
  await printCells(data)
  for (let round = 1; round <= Number(values.rounds); round++) {
    const before = spent()
    const ours = await request()
    const between = spent()
    const start = performance.now()
    const bare = await printCells(data)
    const theirs = performance.now() - start
    processor.portal.push(between.own - before.own)
    processor.database.push(between.database - before.database)
    processor.bare.push(spent().own - between.own)
    sides.portal.push(ours.took)
    sides.bare.push(theirs)
    line(`  round ${round}  portal ${ms(ours.took)}   bare ${ms(theirs)}, ${count(bare.length / 1_024)} kB`)
  }
  const ratio = median(sides.portal) / median(sides.bare)
  line(goal(`event loop held up at most ${ms(delayed)} (goal ${goals.delayMs} ms)`, delayed < goals.delayMs))
  line(goal(`memory grew by ${Math.round(grown)} MB (goal ${goals.growthMb} MB)`, grown < goals.growthMb))
  line(goal(`${ms(median(sides.portal))}, bare pdfkit ${ms(median(sides.bare))}`, ratio <= goals.ofBare))
  const [own, database, alone] = [processor.portal, processor.database, processor.bare].map(median).map(ms)
  line(`        processor time: portal ${own} and its database ${database}, bare pdfkit ${alone}`)
  line(`ratio ${ratio.toFixed(2)} (request to finished PDF of ${residents} residents / the same cells by bare pdfkit)`)
} finally {
  await app.close()
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Processor time so far, ms: of this process and of its database. */
function spent() {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1_000
  return { own, database: cpuSecondsOf(treeOf(process.pid)) * 1_000 - own }
}

/** A clinic of residents with devices and the minutes of the last three days, rolled up as the portal does. */
async function furnish(): Promise<void> {
  const owner = createDatabase(createPool(connection, { name: 'owner', max: 1 }))
  await sql`select keep_partitions(current_date - 4, current_date + 1, current_date - 4, current_date - 4)`.execute(
    owner,
  )
  await sql`insert into clinics (id, slug, name, tz) values (${clinic}, ${clinic}, 'Maple Court', 'UTC')`.execute(owner)
  await sql`insert into residents (id, clinic_id, first_name, last_name, room)
    select 'bench-' || i, ${clinic}, (array['Ada', 'Łukasz', 'Zoë', 'Wilhelmina', 'Ben'])[1 + i % 5],
      (array['Byron', 'Nowak', 'Featherstone', 'O''Neill', 'Müller'])[1 + i % 5], i
    from generate_series(1, ${residents}::int) i`.execute(owner)
  await sql`insert into devices (id, uid, name, tz, clinic_id, key_hash)
    select 'bench-' || i, 'bench-' || i, i, 'UTC', ${clinic}, '' from generate_series(1, ${residents}::int) i`.execute(
    owner,
  )
  await sql`insert into device_assignments (clinic_id, device_id, resident_id, since)
    select ${clinic}, 'bench-' || i, 'bench-' || i, now() - interval '4 days' from generate_series(1, ${residents}::int) i`.execute(
    owner,
  )
  await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
    select d.no, c.no, m, 60, 55, 55 * (10 + (d.no + extract(hour from m)::int) % 14), 8, 26, 60, 42, 58
    from generate_series(date_trunc('minute', now() - interval '3 days'), now(), interval '1 minute') m
    cross join devices d join clinics c on c.id = d.clinic_id`.execute(owner)
  const work = createDatabase(createPool(connections.work, { name: 'bench', max: 1 }))
  const job = {
    database: work,
    actor: { type: 'job', name: 'roll-all-hours' },
    log: createLog('error'),
  }
  await rollHours(job as CtxOrigin, Temporal.Now.instant(), 'all')
  await sql`vacuum analyze`.execute(owner)
  await work.destroy()
  await owner.destroy()
}
