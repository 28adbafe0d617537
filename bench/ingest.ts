import { readOptions } from '../sensors/read-options.ts'
import { startChild } from './kit/child.ts'
import { cpuSecondsOf, loadAverage, treeOf, watchMemory, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, mb, median, ms } from './kit/numbers.ts'
import type { PublishAnswer, PublishAsk } from './kit/publisher.ts'
import { readMetrics } from './kit/read-metrics.ts'
import { housesOf, keysOf, startHospital } from './kit/start-hospital.ts'
import type { InsertAsk } from './kit/straight-insert.ts'

/**
 * Durable readings a second: QoS 1 messages with one reading each, acknowledged after the commit, from the load
 * generator to the portal (with its PostgreSQL) on the same machine. Compared in alternating rounds of one run with a
 * bare aedes that holds each message for the same 5 ms and stores nothing, and with the same rows inserted directly
 * into the same PostgreSQL. The last line is the ratio to the bare broker.
 */
const { values } = readOptions({
  options: {
    devices: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    /** per side and round */
    seconds: { type: 'string', default: '5' },
    /** unacknowledged messages per device */
    window: { type: 'string', default: '16' },
    /** the bare broker skips aedes' work for subscribers, as the portal does */
    short: { type: 'boolean', default: false },
  },
})
const deviceCount = Number(values.devices)
const seconds = Number(values.seconds)
const window = Number(values.window)
const goals = { perSecond: 15_000, ofBare: 0.7, megabytes: 600 }
const pacedPerSecond = 15

/** The answer, plus CPU seconds of the server process and its children. */
async function withCpu(pid: number, work: () => Promise<PublishAnswer>) {
  const read = () => ({ own: cpuSecondsOf([pid]), all: cpuSecondsOf(treeOf(pid)) })
  const before = read()
  const result = await work()
  const after = read()
  const own = after.own - before.own
  return { ...result, server: own, database: after.all - before.all - own }
}

const describe = ({
  acknowledged,
  messagesPerSecond,
  latency,
  server,
  database,
  cpuSeconds,
}: Awaited<ReturnType<typeof withCpu>>) => {
  const each = (cpu: number) => ((cpu / acknowledged) * 1_000_000).toFixed(1)
  return `${count(messagesPerSecond).padStart(8)}/s   PUBACK p50 ${ms(latency.p50)}, p99 ${ms(latency.p99)}; CPU µs a message: server ${each(server)}, database ${each(database)}, generator ${each(cpuSeconds)}`
}

line(
  `ingest: ${deviceCount} devices, QoS 1, one reading a message, ${window} on the way of each; load ${loadAverage()}`,
)
const hospital = await startHospital(housesOf(deviceCount))
const { portal, dataDir } = hospital
const publisher = await startChild<PublishAsk, PublishAnswer>('publisher')
const bare = await startChild<'address', string>('bare-broker', values.short ? ['--short'] : [])
const inserter = await startChild<InsertAsk, number>('straight-insert')
try {
  const devices = keysOf(hospital.wards.flatMap(({ beds }) => beds))
  const publish = (url: string, more: Partial<PublishAsk>) =>
    publisher.ask({ url, devices, window, duration_s: seconds, ...more })
  const committed = async () => {
    const read = await readMetrics(portal.http)
    return { readings: read('readings_committed_total'), commits: read('commits_total') }
  }
  const memoryPeak = watchMemory(portal.pid)
  const bareUrl = await bare.ask('address')

  // The first run compiles the code.
  const first = await publish(portal.mqtt, { duration_s: 2 })
  await publish(bareUrl, { duration_s: 2 })
  line(`all ${deviceCount} devices were connected after ${first.connectSeconds.toFixed(1)} s`)

  const rates = { portal: [] as number[], bare: [] as number[], readings: [] as number[], everything: [] as number[] }
  for (let round = 1; round <= Number(values.rounds); round++) {
    const others = watchOthers()
    const before = await committed()
    const ours = await withCpu(portal.pid, () => publish(portal.mqtt, {}))
    const after = await committed()
    const theirs = await withCpu(bare.pid, () => publish(bareUrl, {}))
    const size = Math.max(1, Math.round((after.readings - before.readings) / (after.commits - before.commits)))
    const straight = { dataDir, deviceCount, size, seconds: seconds / 2 }
    const readings = await inserter.ask({ ...straight, what: 'readings' })
    const everything = await inserter.ask({ ...straight, what: 'everything' })
    rates.portal.push(ours.messagesPerSecond)
    rates.bare.push(theirs.messagesPerSecond)
    rates.readings.push(readings)
    rates.everything.push(everything)
    line(`round ${round}   (others took ${cores(others())}; ${count(size)} readings a commit)`)
    line(`  portal, durable          ${describe(ours)}`)
    line(`  bare broker, not stored  ${describe(theirs)}`)
    line(
      `  straight into PostgreSQL ${count(readings).padStart(8)}/s   readings alone; ${count(everything)}/s with minutes, newest values, presence`,
    )
    const lost = ours.published - ours.acknowledged
    if (lost > 0 || after.readings - before.readings !== ours.readings)
      throw new Error(`${lost} messages were not acknowledged`)
  }
  const paced = await publish(portal.mqtt, { rate: pacedPerSecond, window: 1_000 })
  const pacedTotal = pacedPerSecond * deviceCount
  line(
    `paced at ${count(pacedTotal)}/s: ${count(paced.messagesPerSecond)}/s, PUBACK p50 ${ms(paced.latency.p50)}, p99 ${ms(paced.latency.p99)}`,
  )
  const peak = memoryPeak()
  const [portalRate, bareRate] = [median(rates.portal), median(rates.bare)]
  const ratio = portalRate / bareRate
  line()
  line(
    goal(
      `${count(portalRate)} durable readings a second (goal ${count(goals.perSecond)})`,
      portalRate >= goals.perSecond,
    ),
  )
  line(
    goal(`${ratio.toFixed(2)} of the bare broker's ${count(bareRate)} (goal ${goals.ofBare})`, ratio >= goals.ofBare),
  )
  line(
    `        ${(portalRate / median(rates.readings)).toFixed(2)} of rows inserted straight, ${(portalRate / median(rates.everything)).toFixed(2)} of the same with all that ingest keeps`,
  )
  line(
    goal(
      `${mb(peak)} at most: PSS of the portal and its PostgreSQL under this load (goal under ${goals.megabytes} MB)`,
      (peak ?? 0) < goals.megabytes,
    ),
  )
  line(`load ${loadAverage()} on ${(await import('node:os')).availableParallelism()} cores`)
  line(
    `ratio ${ratio.toFixed(2)} (durable readings a second of the portal / acknowledged messages a second of a bare broker with the same 5 ms gate, medians)`,
  )
} finally {
  await Promise.all([publisher.stop(), bare.stop(), inserter.stop()])
  await hospital.close()
}
