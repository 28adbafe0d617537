import { setTimeout as sleep } from 'node:timers/promises'
import { type Reading, topics } from '@eupnea/contract/live.ts'
import { listNotifications } from '@eupnea/contract/notifications.ts'
import type { Page } from '@playwright/test'
import mqtt from 'mqtt'
import { connectDevice, type DeviceClient } from '../../sensors/device-client.ts'
import type { SpawnedPortal } from '../kit/spawn-portal.ts'
import { type Bed, createWard } from '../kit/ward.ts'
import { addPerson, test as base, expect, lookAt, openAs, type World, withWorld } from './portal.fixture.ts'

/** A portal whose clock the test can move. */
const test = base.extend<object, { watched: World }>({
  watched: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    ({}, use) => withWorld({ NODE_OPTIONS: '--import ./tests/kit/moving-clock.ts' }, use),
    { scope: 'worker', timeout: 240_000 },
  ],
})

const connect = ({ mqtt: url }: SpawnedPortal, { device_id, key }: Bed): DeviceClient =>
  connectDevice({ url, deviceId: device_id, password: key.password })

const second = 1_000
const minute = 60 * second

/** How far the test has moved the clock of portal and sensors. */
let aheadMs = 0
const now = () => Date.now() + aheadMs

/** A reading each second from so long ago until then; rr and dist by how long ago. */
const past = (fromMs: number, untilMs: number, of: (ago: number) => Pick<Reading, 'rr' | 'dist'>): Reading[] => {
  const at = now()
  const readings: Reading[] = []
  for (let ago = fromMs; ago >= untilMs; ago -= second) readings.push({ ts: at - ago, ...of(ago) })
  return readings
}

const breathing = (ago: number) => ({
  rr: 15 + (ago % (7 * second)) / 20_000,
  dist: 0.8 + (ago % (5 * second)) / 100_000,
})
const still = () => ({ rr: null, dist: 0.8 })

const card = (page: Page, room: number) => page.locator('.card', { hasText: String(room) })

