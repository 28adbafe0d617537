import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { topics } from '@eupnea/contract/live.ts'
import { createPushSubscription } from '@eupnea/contract/push-subscriptions.ts'
import { createLiveToken } from '@eupnea/contract/sessions.ts'
import { createSmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { createWebhook } from '@eupnea/contract/webhooks.ts'
import type { Page } from '@playwright/test'
import mqtt, { type MqttClient } from 'mqtt'
import { readOptions } from '../sensors/read-options.ts'
import { startPushService } from '../tests/kit/push-service.ts'
import { startSmsGateway } from '../tests/kit/sms-gateway.ts'
import { sendCall, spawnPortal, temporaryFolder } from '../tests/kit/spawn-portal.ts'
import { type Bed, createWard } from '../tests/kit/ward.ts'
import { startWebhookReceiver } from '../tests/kit/webhook-receiver.ts'
import { buildWeb } from '../tools/build-web.ts'
import { addNurse } from './kit/add-nurse.ts'
import type { BareSmsAnswer, BareSmsAsk } from './kit/bare-sms.ts'
import { startChild } from './kit/child.ts'
import { launch } from './kit/dashboard/browser.ts'
import { loadAverage, watchOthers } from './kit/machine.ts'
import { cores, goal, line, ms, now, percentile } from './kit/numbers.ts'
import { openDashboard } from './kit/open-dashboard.ts'

/**
 * Many episodes at once: the time from the PUBACK of the reading that raises one to its live message, its SMS at a
 * gateway that answers in 200 ms, its push and its webhook, and in a second flood, beside dashboards of some facilities,
 * to its pop-up in Chromium. Each facility has two residents, a phone and a webhook, so that nothing is merged, and each
 * ten facilities have a nurse with one browser. The SMS are compared with a bare loop that posts as many messages to the same gateway,
 * with the same number in flight.
 */
const { values } = readOptions({
  options: {
    episodes: { type: 'string', default: '500' },
    /** ms until the gateway answers */
    answer: { type: 'string', default: '200' },
    /** messages in flight, as many as the portal's */
    'at-once': { type: 'string', default: '80' },
    /** facilities whose dashboard is open in Chromium */
    pages: { type: 'string', default: '8' },
  },
})
const episodes = Number(values.episodes)
const atOnce = Number(values['at-once'])
const goalMs = 2_000
const bedsOfWard = 2
const clinicsOfNurse = 10
const mostSeconds = 120

const noteOfPopUps = join(import.meta.dirname, 'kit/dashboard/pop-ups.js')

line(`notify: ${episodes} episodes at once, a gateway that answers in ${values.answer} ms; load ${loadAverage()}`)
let folder = await temporaryFolder()
await buildWeb()
const [gateway, receiver, pushService, browser] = await Promise.all([
  startSmsGateway({ status: 201, afterMs: Number(values.answer) }),
  startWebhookReceiver(),
  startPushService(),
  launch(),
])
const startPortal = () =>
  spawnPortal({
    dataDir: folder.path,
    env: {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      SMS_URL: gateway.url,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, '../tests/kit/push-route.ts')}`,
      PUSH_PORT: String(pushService.port),
    },
  })
let portal = await startPortal()
const clients: MqttClient[] = []
let doubled = 0
const sockets: WebSocket[] = []

interface Watched {
  readonly bed: Bed
  readonly clinicId: string
  readonly house: string
  readonly room: string
  readonly phone: string
}

const houseOf = (ward: number) => `House ${ward}`

async function furnish(firstWard: number): Promise<{ readonly beds: Watched[]; readonly clinicIds: string[] }> {
  const beds: Watched[] = []
  const clinicIds: string[] = []
  for (let ward = firstWard; beds.length < episodes; ward++) {
    const house = houseOf(ward)
    const { clinic_id, beds: made } = await createWard(portal, house, bedsOfWard)
    const number = `77${String(ward).padStart(8, '0')}`
    await portal.send(createSmsAlert, { clinic_id, code: '+44', number })
    await portal.send(createWebhook, { clinic_id, url: receiver.url, kinds: [] })
    clinicIds.push(clinic_id)
    for (const [index, bed] of made.entries()) {
      const room = String(101 + index)
      beds.push({ bed, clinicId: clinic_id, house, room, phone: `+44${number}` })
    }
  }
  return { beds: beds.slice(0, episodes), clinicIds }
}

/** When each device's notification came over the facility's live connection. */
async function listen(token: string, clinicIds: readonly string[], arrivals: Map<string, number>): Promise<void> {
  for (const clinic_id of clinicIds) {
    const live = await sendCall(portal.http, token, createLiveToken, {})
    const query = new URLSearchParams({ type: 'clinic', clinic_id, batch: '1', token: live.token })
    const socket = new WebSocket(`${portal.http.replace(/^http/, 'ws')}/live?${query}`)
    socket.addEventListener('message', ({ data }) => {
      const at = now()
      for (const message of [JSON.parse(String(data))].flat())
        if (message.action === 'rr_notification') arrivals.set(message.device_id, at)
    })
    sockets.push(socket)
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  }
}

interface PopUp {
  readonly text: string
  /** ms since the epoch */
  readonly at: number
}

/** The pop-ups of a page, once there are as many. */
async function popUpsOf(page: Page, count: number): Promise<readonly PopUp[]> {
  const read = () => page.evaluate<PopUp[]>('popUps')
  await until(async () => (await read()).length, count, 'pop-ups')
  return read()
}

async function until(of: () => number | Promise<number>, count: number, what: string): Promise<void> {
  for (let waited = 0; ; waited++) {
    const found = await of()
    if (found >= count) return
    if (waited > mostSeconds * 10) throw new Error(`${found} of ${count} ${what}`)
    await sleep(100)
  }
}

/** Raises `episodes` episodes in new facilities. @returns p99 of each way, ms */
async function flood(firstWard: number, pageCount: number): Promise<Readonly<Record<string, number>>> {
  const { beds, clinicIds } = await furnish(firstWard)
  const token = await addNurse(portal, `all-${firstWard}@example.org`, clinicIds)
  for (let nth = 0; nth < clinicIds.length; nth += clinicsOfNurse) {
    const nurse = await addNurse(portal, `${firstWard + nth}@example.org`, clinicIds.slice(nth, nth + clinicsOfNurse))
    await sendCall(portal.http, nurse, createPushSubscription, pushService.subscribe())
  }
  const arrivals = new Map<string, number>()
  await listen(token, clinicIds, arrivals)
  const pages = new Map<string, Page>()
  for (const [nth, clinicId] of clinicIds.slice(0, pageCount).entries()) {
    const nurse = await addNurse(portal, `page-${nth}@example.org`, [clinicId])
    pages.set(houseOf(firstWard + nth), await openDashboard(browser, portal.http, nurse, noteOfPopUps))
  }
  // Everybody is connected before the flood, as on any ward.
  const devices: MqttClient[] = []
  for (const { bed } of beds)
    devices.push(await mqtt.connectAsync(portal.mqtt, { ...bed.key, clientId: bed.device_id, reconnectPeriod: 0 }))
  clients.push(...devices)

  const others = watchOthers()
  const startedAt = Date.now()
  const readings = JSON.stringify(
    Array.from({ length: 6 }, (_, minute) => ({ ts: startedAt + (minute - 1) * 60_000, rr: 31, dist: 0.8 })),
  )
  const outside = { SMS: gateway.requests, pushes: pushService.pushes, webhooks: receiver.requests }
  const toCount = Object.entries(outside).map(([what, sent]) => ({ what, sent, before: sent.length }))
  const all = Promise.all([
    until(() => arrivals.size, episodes, 'live messages'),
    ...toCount.map(({ what, sent, before }) => until(() => sent.length - before, episodes, what)),
  ])
  const acknowledgedAt = new Map<Watched, number>()
  await Promise.all(
    beds.map(async (watched, index) => {
      await devices[index]!.publishAsync(topics.telemetry(watched.bed.device_id), readings, { qos: 1 })
      acknowledgedAt.set(watched, now())
    }),
  )
  await all
  for (const { sent, before } of toCount) doubled += sent.length - before - episodes
  const onPages = Map.groupBy(
    beds.filter(({ house }) => pages.has(house)),
    ({ house }) => house,
  )
  const popUps = new Map<string, readonly PopUp[]>()
  for (const [house, theirs] of onPages) popUps.set(house, await popUpsOf(pages.get(house)!, theirs.length))

  line(`portal, ${pageCount} dashboards in Chromium (others took ${cores(others())}), from PUBACK on`)
  const tell = (name: string, atOf: (watched: Watched) => number | undefined, of = beds): number => {
    const latencies = of.map((watched) => {
      const at = atOf(watched)
      if (at === undefined) throw new Error(`No ${name} of room ${watched.room} in ${watched.house}`)
      return Math.max(0, at - acknowledgedAt.get(watched)!)
    })
    const p99 = percentile(latencies, 0.99)
    const most = Math.max(...latencies)
    line(`  ${name.padEnd(14)} p50 ${ms(percentile(latencies, 0.5))}, p99 ${ms(p99)}, the last ${ms(most)}`)
    return p99
  }
  return {
    'live message': tell('live message', ({ bed }) => arrivals.get(bed.device_id)),
    ...(pageCount > 0 && {
      'pop-up': tell(
        'pop-up',
        ({ house, room }) => popUps.get(house)!.find(({ text }) => text.includes(`Room ${room}`))?.at,
        [...onPages.values()].flat(),
      ),
    }),
    SMS: tell(
      'SMS',
      ({ house, room, phone }) =>
        gateway.requests.find(({ to, body }) => to === phone && body.startsWith(`${house}: Room ${room} `))?.at,
    ),
    push: tell(
      'push',
      ({ house, room }) =>
        pushService.pushes.find(({ text }) => new RegExp(`${house}\\b.*\\b${room}\\b`).test(text))?.at,
    ),
    webhook: tell(
      'webhook',
      ({ clinicId, room }) =>
        receiver.requests.find(({ body: { data } }) => data.clinic_id === clinicId && data.room === room)?.at,
    ),
  }
}

try {
  const away = await flood(0, 0)

  const bare = await startChild<BareSmsAsk, BareSmsAnswer>('bare-sms')
  const already = gateway.requests.length
  const { startedAt: bareAt } = await bare.ask({ url: gateway.url, count: episodes, atOnce })
  await bare.stop()
  const bareLatencies = gateway.requests.slice(already).map(({ at }) => at - bareAt)
  const bareP99 = percentile(bareLatencies, 0.99)
  line(`bare loop, ${atOnce} at once`)
  line(`  start to the gateway's request p50 ${ms(percentile(bareLatencies, 0.5))}, p99 ${ms(bareP99)}`)
  // In a new portal: what nobody has acknowledged is told again, and sensors that have done their part are silent.
  await portal.stop()
  await folder.remove()
  folder = await temporaryFolder()
  portal = await startPortal()
  // In reality dashboards render on other machines; here they compete for the portal's CPU.
  const beside = await flood(episodes, Number(values.pages))
  line(`doubled: ${doubled}`)
  line()
  for (const [name, p99] of Object.entries({ ...beside, ...away }))
    line(goal(`PUBACK to ${name} p99 ${ms(p99)} (goal under ${ms(goalMs)})`, p99 < goalMs))
  line(`load ${loadAverage()}`)
  line(
    `ratio ${(away.SMS! / bareP99).toFixed(2)} (p99 from PUBACK to the gateway's request / p99 of a bare loop posting the same number at the same concurrency)`,
  )
} finally {
  for (const client of clients) client.end(true)
  for (const socket of sockets) socket.close()
  await browser.close()
  await portal.stop()
  await Promise.all([gateway.close(), receiver.close(), pushService.close()])
  await folder.remove()
}
