import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../sensors/read-options.ts'
import { startChild } from './kit/child.ts'
import { loadAverage } from './kit/machine.ts'
import { count, goal, line, median, ms } from './kit/numbers.ts'
import type { PublishAnswer, PublishAsk } from './kit/publisher.ts'
import { keysOf, startHospital } from './kit/start-hospital.ts'

/**
 * What one device that sends far too much costs the others (DO-6): p99 of their acknowledgements while one key with
 * four connections sends as fast as it is let, and before. The last line is the ratio of the two, the median of the
 * rounds.
 */
const { values } = readOptions({
  options: {
    /** devices that measure meanwhile, one reading a second each */
    devices: { type: 'string', default: '100' },
    /** readings per second that the flooding key wants to send, on four connections */
    flood: { type: 'string', default: '24000' },
    /** readings in each of its messages */
    batch: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
  },
})
const seconds = Number(values.seconds)
const flood = Number(values.flood)
const batch = Number(values.batch)
const most = 2
const connections = 4

line(`flood: ${count(flood)} readings/s of one key beside ${values.devices} devices; load ${loadAverage()}`)
const hospital = await startHospital([Number(values.devices) + 1])
const others = await startChild<PublishAsk, PublishAnswer>('publisher')
const one = await startChild<PublishAsk, PublishAnswer>('publisher')
try {
  const url = hospital.portal.mqtt
  const [flooding, ...measuring] = keysOf(hospital.wards[0]!.beds)
  const measure = () => others.ask({ url, devices: measuring, rate: 1, duration_s: seconds })
  await measure()
  const ratios: number[] = []
  for (let round = 1; round <= Number(values.rounds); round++) {
    const alone = await measure()
    const flooded = one.ask({
      url,
      devices: Array.from({ length: connections }, () => flooding!),
      rate: flood / connections / batch,
      readingsPerMessage: batch,
      duration_s: seconds + 2,
      patience_s: 1,
    })
    await sleep(1_000)
    const beside = await measure()
    const { readings, seconds: took } = await flooded
    const ratio = beside.latency.p99 / alone.latency.p99
    ratios.push(ratio)
    line(
      `  round ${round}  p99 ${ms(alone.latency.p99)} alone, ${ms(beside.latency.p99)} beside; the key got ${count(Math.round(readings / took))} readings/s`,
    )
  }
  const slower = median(ratios)
  line(goal(`p99 of the others ${slower.toFixed(2)} times (goal at most ${most})`, slower <= most))
  line(`ratio ${slower.toFixed(2)} (p99 of the others' acknowledgements beside one key's flood / alone)`)
} finally {
  await Promise.all([others.stop(), one.stop()])
  await hospital.close()
}
