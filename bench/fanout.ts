import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveMessage } from '@eupnea/contract/live.ts'
import { readOptions } from '../sensors/read-options.ts'
import type { BareLiveAnswer, BareLiveAsk } from './kit/bare-live.ts'
import { type Child, startChild } from './kit/child.ts'
import type { DashboardsAnswer, DashboardsAsk, HeardFrame } from './kit/dashboards.ts'
import { cpuSecondsOf, loadAverage, watchOthers } from './kit/machine.ts'
import { cores, count, goal, line, median, ms, now, percentile } from './kit/numbers.ts'
import type { PortalLiveAnswer, PortalLiveAsk } from './kit/portal-live.ts'
import type { PublishAnswer, PublishAsk } from './kit/publisher.ts'
import { type RaisedNotification, raiseNotifications } from './kit/raise-notifications.ts'
import { keysOf, startHospital } from './kit/start-hospital.ts'

/**
 * Messages delivered to dashboards, from publish to receipt, compared with a bare `ws` server that sends the same
 * frames to as many sockets of the same client process.
 *
 * At pace: the whole portal with devices at their rate and ticks of 250 ms; the bare server repeats the recorded ticks.
 * Saturated: the portal's live connections without the 250 ms between ticks, every device new in each, and the bare
 * server, both as fast as the client reads. The last line is the latter's ratio, because at pace both deliver
 * everything.
 */
const { values } = readOptions({
  options: {
    devices: { type: 'string', default: '500' },
    dashboards: { type: 'string', default: '100' },
    /** readings per second and device */
    rate: { type: 'string', default: '1' },
    /** per measurement */
    seconds: { type: 'string', default: '8' },
    /** of the saturated comparison */
    rounds: { type: 'string', default: '5' },
  },
})
const deviceCount = Number(values.devices)
const dashboardCount = Number(values.dashboards)
const rate = Number(values.rate)
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const saturatedSeconds = 3
const warmUpSeconds = 3
const notificationCount = 30
const goals = { ofBare: 0.8, readingP99: 400, atOnceP99: 100 }

type Dashboards = Child<DashboardsAsk, DashboardsAnswer>

line(`fanout: ${deviceCount} devices at ${rate} reading/s, ${dashboardCount} dashboards; load ${loadAverage()}`)
const dashboards: Dashboards = await startChild('dashboards')
const bare = await startChild<BareLiveAsk, BareLiveAnswer>('bare-live')
try {
  const { address } = await bare.ask({ do: 'address' })
  const paced = await runPaced(address)
  const ratio = await runSaturated(address)
  line()
  line(
    goal(`publish to dashboard p99 ${ms(paced.p99)} (goal under ${goals.readingP99} ms)`, paced.p99 < goals.readingP99),
  )
  line(
    goal(
      `notification p99 ${ms(paced.notification)} (goal under ${goals.atOnceP99} ms)`,
      paced.notification < goals.atOnceP99,
    ),
  )
  line(
    goal(
      `change of connection p99 ${ms(paced.status)} (goal under ${goals.atOnceP99} ms)`,
      paced.status < goals.atOnceP99,
    ),
  )
  line(
    goal(
      `${paced.ratio.toFixed(2)} of the bare server's deliveries at pace (goal ${goals.ofBare})`,
      paced.ratio >= goals.ofBare,
    ),
  )
  line(
    goal(
      `${ratio.toFixed(2)} of the bare server's deliveries when saturated (goal ${goals.ofBare})`,
      ratio >= goals.ofBare,
    ),
  )
  line(`load ${loadAverage()}`)
  line(
    `ratio ${ratio.toFixed(2)} (messages delivered a second by the portal's live connections / by a bare ws server with the same frames, both saturated, medians)`,
  )
} finally {
  await Promise.all([dashboards.stop(), bare.stop()])
}

