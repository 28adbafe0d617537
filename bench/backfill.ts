import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readOptions } from '../sensors/read-options.ts'
import { findRunning } from '../server/platform/embedded-postgres/index.ts'
import { startChild } from './kit/child.ts'
import type { DashboardsAnswer, DashboardsAsk } from './kit/dashboards.ts'
import { liveP99, liveUrl } from './kit/live-latency.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, median, ms, now } from './kit/numbers.ts'
import type { PublishAnswer, PublishAsk } from './kit/publisher.ts'
import { keysOf, startHospital } from './kit/start-hospital.ts'

/**
 * What a device that sends everything it has stored costs the others: p99 from publish to dashboard of their readings
 * while one sends a month, until that is judged too, and before. The last line is the ratio of the two p99, the median of
 * the rounds.
 */
const { values } = readOptions({
  options: {
    /** devices that measure all the time, one reading a second each */
    devices: { type: 'string', default: '200' },
    dashboards: { type: 'string', default: '20' },
    /** stored by the one device, 30 at most */
    days: { type: 'string', default: '30' },
    /** seconds between its readings */
    every: { type: 'string', default: '10' },
    /** readings in each of its messages */
    batch: { type: 'string', default: '180' },
    rounds: { type: 'string', default: '3' },
    /** measured before each round */
    seconds: { type: 'string', default: '20' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const stepMs = Number(values.every) * 1_000
const batch = Number(values.batch)
// An hour less, so that nothing becomes too old on its way.
const storedMs = (Number(values.days) * 24 - 1) * 3_600_000
const messages = Math.floor(storedMs / stepMs / batch)
const mostSlower = 2
const warmUpSeconds = 5
const judgedWithinSeconds = 300

line(
  `backfill: ${count(messages * batch)} readings of one device beside ${values.devices} at a reading/s and ${values.dashboards} dashboards; load ${loadAverage()}`,
)
const hospital = await startHospital([Number(values.devices)])
const dashboards = await startChild<DashboardsAsk, DashboardsAnswer>('dashboards')
const publisher = await startChild<PublishAsk, PublishAnswer>('publisher')
const sender = await startChild<PublishAsk, PublishAnswer>('publisher')
const client = new pg.Client(findRunning(hospital.dataDir)!)

/** Readings that come late are judged after they were acknowledged. */
async function untilJudged(deviceId: string): Promise<void> {
  for (let waited = 0; waited < judgedWithinSeconds; waited++) {
    const { rowCount } = await client.query(
      'select from watch_checkpoints join devices on no = device_no where id = $1 and late_at is not null',
      [deviceId],
    )
    if (rowCount === 0) return
    await sleep(1_000)
  }
  throw new Error('What was stored was not judged')
}

try {
  await client.connect()
  const { portal } = hospital
  const { clinic_id, beds } = hospital.wards[0]!
  const keys = keysOf(beds)
  const storing = keys.slice(0, rounds)
  const isMeasured = (deviceId: string) => storing.every(({ username }) => username !== deviceId)
  const url = liveUrl(portal, clinic_id)
  await dashboards.ask({ do: 'open', url, count: Number(values.dashboards), keeps: true, greeted: true })
  // Until the end, however long the rounds take.
  // A second connection of the same name would end the first.
  publisher.ask({ url: portal.mqtt, devices: keys.slice(rounds), rate: 1, duration_s: 86_400 }).catch(() => {})
  await sleep(warmUpSeconds * 1_000)

  const ratios: number[] = []
  for (const [index, device] of storing.entries()) {
    const others = watchOthers()
    const before = now()
    await sleep(seconds * 1_000)
    const alone = await liveP99(dashboards, before, isMeasured)
    const from = now()
    // Four messages on their way, as our sensors do it.
    const sent = await sender.ask({
      ...{ url: portal.mqtt, devices: [device], window: 4, readingsPerMessage: batch, messages },
      past: { from: Math.floor(Date.now() - storedMs), stepMs },
    })
    if (sent.acknowledged < messages) throw new Error(`${messages - sent.acknowledged} messages were not acknowledged`)
    await untilJudged(device.username)
    const beside = await liveP99(dashboards, from, isMeasured)
    ratios.push(beside / alone)
    line(
      `  round ${index + 1}  live p99 ${ms(alone)} alone, ${ms(beside)} beside; sent in ${sent.seconds.toFixed(0)} s (${count(sent.readings / sent.seconds)} readings/s), judged after ${((now() - from) / 1_000).toFixed(0)} s   (others took ${cores(others())})`,
    )
  }
  await dashboards.ask({ do: 'close' })
  const slower = median(ratios)
  line(goal(`live p99 ${slower.toFixed(2)} times (goal at most ${mostSlower})`, slower <= mostSlower))
  line(`load ${loadAverage()}`)
  line(`ratio ${slower.toFixed(2)} (publish to dashboard p99 while one device sends ${values.days} days / before)`)
} finally {
  await client.end()
  await Promise.all([dashboards.stop(), publisher.stop(), sender.stop()])
  await hospital.close()
}
