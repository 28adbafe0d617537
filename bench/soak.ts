import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readOptions } from '../sensors/read-options.ts'
import { findRunning } from '../server/platform/embedded-postgres/index.ts'
import { startChild } from './kit/child.ts'
import type { DashboardsAnswer, DashboardsAsk } from './kit/dashboards.ts'
import { liveUrl } from './kit/live-latency.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, mb, median, slope } from './kit/numbers.ts'
import { readMetrics } from './kit/read-metrics.ts'
import { startHospital } from './kit/start-hospital.ts'

/**
 * Whether the portal's memory stays flat: the simulated sensors and some dashboards, with the clock of sensors and portal
 * going faster than the machine's, so that a day of readings, minutes, episodes and lost connections passes in 72 minutes
 * at a reading a second, and a week in 51 with `--speed 200 --interval 20 --minutes 51`. Timers and PostgreSQL's clock go
 * on as ever: scheduled jobs run as often as in real minutes, and no day is archived. A day of 500 devices fills 4 GB of
 * disk. The last line is the ratio of resident memory at the end to that after the warm-up.
 */
const { values } = readOptions({
  options: {
    devices: { type: 'string', default: '500' },
    dashboards: { type: 'string', default: '5' },
    /** how many times as fast the clock goes */
    speed: { type: 'string', default: '20' },
    /** of each sensor, simulated seconds from reading to reading */
    interval: { type: 'string', default: '1' },
    /** real ones with the warm-up: at 20 times the speed, 72 are a day */
    minutes: { type: 'string', default: '72' },
    /** which sensors send their wave too: all, some (every third), none */
    wave: { type: 'string', default: 'none' },
  },
})
const devices = Number(values.devices)
const speed = Number(values.speed)
const interval = Number(values.interval)
const realMs = Number(values.minutes) * 60_000
const goals = { ratio: 1.1, share: 0.9 }
const warmUpShare = 0.2
/** The run after the warm-up; the last one is compared with the first. */
const pieces = 10
const sampleMs = 5_000
const dayMs = 86_400_000

line(
  `soak: ${devices} devices, a reading every ${interval} s, ${values.minutes} min at ${speed} times the speed; load ${loadAverage()}`,
)
const clock = {
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'kit/fast-clock.ts')}`,
  CLOCK_FROM: String(Date.now()),
  CLOCK_SPEED: values.speed,
}
const hospital = await startHospital([devices], { LOG_LEVEL: 'warn', ...clock })
const dashboards = await startChild<DashboardsAsk, DashboardsAnswer>('dashboards')
const simulator = spawn(process.execPath, ['sensors/simulate.ts'], {
  env: { ...process.env, ...clock },
  stdio: ['pipe', 'ignore', 'inherit'],
})
const simulatorEnded = once(simulator, 'exit')
// Its end is noticed by whoever looks.
simulator.stdin.on('error', () => {})

/** Days ahead of PostgreSQL's clock, for which the portal itself makes no partitions. */
async function makePartitions(): Promise<void> {
  const client = new pg.Client(findRunning(hospital.dataDir)!)
  await client.connect()
  await client.query('select keep_partitions(current_date, current_date + $1::int, $2, $2)', [
    Math.ceil((realMs * speed) / dayMs) + 2,
    Temporal.Now.plainDateISO().subtract({ days: 60 }).toString(),
  ])
  await client.end()
}

interface Sample {
  /** simulated, since the sensors began */
  readonly day: number
  readonly readings: number
  /** MB */
  readonly resident: number
  readonly heap: number
}

try {
  const { portal } = hospital
  const { clinic_id, beds } = hospital.wards[0]!
  await makePartitions()
  const url = liveUrl(portal, clinic_id)
  await dashboards.ask({ do: 'open', url, count: Number(values.dashboards), keeps: false, greeted: true })
  const sensors = beds.map(({ key: { username: device_id, password } }, index) => ({
    ...{ device_id, password, seed: index + 1, tz: 'Europe/London' },
  }))
  const job = { url: portal.mqtt, devices: sensors, history_hours: 0, interval_ms: interval * 1_000, wave: values.wave }
  simulator.stdin.write(`${JSON.stringify(job)}\n`)
  const began = Date.now()

  const look = async (): Promise<Sample> => {
    if (simulator.exitCode !== null) throw new Error('The sensors have ended')
    const read = await readMetrics(portal.http)
    return {
      day: ((Date.now() - began) * speed) / dayMs,
      readings: read('readings_committed_total'),
      resident: read('process_resident_memory_bytes') / 1e6,
      heap: read('nodejs_heap_size_used_bytes') / 1e6,
    }
  }
  await sleep(realMs * warmUpShare)
  const others = watchOthers()
  const measured: Sample[][] = []
  for (let piece = 1; piece <= pieces; piece++) {
    const until = began + realMs * (warmUpShare + ((1 - warmUpShare) * piece) / pieces)
    const samples: Sample[] = []
    do {
      samples.push(await look())
      await sleep(sampleMs)
    } while (Date.now() < until)
    measured.push(samples)
    const { day, resident, heap } = samples.at(-1)!
    line(`  day ${day.toFixed(2)}   ${mb(resident)} resident, ${mb(heap)} heap   (load ${loadAverage()})`)
  }

  const all = measured.flat()
  const [first, last] = [all[0]!, all.at(-1)!]
  const days = last.day - first.day
  const share = (last.readings - first.readings) / (((days * 86_400) / interval) * devices)
  const tell = (name: string, of: (sample: Sample) => number) => {
    const perDay = slope(all.map((sample) => ({ x: sample.day, y: of(sample) })))
    line(`${name} ${perDay < 0 ? '−' : '+'}${Math.abs(perDay).toFixed(2)} MB a simulated day (least squares)`)
  }
  tell('resident', ({ resident }) => resident)
  tell('heap    ', ({ heap }) => heap)
  const warnings = portal.stderr().split('\n').filter(Boolean)
  line(`${count(last.readings - first.readings)} readings; ${warnings.length} warnings of the portal`)
  for (const warning of warnings.slice(0, 3)) line(`  ${warning}`)
  const residentOf = (samples: readonly Sample[]) => median(samples.map(({ resident }) => resident))
  const ratio = residentOf(measured.at(-1)!) / residentOf(measured[0]!)
  line()
  // Residents' sensors lose their power now and then.
  line(
    goal(
      `${share.toFixed(2)} of the readings that were due (goal ${goals.share}, or the machine is too slow for this speed)`,
      share >= goals.share,
    ),
  )
  line(goal(`${ratio.toFixed(3)} of the memory after the warm-up (goal at most ${goals.ratio})`, ratio <= goals.ratio))
  line(`load ${loadAverage()}; others took ${cores(others())}`)
  line(
    `ratio ${ratio.toFixed(2)} (resident memory of the portal at the end / after the warm-up, ${days.toFixed(2)} simulated days, medians)`,
  )
} finally {
  simulator.stdin.end()
  await Promise.all([simulatorEnded, dashboards.stop()])
  await hospital.close()
}
