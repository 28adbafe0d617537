import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { topics } from '@eupnea/contract/live.ts'
import { createSmsAlert } from '@eupnea/contract/sms-alerts.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { startSmsGateway } from '../tests/kit/sms-gateway.ts'
import { spawnPortal, temporaryFolder } from '../tests/kit/spawn-portal.ts'
import { type Bed, createWard } from '../tests/kit/ward.ts'
import type { BareSmsAnswer, BareSmsAsk } from './kit/bare-sms.ts'
import { startChild } from './kit/child.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, goal, ms, percentile } from './kit/numbers.ts'

/**
 * Many episodes at once: the time from the PUBACK of the reading that raises one to its request at an SMS gateway
 * that answers in 200 ms; two residents and a subscription per clinic, so that nothing is merged. Compared with a bare
 * loop that posts as many messages to the same gateway, with the same number in flight.
 */
const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '500' },
    /** ms until the gateway answers */
    answer: { type: 'string', default: '200' },
    /** messages in flight, as many as the portal's */
    'at-once': { type: 'string', default: '64' },
  },
})
const episodes = Number(values.episodes)
const atOnce = Number(values['at-once'])
const goalMs = 5_000
const bedsOfWard = 2
const mostSeconds = 120

const line = (text = '') => process.stdout.write(`${text}\n`)
const now = () => performance.timeOrigin + performance.now()

line(`notify: ${episodes} episodes at once, a gateway that answers in ${values.answer} ms; load ${loadAverage()}`)
const folder = await temporaryFolder()
const gateway = await startSmsGateway({ status: 201, afterMs: Number(values.answer) })
const portal = await spawnPortal({
  dataDir: folder.path,
  env: { NODE_ENV: 'production', LOG_LEVEL: 'warn', SMS_URL: gateway.url },
})
const clients: MqttClient[] = []
try {
  const beds: { readonly bed: Bed; readonly room: string; readonly phone: string }[] = []
  for (let ward = 0; beds.length < episodes; ward++) {
    const made = await createWard(portal, `House ${ward}`, bedsOfWard)
    const number = `77${String(ward).padStart(8, '0')}`
    await portal.send(createSmsAlert, { clinic_id: made.clinic_id, code: '+44', number })
    for (const [index, bed] of made.beds.entries())
      beds.push({ bed, room: `House ${ward}: Room ${101 + index} `, phone: `+44${number}` })
  }
  beds.length = episodes
  // Everybody is connected before the flood, as on any ward.
  for (const { bed } of beds)
    clients.push(await mqtt.connectAsync(portal.mqtt, { ...bed.key, clientId: bed.device_id, reconnectPeriod: 0 }))

  const others = watchOthers()
  const startedAt = Date.now()
  const readings = JSON.stringify(
    Array.from({ length: 6 }, (_, minute) => ({ ts: startedAt + (minute - 1) * 60_000, rr: 31, dist: 0.8 })),
  )
  const acknowledgedAt = await Promise.all(
    beds.map(async ({ bed }, index) => {
      await clients[index]!.publishAsync(topics.telemetry(bed.device_id), readings, { qos: 1 })
      return now()
    }),
  )
  for (let waited = 0; gateway.requests.length < episodes && waited < mostSeconds * 10; waited++) await sleep(100)
  const latencies = beds.map(({ room, phone }, index) => {
    const request = gateway.requests.find(({ to, body }) => to === phone && body.startsWith(room))
    if (!request) throw new Error(`No SMS of ${room} to ${phone}`)
    return Math.max(0, request.at - acknowledgedAt[index]!)
  })
  if (gateway.requests.length !== episodes) throw new Error(`${gateway.requests.length} requests, not ${episodes}`)
  const p99 = percentile(latencies, 0.99)
  line(`portal (others took ${cores(others())})`)
  line(`  PUBACK to the gateway's request p50 ${ms(percentile(latencies, 0.5))}, p99 ${ms(p99)}`)
  line(
    `  all ${episodes} from the first PUBACK on: ${ms(Math.max(...gateway.requests.map(({ at }) => at)) - Math.min(...acknowledgedAt))}`,
  )

  const bare = await startChild<BareSmsAsk, BareSmsAnswer>('bare-sms')
  const before = gateway.requests.length
  const { startedAt: bareAt } = await bare.ask({ url: gateway.url, count: episodes, atOnce })
  await bare.stop()
  const bareLatencies = gateway.requests.slice(before).map(({ at }) => at - bareAt)
  const bareP99 = percentile(bareLatencies, 0.99)
  line(`bare loop, ${atOnce} at once`)
  line(`  start to the gateway's request p50 ${ms(percentile(bareLatencies, 0.5))}, p99 ${ms(bareP99)}`)
  line()
  line(goal(`PUBACK to the gateway's request p99 ${ms(p99)} (goal under ${ms(goalMs)})`, p99 < goalMs))
  line(`load ${loadAverage()}`)
  line(
    `ratio ${(p99 / bareP99).toFixed(2)} (p99 from PUBACK to the gateway's request / p99 of a bare loop posting the same number at the same concurrency)`,
  )
} finally {
  for (const client of clients) client.end(true)
  await portal.stop()
  await gateway.close()
  await folder.remove()
}
