import { listMalformedMessages } from '@eupnea/contract/devices.ts'
import type { Reading } from '@eupnea/contract/live.ts'
import { listNotifications } from '@eupnea/contract/notifications.ts'
import { readReport } from '@eupnea/contract/reports.ts'
import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { createSmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmsGatewayServer, startSmsGateway } from '../kit/sms-gateway.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { freePorts } from '../kit/start-program.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { openWire, say, type Wire } from './wire.ts'

/** What the watch has acknowledged and not yet told outlives a kill -9 (WA-6, WA-8). */

const patience = { timeout: 30_000, interval: 200 }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let gateway: SmsGatewayServer
let portal: SpawnedPortal
let ward: Ward
let ports: number[]
const wires: Wire[] = []

const start = () =>
  spawnPortal({
    dataDir: folder.path,
    env: { PORT: String(ports[0]), MQTT_PORT: String(ports[1]), SMS_URL: gateway.url },
  })

beforeAll(async () => {
  folder = await temporaryFolder()
  ports = await freePorts(2)
  gateway = await startSmsGateway({ status: 201 })
  portal = await start()
  ward = await createWard(portal, 'kill', 3)
  await portal.send(createSmsAlert, { clinic_id: ward.clinic_id, code: '+44', number: '7700900201' })
})

afterAll(async () => {
  for (const wire of wires) wire.close()
  await portal?.stop()
  await gateway?.close()
  await folder?.remove()
})

async function login(bed: Bed): Promise<Wire> {
  const wire = await openWire({ port: ports[1]!, ...bed.key })
  wires.push(wire)
  return wire
}

/** A reading each ten seconds. */
const breathe = (from: number, minutes: number, rr: number): Reading[] =>
  Array.from({ length: minutes * 6 }, (_, n) => ({ ts: from + n * 10_000, rr: rr + (n % 7) / 10, dist: 0.8 }))

test('refused readings that were acknowledged are counted, whenever the portal is killed [WA-6]', async () => {
  const bed = ward.beds[0]!
  let sent = 0
  let acknowledged = 0
  for (let kill = 1; kill <= 3; kill++) {
    const wire = await login(bed)
    const killed = Promise.withResolvers<void>()
    const enough = acknowledged + 20
    const talk = setInterval(() => {
      sent++
      say(wire, bed, { ts: Date.now() + 10 * minuteMs, rr: 16, dist: 0.8 }).then(
        () => {
          // Answers come many at once: more than enough may.
          if (++acknowledged === enough) killed.resolve(portal.kill())
        },
        () => {},
      )
    }, 1)
    await killed.promise
    clearInterval(talk)
    portal = await start()
    const { items } = await portal.send(listMalformedMessages, { device_id: bed.device_id })
    expect(items).toMatchObject([{ reason: 'ts_in_future' }])
    expect(items[0]!.count).toBeGreaterThanOrEqual(acknowledged)
    expect(items[0]!.count).toBeLessThanOrEqual(sent)
  }
})

test('what was stored is told with its own time and not sent, though the portal is killed once it has it [WA-8]', async () => {
  const [, bed, sound] = ward.beds as [Bed, Bed, Bed]
  const notified = async ({ patient_id }: Bed) => {
    const { items } = await portal.send(listNotifications, { clinic_id: ward.clinic_id, patient_id })
    return items.filter(({ kind }) => kind === 'episode')
  }
  const wire = await login(bed)
  // What comes before the newest minute that was judged is noted, and judged later.
  await say(wire, bed, breathe(Date.now() - 3 * minuteMs, 3, 16))
  const from = minuteOf(Date.now()) - 60 * minuteMs
  await say(wire, bed, [...breathe(from, 6, 31), ...breathe(from + 6 * minuteMs, 15, 16)])
  await portal.kill()
  portal = await start()
  await expect.poll(() => notified(bed), patience).toHaveLength(1)
  const [late] = await notified(bed)
  expect(late).toMatchObject({ is_late: true, state: 'ended', title: 'Extremely High Respiratory' })
  expect(Date.parse(late!.raised_at)).toBe(from + 5 * minuteMs)
  expect(Date.parse(late!.ended_at!)).toBeLessThan(from + 21 * minuteMs)
  const report = await portal.send(readReport, { report: 'daily', clinic_id: ward.clinic_id })
  expect(report).toMatchObject({ downtime: { late: [{ patient_id: bed.patient_id, count: 1 }] } })
  // Of another, now, is sent.
  await say(
    await login(sound),
    sound,
    breathe(minuteOf(Date.now()) - 6 * minuteMs, 7, 31).filter(({ ts }) => ts <= Date.now()),
  )
  await expect.poll(() => notified(sound), patience).toMatchObject([{ is_late: false }])
  await expect.poll(() => gateway.taken.map(({ body }) => body), patience).toHaveLength(1)
  expect(gateway.taken[0]!.body).toContain('Room 103')
})