/** The whole portal at the devices' own pace, then the bare server with the recorded ticks. */
async function runPaced(bareAddress: string) {
  const hospital = await startHospital([deviceCount + notificationCount])
  const publisher = await startChild<PublishAsk, PublishAnswer>('publisher')
  try {
    const { portal } = hospital
    const { clinic_id, beds } = hospital.wards[0]!
    const keys = keysOf(beds)
    const query = new URLSearchParams({ token: portal.token, type: 'clinic', clinic_id, batch: '1' })
    // All connect before the first reading, so that all receive the same.
    await sleep(1_000)
    await dashboards.ask({
      do: 'open',
      url: `${portal.http.replace('http', 'ws')}/live?${query}`,
      count: dashboardCount,
      keeps: true,
      greeted: true,
    })
    const others = watchOthers()
    const duration_s = warmUpSeconds + 2 * seconds + notificationCount * 0.25 + 5
    const publishing = publisher.ask({ url: portal.mqtt, devices: keys.slice(0, deviceCount), rate, duration_s })
    // Report the first failure; the promise is awaited at the end.
    publishing.catch(() => {})
    await sleep(warmUpSeconds * 1_000)

    const measure = async () => {
      const before = { at: now(), cpu: cpuSecondsOf([portal.pid]) }
      await sleep(seconds * 1_000)
      return { from: before.at, to: now(), cpu: cpuSecondsOf([portal.pid]) - before.cpu }
    }
    const watched = await measure()
    await sleep(1_000)
    const { heard } = await dashboards.ask({ do: 'report', from: watched.from, to: watched.to })
    const notifications = await raiseNotifications(portal.mqtt, keys.slice(deviceCount))
    await sleep(500)
    const { heard: heardAlarms } = await dashboards.ask({ do: 'report', from: watched.to, to: now() })
    await dashboards.ask({ do: 'close' })
    await sleep(500)
    const unwatched = await measure()
    const othersTook = others()

    const { delivered, latencies } = numbersOf(heard)
    const p99 = percentile(latencies, 0.99)
    const perSecond = delivered / seconds
    const cpu = (watched.cpu - unwatched.cpu) / delivered
    line(`at pace (others took ${cores(othersTook)})`)
    line(
      `  portal       ${count(perSecond).padStart(9)} messages/s   publish to received p50 ${ms(percentile(latencies, 0.5))}, p99 ${ms(p99)}`,
    )
    line(
      `               ${watched.cpu.toFixed(2)} s CPU in ${seconds} s with dashboards, ${unwatched.cpu.toFixed(2)} s without: ${(cpu * 1e6).toFixed(2)} µs a delivery`,
    )

    const replayed = await runReplay(bareAddress, heard)
    line(
      `  bare server  ${count(replayed.delivered / seconds).padStart(9)} messages/s   tick to received p50 ${ms(replayed.p50)}, p99 ${ms(replayed.p99)}; ${(replayed.cpu * 1e6).toFixed(2)} µs CPU a delivery`,
    )
    const notification = latencyOf('rr_notification', notifications, heardAlarms)
    const status = latencyOf('status', notifications, heardAlarms)
    line(
      `  notification p50 ${ms(percentile(notification, 0.5))}, p99 ${ms(percentile(notification, 0.99))}; change of connection p50 ${ms(percentile(status, 0.5))}, p99 ${ms(percentile(status, 0.99))}`,
    )
    const result = await publishing
    if (result.acknowledged < result.published)
      throw new Error(`${result.published - result.acknowledged} readings were not acknowledged`)
    return {
      p99,
      ratio: delivered / replayed.delivered,
      notification: percentile(notification, 0.99),
      status: percentile(status, 0.99),
    }
  } catch (error) {
    // Otherwise they would report that the portal has closed them, instead of why it was stopped.
    await dashboards.stop()
    throw error
  } finally {
    await publisher.stop()
    await hospital.close()
  }
}

function messagesOf(frame: HeardFrame): LiveMessage[] {
  return JSON.parse(frame.text) as LiveMessage[]
}

/** Readings that reached a dashboard, with their age on arrival, ms. */
function numbersOf(heard: readonly HeardFrame[]) {
  const latencies: number[] = []
  let delivered = 0
  for (const frame of heard) {
    const messages = messagesOf(frame)
    delivered += messages.length * frame.at.length
    for (const message of messages)
      if (message.action === 'rr') for (const at of frame.at) latencies.push(at - message.ts)
  }
  return { delivered, latencies }
}