test('a nurse sees of each bed what is known of its signal, on card, wall and page [WA-1] [WA-2] [WA-4] [WA-9]', async ({
  page,
  watched: world,
}) => {
  const { portal } = world
  const { clinic_id, beds } = await createWard(portal, 'Signals', 7)
  const nurse = await addPerson(world, { clinic_ids: [clinic_id] })
  const [ok, lost, gone, stuck, fast, garbled, away] = beds as [Bed, Bed, Bed, Bed, Bed, Bed, Bed]
  const devices = new Map([ok, lost, gone, stuck, fast, away].map((bed) => [bed, connect(portal, bed)]))
  const send = (bed: Bed, readings: readonly Reading[]) => devices.get(bed)!.send(readings)
  const raw = mqtt.connect(portal.mqtt, {
    clientId: garbled.device_id,
    username: garbled.device_id,
    password: garbled.key.password,
    protocolVersion: 4,
  })

  let spokenAt = now()
  send(ok, past(90 * second, 0, breathing))
  send(lost, past(6 * minute, 26 * second, breathing))
  send(lost, past(25 * second, 0, still))
  send(gone, past(90 * second, 0, breathing))
  send(
    stuck,
    past(20 * minute, 0, () => ({ rr: 16, dist: 0.92 })),
  )
  send(away, past(90 * second, 31 * second, breathing))
  send(
    away,
    past(30 * second, 0, () => ({ rr: null, dist: null })),
  )
  await Promise.all([...devices.values()].map((device) => device.drained()))
  devices.get(gone)!.cut()
  // Without a gap, however slow the machine: a gap ends what a sensor repeats.
  const speak = () => {
    const until = now()
    for (; spokenAt + second <= until; spokenAt += second) {
      const ts = spokenAt + second
      send(ok, [{ ts, ...breathing(ts) }])
      send(lost, [{ ts, ...still() }])
      send(stuck, [{ ts, rr: 16, dist: 0.92 }])
      send(away, [{ ts, rr: null, dist: null }])
      send(fast, [{ ts: ts + 10 * minute, rr: 15, dist: 0.8 }])
    }
    raw.publish(topics.telemetry(garbled.device_id), 'garbage', { qos: 1 })
  }
  const speaking = setInterval(speak, second)

  try {
    await openAs(page, portal.http, nurse)
    await expect(card(page, 101).locator('[data-part=rr]')).toHaveText('15')
    await expect(card(page, 102)).toHaveAccessibleName(/102 .*No breathing signal since \d\d:\d\d last 15/)
    await expect(card(page, 103)).toHaveAccessibleName(/103 .*Sensor silent since/)
    await expect(card(page, 104)).toHaveAccessibleName(/104 .*Sensor may be stuck since/)
    await expect(card(page, 107)).toHaveAccessibleName(/107 .*Out of bed/)
    // A wrong clock and unreadable data take a minute to be sure of.
    for (let step = 0; step < 7; step++) {
      process.kill(portal.pid, 'SIGUSR2')
      aheadMs += 10 * second
      speak()
      await sleep(300)
    }
    await expect(card(page, 105)).toHaveAccessibleName(/105 .*Sensor clock is wrong since/)
    await expect(card(page, 106)).toHaveAccessibleName(/106 .*Sensor sends unreadable data since/)
    for (const room of [102, 103, 104, 105, 106]) await expect(card(page, room).locator('[data-part=rr]')).toBeHidden()
    // What needs a look stands first: no breathing signal before the sensors.
    const rooms = () => page.locator('.card-room').allTextContents()
    await page.mouse.move(0, 0)
    await expect.poll(async () => (await rooms())[0]).toBe('102')
    await expect.poll(async () => (await rooms()).slice(1, 5).toSorted()).toEqual(['103', '104', '105', '106'])
    await expect(page.getByRole('button', { name: '1 no breathing signal' })).toBeVisible()
    await expect(page.getByRole('button', { name: '4 sensors to check' })).toBeVisible()
    await lookAt(page)

    await page.goto(`${portal.http}/clinic/rooms`)
    await expect(page.locator('main').getByText('No breathing signal')).toBeVisible()
    await expect(page.locator('main').getByText(/Sensor silent since \d\d:\d\d/)).toBeVisible()

    await page.goto(`${portal.http}/clinic/wall`)
    await expect(page.locator('.wall-card', { hasText: '102' })).toContainText('No breathing signal')
    await expect(page.locator('.wall-card').first()).toContainText('102')

    await page.goto(`${portal.http}/patient/profile/${lost.patient_id}`)
    await expect(page.locator('.resident-why')).toContainText('No breathing signal')
    await lookAt(page)
    // What a stuck sensor repeats is nowhere on the page.
    await page.goto(`${portal.http}/patient/profile/${stuck.patient_id}`)
    await expect(page.locator('.resident-why')).toContainText('Sensor may be stuck')
    await expect(page.getByText(/^Last minute/)).toBeHidden()
  } finally {
    clearInterval(speaking)
    raw.end(true)
    await Promise.all([...devices.values()].map((device) => device.close()))
  }
})

test('who looked says that a bed without breathing signal is empty, and the notification ends [WA-2]', async ({
  page,
  watched: world,
}) => {
  const { portal } = world
  const { clinic_id, beds } = await createWard(portal, 'Looked', 1)
  const nurse = await addPerson(world, { clinic_ids: [clinic_id] })
  const bed = beds[0]!
  const device = connect(portal, bed)
  device.send(past(8 * minute, 141 * second, breathing))
  device.send(past(140 * second, 0, still))
  await device.drained()
  await openAs(page, portal.http, nurse, `/patient/profile/${bed.patient_id}`)
  await expect(page.locator('.resident-why')).toContainText('No breathing signal')
  const newest = async () => (await portal.send(listNotifications, { clinic_id })).items[0]
  await expect.poll(async () => (await newest())?.title).toBe('No breathing signal')
  await page.getByRole('button', { name: 'Bed is empty' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm bed empty' }).click()
  await expect(page.getByText('Bed marked as empty')).toBeVisible()
  await expect(page.locator('.live-block[data-signal]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Bed is empty' })).toHaveCount(0)
  await expect.poll(async () => (await newest())?.state).toBe('ended')
  await device.close()
})
