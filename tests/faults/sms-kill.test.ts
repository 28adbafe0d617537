import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { topics } from '@eupnea/contract/live.ts'
import { createSmsAlert } from '@eupnea/contract/sms-alerts.ts'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmsGatewayServer, startSmsGateway } from '../kit/sms-gateway.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { freePorts } from '../kit/start-program.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'

/** kill -9 at random moments between a reading and its SMS: each subscription gets each episode once (AL-6, AN-13). */

const kills = 20
const phones = ['7700900201', '7700900202']

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let gateway: SmsGatewayServer
let portal: SpawnedPortal
let ward: Ward
let child: ChildProcess
let ports: number[]

const start = (signIn: boolean) =>
  spawnPortal({
    dataDir: folder.path,
    env: {
      PORT: String(ports[0]),
      MQTT_PORT: String(ports[1]),
      SMS_URL: gateway.url,
      // Another test covers merging.
      ALERT_BURST: '100',
      ALERTS_PER_MINUTE: '600',
    },
    signIn,
    onSpawn: (spawned) => {
      child = spawned
    },
  })

beforeAll(async () => {
  folder = await temporaryFolder()
  ports = await freePorts(2)
  gateway = await startSmsGateway({ status: 201, afterMs: 200 })
  portal = await start(true)
  ward = await createWard(portal, 'kill', kills)
  for (const number of phones) await portal.send(createSmsAlert, { clinic_id: ward.clinic_id, code: '+44', number })
}, 120_000)

afterAll(async () => {
  await portal?.stop()
  await gateway?.close()
  await folder?.remove()
})

/** Five whole minutes of fast breathing, which raise an episode; resolves when they are acknowledged. */
async function breatheFast({ device_id, key }: Bed): Promise<void> {
  const client = await mqtt.connectAsync(portal.mqtt, { ...key, clientId: device_id, reconnectPeriod: 200 })
  const now = Date.now()
  const readings = Array.from({ length: 6 }, (_, minute) => ({ ts: now + (minute - 1) * 60_000, rr: 31, dist: 0.8 }))
  await client.publishAsync(topics.telemetry(device_id), JSON.stringify(readings), { qos: 1 })
  await client.endAsync(true)
}

test('20 kills between readings and their SMS: one message an episode and subscription [AL-6] [AN-13]', async () => {
  for (const bed of ward.beds) {
    await breatheFast(bed)
    await sleep(Math.random() * 450)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    portal = await start(false)
  }
  const messages = () => gateway.taken.map(({ to, body }) => `${to} ${body.replace(/ at .*/, '')}`)
  await expect.poll(() => messages().length, { timeout: 90_000, interval: 200 }).toBe(kills * phones.length)
  await sleep(1_000)
  const expected = ward.beds.flatMap((_bed, index) =>
    phones.map((number) => `+44${number} kill: Room ${101 + index} (A.B.), Extremely High Respiratory, 31 BrPM`),
  )
  expect(messages().sort()).toEqual(expected.sort())
}, 240_000)
