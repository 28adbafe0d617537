import { setTimeout as sleep } from 'node:timers/promises'
import { createDevices } from '@eupnea/contract/devices.ts'
import { readOptions } from '../sensors/read-options.ts'
import { startChild } from './kit/child.ts'
import type { DashboardsAnswer, DashboardsAsk } from './kit/dashboards.ts'
import { liveP99, liveUrl } from './kit/live-latency.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, median, ms, now } from './kit/numbers.ts'
import type { PublishAnswer, PublishAsk } from './kit/publisher.ts'
import { keysOf, startHospital } from './kit/start-hospital.ts'

/**
 * How long it takes to create thousands of devices in one call while others measure and are watched, and how that
 * affects live values: p99 from publish to dashboard before and during the call. The last line is the ratio of the two
 * p99, the median of the rounds.
 */
const { values } = readOptions({
  options: {
    /** devices created per call */
    created: { type: 'string', default: '5000' },
    /** devices that measure meanwhile, one reading a second each */
    devices: { type: 'string', default: '500' },
    dashboards: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    /** shortest measurement of live values */
    seconds: { type: 'string', default: '6' },
  },
})
const created = Number(values.created)
const deviceCount = Number(values.devices)
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const goals = { seconds: 10, slower: 2 }
const warmUpSeconds = 3

line(
  `bulk: ${count(created)} devices beside ${deviceCount} at a reading/s and ${values.dashboards} dashboards; load ${loadAverage()}`,
)
const hospital = await startHospital([deviceCount])
const dashboards = await startChild<DashboardsAsk, DashboardsAnswer>('dashboards')
const publisher = await startChild<PublishAsk, PublishAnswer>('publisher')
try {
  const { portal } = hospital
  const { clinic_id, beds } = hospital.wards[0]!
  const url = liveUrl(portal, clinic_id)
  await sleep(1_000)
  await dashboards.ask({ do: 'open', url, count: Number(values.dashboards), keeps: true, greeted: true })
  // Long enough for every call to take as long as its goal allows.
  const duration_s = warmUpSeconds + rounds * (2 * seconds + goals.seconds)
  const publishing = publisher.ask({ url: portal.mqtt, devices: keysOf(beds), rate: 1, duration_s })
  publishing.catch(() => {})
  await sleep(warmUpSeconds * 1_000)

  const taken: number[] = []
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const others = watchOthers()
    const before = now()
    await sleep(seconds * 1_000)
    const alone = await liveP99(dashboards, before)
    const data = Array.from({ length: created }, (_, index) => ({ device_uid: `bulk-${round}-${index}` }))
    const from = now()
    const { total_records } = await portal.send(createDevices, { clinic_id, data })
    const took = (now() - from) / 1_000
    if (total_records !== created) throw new Error(`${total_records} devices were created`)
    // Includes effects of the call, such as lists that are fetched again.
    await sleep(1_000)
    const beside = await liveP99(dashboards, from)
    taken.push(took)
    ratios.push(beside / alone)
    line(
      `  round ${round}  created in ${took.toFixed(2)} s; live p99 ${ms(alone)} alone, ${ms(beside)} beside   (others took ${cores(others())})`,
    )
  }
  await dashboards.ask({ do: 'close' })
  line(
    goal(
      `${count(created)} devices in ${median(taken).toFixed(2)} s (goal ${goals.seconds} s)`,
      median(taken) < goals.seconds,
    ),
  )
  const slower = median(ratios)
  line(goal(`live p99 ${slower.toFixed(2)} times (goal at most ${goals.slower})`, slower <= goals.slower))
  line(`load ${loadAverage()}`)
  line(`ratio ${slower.toFixed(2)} (publish to dashboard p99 while ${count(created)} devices are created / before)`)
} finally {
  await Promise.all([dashboards.stop(), publisher.stop()])
  await hospital.close()
}
