import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reading } from '@eupnea/contract/live.ts'
import { createPushSubscription } from '@eupnea/contract/push-subscriptions.ts'
import { acceptAgreement } from '@eupnea/contract/sessions.ts'
import { createSmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { createUser } from '@eupnea/contract/users.ts'
import { createWebhook } from '@eupnea/contract/webhooks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PushService, startPushService } from '../kit/push-service.ts'
import { type SmsGatewayServer, startSmsGateway } from '../kit/sms-gateway.ts'
import { type SpawnedPortal, sendCall, signInAs, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { freePorts } from '../kit/start-program.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../kit/webhook-receiver.ts'
import { type JournalDevice, journalDevice } from './journal-device.ts'
import { signalPostgres } from './kill-postgres.ts'
import { compareRaw, minutesOf, readMinutes, readRaw } from './read-back.ts'

/**
 * kill -9 at random moments while sensors publish and just after one of them raised an episode: the portal, its
 * PostgreSQL, or both as in a power cut, sometimes before the portal is up again. Everything it acknowledged must be
 * stored exactly once (LI-2), and each receiver of SMS, push and webhook is told of each episode once (AL-6, AN-13).
 * `KILLS=100` kills more often.
 */

const kills = Number(process.env.KILLS || 12)
/** every fifth hits a start, unless the portal is up: the others follow an episode */
const episodes = kills - Math.floor(kills / 5)
const beds = 20
const phones = ['7700900201', '7700900202']
const victims = ['portal', 'both', 'database', 'both'] as const

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal
let gateway: SmsGatewayServer
let receiver: WebhookReceiver
let pushService: PushService
let ward: Ward
let alarming: Ward
let ports: number[]
let devices: JournalDevice[] = []
let child: ChildProcess
/** log of the running portal */
let said = ''

const start = (signIn: boolean) =>
  spawnPortal({
    dataDir: folder.path,
    env: {
      PORT: String(ports[0]),
      MQTT_PORT: String(ports[1]),
      SMS_URL: gateway.url,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, '../kit/push-route.ts')}`,
      PUSH_PORT: String(pushService.port),
      // Another test covers merging.
      ALERT_BURST: '100',
      ALERTS_PER_MINUTE: '600',
    },
    signIn,
    onSpawn: (spawned) => {
      child = spawned
      said = ''
      spawned.stderr?.on('data', (chunk) => {
        said += chunk
      })
    },
  })

const hasEnded = () => child.exitCode !== null || child.signalCode !== null

async function end(signal: NodeJS.Signals, database = false): Promise<void> {
  if (hasEnded()) throw new Error(`The portal has ended by itself:\n${said}`)
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  if (database) signalPostgres(folder.path, 'SIGKILL')
  await gone
}

beforeAll(async () => {
  folder = await temporaryFolder()
  ports = await freePorts(2)
  gateway = await startSmsGateway({ status: 201, afterMs: 200 })
  receiver = await startWebhookReceiver()
  pushService = await startPushService()
  portal = await start(true)
  ward = await createWard(portal, 'kill', beds)
  alarming = await createWard(portal, 'alarm', episodes)
  for (const number of phones) await portal.send(createSmsAlert, { clinic_id: alarming.clinic_id, code: '+44', number })
  await portal.send(createWebhook, { clinic_id: alarming.clinic_id, url: receiver.url, kinds: ['episode'] })
  await addNurse(alarming.clinic_id)
})

/** Somebody who is told by push. */
async function addNurse(clinic_id: string): Promise<void> {
  const nurse = { email: 'nurse@example.org', password: 'two herons stand in fog' }
  const names = { first_name: 'Grace', last_name: 'Hopper' }
  await portal.send(createUser, { user_type: 'clinic-web', ...names, clinic_ids: [clinic_id], ...nurse })
  const token = await signInAs(portal.http, nurse)
  await sendCall(portal.http, token, acceptAgreement, {})
  await sendCall(portal.http, token, createPushSubscription, pushService.subscribe())
}

afterAll(async () => {
  for (const device of devices) device.close()
  await portal?.stop()
  await Promise.all([gateway?.close(), receiver?.close(), pushService?.close()])
  await folder?.remove()
})

/** Multiples of a quarter: exact in float32, and so are their sums. */
const quarter = (least: number, most: number) => Math.floor((least + Math.random() * (most - least)) * 4) / 4
const maybe = (value: number): number | null => (Math.random() < 0.1 ? null : value)
const reading = (ts: number): Reading => ({ ts, rr: maybe(quarter(8, 30)), dist: maybe(quarter(0.5, 2.5)) })

/** Sends like a sensor: current readings, stored ones of the last hours out of order, and some twice. */
function speak(device: JournalDevice, memory: { now: number; late: number; said: number[] }): void {
  const remember = (ts: number) => {
    memory.said.push(ts)
    return ts
  }
  const now = () => {
    memory.now = Math.max(memory.now + 1, Date.now())
    return reading(remember(memory.now))
  }
  // Back in steps of 9 min 41.5 s: crosses minutes and hours, and never repeats an instant or reaches the present.
  const late = () => {
    const back = ((memory.late++ * 581_500) % 10_800_000) + Math.floor(memory.late / 18) + 60_000
    return reading(remember(Math.floor(began - back)))
  }
  const again = () => reading(memory.said[Math.floor(Math.random() * memory.said.length)] ?? now().ts)
  const kind = Math.random()
  if (kind < 0.55) device.send(now())
  else if (kind < 0.65) device.send(again())
  else if (kind < 0.8) device.send(Array.from({ length: 1 + Math.floor(Math.random() * 40) }, late))
  else device.send([now(), again(), late(), again(), now(), late()].sort(() => Math.random() - 0.5))
}

/** Five whole minutes of fast breathing, which raise an episode; resolves when they are acknowledged. */
async function breatheFast(bed: Bed): Promise<void> {
  const device = journalDevice(bed, ports[1]!)
  const now = Date.now()
  device.send(Array.from({ length: 6 }, (_, minute) => ({ ts: now + (minute - 1) * 60_000, rr: 31, dist: 0.8 })))
  await device.drained()
  device.close()
}

const began = Date.now()

test(
  `${kills} kills of portal, database or both lose no acknowledged reading and double none [LI-2]`,
  async () => {
    devices = ward.beds.map((bed) => journalDevice(bed, ports[1]!))
    const memories = devices.map(() => ({ now: began, late: 0, said: [] as number[] }))
    const talk = setInterval(() => {
      for (const [index, device] of devices.entries()) if (device.pending < 30) speak(device, memories[index]!)
    }, 120)
    const waiting = [...alarming.beds]
    try {
      const acknowledged = () => devices.reduce((sum, device) => sum + device.acknowledged, 0)
      for (let kill = 0; kill < kills; kill++) {
        // Every fifth kill hits while the portal is still starting.
        const isEarly = kill % 5 === 4 && hasEnded()
        const victim = isEarly ? 'portal' : victims[kill % victims.length]!
        if (isEarly) void start(false).catch(() => {})
        else {
          if (hasEnded()) await start(false)
          const before = acknowledged()
          await expect
            .poll(acknowledged, { timeout: 60_000 })
            .toBeGreaterThan(before + beds)
            .catch((error) => {
              throw new Error(`Nothing is acknowledged after kill ${kill}:\n${said}`, { cause: error })
            })
          const bed = waiting.pop()
          if (bed) await breatheFast(bed)
        }
        await sleep(Math.random() * 600)
        if (victim !== 'database') await end('SIGKILL', victim === 'both')
        else signalPostgres(folder.path, 'SIGKILL')
      }
    } finally {
      clearInterval(talk)
    }
    expect(waiting).toEqual([])
    if (!hasEnded()) await end('SIGTERM')
    portal = await start(true)
    await Promise.all(devices.map((device) => device.drained()))

    for (const device of devices) {
      const stored = await readRaw(portal, device.id, 1)
      expect(compareRaw(device.expected(), stored)).toEqual([])
      expect(await readMinutes(portal, device.id)).toEqual(minutesOf(stored))
    }
  },
  kills * 48_000,
)

test(`${episodes} of them between readings and their messages: one an episode and receiver [AL-6] [AN-3] [AN-12] [AN-13]`, async () => {
  const messages = () => gateway.taken.map(({ to, body }) => `${to} ${body.replace(/ at .*/, '')}`)
  // A receiver knows a webhook that comes again by its id, a browser a push by its tag.
  const webhooks = () => receiver.taken().filter(({ type }) => type === 'notification.raised')
  const pushes = () =>
    new Map(pushService.pushes.map(({ text }) => JSON.parse(text)).map((push) => [push.tag, push.body]))
  const count = () => [messages().length, webhooks().length, pushes().size]
  const wanted = [episodes * phones.length, episodes, episodes]
  await expect.poll(count, { timeout: 90_000, interval: 200 }).toEqual(wanted)
  await sleep(1_000)
  expect(count()).toEqual(wanted)
  const rooms = alarming.beds.map((_bed, index) => String(101 + index))
  const expected = rooms.flatMap((room) =>
    phones.map((number) => `+44${number} alarm: Room ${room} (A.B.), Extremely High Respiratory, 31 BrPM`),
  )
  expect(messages().sort()).toEqual(expected.sort())
  expect(
    webhooks()
      .map(({ data }) => data.room)
      .sort(),
  ).toEqual(rooms)
  expect([...pushes().values()].sort()).toEqual(rooms.map((room) => `alarm, Room ${room}`))
}, 300_000)
