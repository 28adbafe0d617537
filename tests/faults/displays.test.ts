import { assignDevice, createDevices } from '@eupnea/contract/devices.ts'
import { createDisplay, enrolDisplay, revokeDisplay, updateDisplay } from '@eupnea/contract/displays.ts'
import { type LiveMessage, topics } from '@eupnea/contract/live.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import { createLiveToken } from '@eupnea/contract/sessions.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isAction, type LiveClient, openLive } from '../kit/live-client.ts'
import { type SpawnedPortal, sendCall, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { openWire, type Wire } from './wire.ts'

/** Displays from outside: what their live connections show, and when they end. */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal
let ward: Ward
const clients: LiveClient[] = []
const wires: Wire[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  portal = await spawnPortal({ dataDir: folder.path })
  // All on floor 1.
  ward = await createWard(portal, 'displays', 3)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
  for (const wire of wires.splice(0)) wire.close()
})
afterAll(async () => {
  await portal?.stop()
  await folder?.remove()
})

async function enrol(floor?: string) {
  const { code, display_id } = await portal.send(createDisplay, { clinic_id: ward.clinic_id, ...(floor && { floor }) })
  const { token } = await sendCall(portal.http, '', enrolDisplay, { code })
  return { display_id, token }
}

function watch(token: string, query: Record<string, string> = { type: 'clinic', clinic_id: ward.clinic_id }) {
  const client = openLive(portal.http, { token, batch: '1', ...query })
  clients.push(client)
  return client
}

/** @returns what sends a rate from the bed */
async function connect({ device_id, key }: Bed): Promise<(rr: number) => Promise<void>> {
  const wire = await openWire({ port: Number(new URL(portal.mqtt).port), ...key })
  wires.push(wire)
  return (rr) => wire.publish(topics.telemetry(device_id), JSON.stringify({ ts: Date.now(), rr, dist: 0.9 }))
}

const devicesIn = (messages: readonly LiveMessage[]): Set<string> =>
  new Set(
    messages.flatMap((message) =>
      message.action === 'snapshot'
        ? message.devices.map(({ device_id }) => device_id)
        : 'device_id' in message && message.device_id
          ? [message.device_id]
          : [],
    ),
  )

test('a display of a floor hears of its own beds only, and of a bed that moves there [DI-1]', async () => {
  const [moving, other] = ward.beds as [Bed, Bed, Bed]
  const { token } = await enrol('2')
  const upstairs = watch(token)
  const whole = watch((await enrol()).token)
  expect((await upstairs.next(isAction('snapshot'))).devices).toEqual([])
  expect((await whole.next(isAction('snapshot'))).devices).toHaveLength(3)

  const [sayMoving, sayOther] = [await connect(moving), await connect(other)]
  await sayMoving(16)
  await sayOther(17)
  await whole.next(isAction('rr', ({ device_id }) => device_id === moving.device_id))
  await whole.next(isAction('rr', ({ device_id }) => device_id === other.device_id))
  expect(devicesIn(upstairs.messages)).toEqual(new Set())

  await portal.send(saveResident, { patient_id: moving.patient_id, floor: '2' })
  const now = await upstairs.next(isAction('snapshot', ({ devices }) => devices.length > 0))
  expect(now.devices.map(({ device_id, rr }) => [device_id, rr])).toEqual([[moving.device_id, 16]])
  await sayMoving(18)
  await upstairs.next(isAction('rr', ({ rr }) => rr === 18))
  await sayOther(19)
  await whole.next(isAction('rr', ({ rr }) => rr === 19))
  expect(devicesIn(upstairs.messages)).toEqual(new Set([moving.device_id]))
  // It learns that something has changed, not of whom.
  const changed = upstairs.messages.filter(isAction('changed'))
  expect(changed.length).toBeGreaterThan(0)
  for (const message of changed) expect(Object.keys(message).toSorted()).toEqual(['action', 'clinic_id', 'noun'])
})

test('a bed that is given to a resident of the floor appears, and is gone when it is taken away [DI-1]', async () => {
  const { clinic_id } = ward
  const { items } = await portal.send(createDevices, { clinic_id, data: [{ device_uid: 'displays-more' }] })
  const { device_id } = items[0]!
  const { patient_id } = await portal.send(saveResident, {
    ...{ clinic_id, first_name: 'Mary', last_name: 'Somerville', floor: '2' },
  })
  const upstairs = watch((await enrol('2')).token)
  await upstairs.next(isAction('snapshot'))
  await portal.send(assignDevice, { device_id, patient_id, status: 1 })
  await upstairs.next(isAction('snapshot', ({ devices }) => devices.some((device) => device.device_id === device_id)))
  upstairs.messages.length = 0
  await portal.send(assignDevice, { device_id, patient_id, status: 0 })
  await upstairs.next(isAction('snapshot', ({ devices }) => devices.every((device) => device.device_id !== device_id)))
})

test('a display that gets another floor is connected anew, and hears of the beds there [DI-1]', async () => {
  const { token, display_id } = await enrol('2')
  const before = watch(token)
  await before.next(isAction('snapshot'))
  await portal.send(updateDisplay, { display_id, floor: '1' })
  expect(await before.closed).toBe(4401)
  const { devices } = await watch(token).next(isAction('snapshot'))
  expect(devices.map(({ device_id }) => device_id)).toContain(ward.beds[1]!.device_id)
})

test('a display opens no other connection, and its own ends at once when it is revoked [DI-1]', async () => {
  const { token, display_id } = await enrol()
  const { device_id, patient_id } = ward.beds[2]!
  const { clinic_id } = ward
  expect(await watch(token, { room: 'CLINIC-ADMIN' }).closed).toBe(4403)
  expect(await watch(token, { type: 'patient', clinic_id, patient_id, device_id }).closed).toBe(4403)
  const subscribing = watch(token, {})
  subscribing.socket.addEventListener('open', () =>
    subscribing.socket.send(JSON.stringify({ action: 'subscribe', device_id })),
  )
  expect(await subscribing.closed).toBe(4403)
  const foreign = await createWard(portal, 'displays elsewhere', 1)
  expect(await watch(token, { type: 'clinic', clinic_id: foreign.clinic_id }).closed).toBe(4403)

  const direct = watch(token)
  const once = watch((await sendCall(portal.http, token, createLiveToken, {})).token)
  await direct.next(isAction('snapshot'))
  await once.next(isAction('snapshot'))
  await portal.send(revokeDisplay, { display_id })
  expect(await Promise.all([direct.closed, once.closed])).toEqual([4401, 4401])
  expect(await watch(token).closed).toBe(4401)
})
