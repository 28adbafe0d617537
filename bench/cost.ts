import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readOptions } from '../sensors/read-options.ts'
import { findRunning } from '../server/platform/embedded-postgres/index.ts'
import { startChild } from './kit/child.ts'
import { cpuSecondsOf, loadAverage, memoryOf, treeOf, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, ms } from './kit/numbers.ts'
import type { PublishAnswer, PublishAsk } from './kit/publisher.ts'
import { readMetrics } from './kit/read-metrics.ts'
import { housesOf, keysOf, startHospital } from './kit/start-hospital.ts'

/**
 * What a bed costs (docs/cost.md): CPU, memory and bytes written while so many sensors send a reading a second, one a
 * message, each number with a portal and database of its own; and the share of the readings that became durable, which
 * falls below one where the machine ends. The load generator shares its cores and isn't counted. Prints the rows of the
 * document. The last line is the ratio of CPU per bed with the most sensors to that with the fewest.
 */
const { values } = readOptions({
  options: {
    devices: { type: 'string', default: '50,500,5000' },
    /** readings a second and device; each one more stands for as many beds again */
    rate: { type: 'string', default: '1' },
    /** measured for each number, after the warm-up */
    minutes: { type: 'string', default: '5' },
  },
})
const rate = Number(values.rate)
const seconds = Number(values.minutes) * 60
const warmUpSeconds = 60
/** Thousands of connections and their first readings. */
const patienceSeconds = 180
const least = 0.99
const daySeconds = 86_400

interface Cost {
  readonly beds: number
  /** CPU seconds, of the portal and of its PostgreSQL */
  readonly cpu: { readonly portal: number; readonly database: number }
  /** MB in memory */
  readonly memory: { readonly portal: number | null; readonly database: number | null }
  /** bytes by which the database grew, and of its log */
  readonly stored: number
  readonly logged: number
  /** readings committed, of those that were to be sent */
  readonly durable: number
  readonly latency: PublishAnswer['latency']
}

async function measure(deviceCount: number): Promise<Cost> {
  const hospital = await startHospital(housesOf(deviceCount), { LOG_LEVEL: 'warn' })
  const publisher = await startChild<PublishAsk, PublishAnswer>('publisher')
  const client = new pg.Client(findRunning(hospital.dataDir)!)
  try {
    await client.connect()
    const { portal, wards } = hospital
    const look = async () => {
      const { rows } = await client.query<{ stored: number; logged: number }>(
        `select pg_database_size(current_database())::float8 as stored,
           pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as logged`,
      )
      const readings = (await readMetrics(portal.http))('readings_committed_total')
      const own = cpuSecondsOf([portal.pid])
      return { ...rows[0]!, readings, own, all: cpuSecondsOf(treeOf(portal.pid)), at: performance.now() }
    }
    const publishing = publisher.ask({
      ...{ url: portal.mqtt, devices: keysOf(wards.flatMap(({ beds }) => beds)), rate },
      ...{ window: 16, duration_s: warmUpSeconds + seconds + 10, patience_s: patienceSeconds },
    })
    // It is awaited at the end.
    publishing.catch(() => {})
    const begun = Date.now()
    while ((await look()).readings === 0) {
      if (Date.now() - begun > patienceSeconds * 1_000) throw new Error('Nothing was committed')
      await sleep(1_000)
    }
    await sleep(warmUpSeconds * 1_000)
    const before = await look()
    await sleep(seconds * 1_000)
    const after = await look()
    const [all, own] = [memoryOf(treeOf(portal.pid)), memoryOf([portal.pid])]
    const { latency } = await publishing
    const beds = deviceCount * rate
    const portalCpu = after.own - before.own
    return {
      beds,
      cpu: { portal: portalCpu, database: after.all - before.all - portalCpu },
      memory: { portal: own, database: all === null || own === null ? null : all - own },
      stored: after.stored - before.stored,
      logged: after.logged - before.logged,
      durable: (after.readings - before.readings) / (((after.at - before.at) / 1_000) * beds),
      latency,
    }
  } finally {
    await client.end()
    await publisher.stop()
    await hospital.close()
  }
}

/** Of one bed and day. */
const perBed = (sum: number, { beds }: Cost): number => (sum * daySeconds) / seconds / beds

/** A row of docs/cost.md. */
function rowOf(cost: Cost): string {
  const { beds, cpu, memory, stored, logged, durable, latency } = cost
  const whole = (value: number | null) => (value === null ? '?' : count(value))
  const cells = [
    count(beds),
    `${perBed(cpu.portal, cost).toFixed(1)} + ${perBed(cpu.database, cost).toFixed(1)}`,
    ((cpu.portal + cpu.database) / seconds).toFixed(2),
    `${whole(memory.portal)} + ${whole(memory.database)}`,
    (perBed(stored, cost) / 1e6).toFixed(1),
    (perBed(logged, cost) / 1e6).toFixed(1),
    durable.toFixed(3),
    ms(latency.p99),
  ]
  return `| ${cells.join(' | ')} |`
}

line(
  `cost: ${values.devices} devices at ${rate} reading/s, ${values.minutes} min each, ${availableParallelism()} cores; load ${loadAverage()}`,
)
const costs: Cost[] = []
for (const deviceCount of values.devices.split(',').map(Number)) {
  const others = watchOthers()
  const cost = await measure(deviceCount)
  costs.push(cost)
  line(
    `${count(cost.beds).padStart(7)} beds   PUBACK p50 ${ms(cost.latency.p50)}, p99 ${ms(cost.latency.p99)}, the last ${ms(cost.latency.max)}   (others took ${cores(others())})`,
  )
}
line()
for (const cost of costs) line(rowOf(cost))
line()
for (const { beds, durable } of costs)
  line(
    goal(`${durable.toFixed(3)} of the readings of ${count(beds)} beds are durable (goal ${least})`, durable >= least),
  )
const ofBed = (cost: Cost) => perBed(cost.cpu.portal + cost.cpu.database, cost)
line(`load ${loadAverage()}`)
line(
  `ratio ${(ofBed(costs.at(-1)!) / ofBed(costs[0]!)).toFixed(2)} (CPU a bed and day with ${count(costs.at(-1)!.beds)} beds / with ${count(costs[0]!.beds)})`,
)