/** From publish to each dashboard, ms. @throws Error when one did not arrive */
function latencyOf(
  action: RaisedNotification['action'],
  notifications: readonly RaisedNotification[],
  heard: readonly HeardFrame[],
): number[] {
  const sent = notifications.filter((notification) => notification.action === action)
  return sent.flatMap((notification) => {
    const isIt = (message: LiveMessage) =>
      message.action === action &&
      message.device_id === notification.device_id &&
      (message.action !== 'status' || message.status === 0)
    const frame = heard.find(
      (one) => one.text.includes(notification.device_id) && one.at[0]! >= notification.at && messagesOf(one).some(isIt),
    )
    if (!frame) throw new Error(`No ${action} of ${notification.device_id} was heard`)
    return frame.at.map((at) => at - notification.at)
  })
}

async function runReplay(bareAddress: string, heard: readonly HeardFrame[]) {
  const first = heard[0]!.at[0]!
  const frames = heard.map(({ text, at }) => ({ text, offset: at[0]! - first }))
  await dashboards.ask({ do: 'open', url: bareAddress, count: dashboardCount, keeps: true })
  const from = now()
  const { dueAt, cpuSeconds } = await bare.ask({ do: 'replay', frames })
  await sleep(500)
  const { heard: again } = await dashboards.ask({ do: 'report', from, to: now() })
  await dashboards.ask({ do: 'close' })
  if (again.length !== frames.length) throw new Error(`${again.length} of ${frames.length} frames came`)
  const { delivered } = numbersOf(again)
  const late = again.flatMap(({ at }, index) => at.map((one) => one - dueAt[index]!))
  return { delivered, cpu: cpuSeconds / delivered, p50: percentile(late, 0.5), p99: percentile(late, 0.99) }
}

/** @returns the ratio of deliveries per second, medians */
async function runSaturated(bareAddress: string): Promise<number> {
  const portal = await startChild<PortalLiveAsk, PortalLiveAnswer>('portal-live')
  try {
    const { address } = await portal.ask({ do: 'address', deviceCount })
    await dashboards.ask({ do: 'open', url: address, count: 1, keeps: true })
    const from = now()
    await portal.ask({ do: 'saturate', seconds: 0.5 })
    await sleep(200)
    const { heard } = await dashboards.ask({ do: 'report', from, to: now() })
    await dashboards.ask({ do: 'close' })
    const frames = heard.slice(-20).map(({ text }) => text)

    const run = async (url: string, work: () => Promise<{ ticks: number; cpuSeconds: number }>) => {
      await dashboards.ask({ do: 'open', url, count: dashboardCount, keeps: false })
      const before = await dashboards.ask({ do: 'count' })
      const start = now()
      const { ticks, cpuSeconds } = await work()
      const expected = ticks * dashboardCount
      let after = await dashboards.ask({ do: 'count' })
      for (; after.frames - before.frames < expected; after = await dashboards.ask({ do: 'count' })) await sleep(20)
      await dashboards.ask({ do: 'close' })
      const delivered = expected * deviceCount
      return {
        perSecond: delivered / ((after.lastAt - start) / 1_000),
        bytesPerSecond: (after.bytes - before.bytes) / ((after.lastAt - start) / 1_000),
        cpu: cpuSeconds / delivered,
        clientCpu: (after.cpuSeconds - before.cpuSeconds) / delivered,
      }
    }
    const rates = { portal: [] as number[], bare: [] as number[] }
    const cpu = { portal: [] as number[], bare: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      const others = watchOthers()
      const ours = await run(address, () => portal.ask({ do: 'saturate', seconds: saturatedSeconds }))
      const theirs = await run(bareAddress, () => bare.ask({ do: 'saturate', frames, seconds: saturatedSeconds }))
      // The first round compiles the code.
      if (round === 0) continue
      const describe = (result: typeof ours) =>
        `${count(result.perSecond).padStart(11)} messages/s, ${count(result.bytesPerSecond / 1e6)} MB/s; CPU ns a delivery: server ${count(result.cpu * 1e9)}, client ${count(result.clientCpu * 1e9)}`
      line(`saturated, round ${round}   (others took ${cores(others())})`)
      line(`  portal       ${describe(ours)}`)
      line(`  bare server  ${describe(theirs)}`)
      rates.portal.push(ours.perSecond)
      rates.bare.push(theirs.perSecond)
      cpu.portal.push(ours.cpu)
      cpu.bare.push(theirs.cpu)
    }
    line(`CPU of the bare server / of the portal for a delivery: ${(median(cpu.bare) / median(cpu.portal)).toFixed(2)}`)
    return median(rates.portal) / median(rates.bare)
  } finally {
    await portal.stop()
  }
}
