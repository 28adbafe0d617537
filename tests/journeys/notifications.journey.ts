import type { Page } from '@playwright/test'
import { connectDevice, type DeviceClient } from '../../sensors/device-client.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { type Bed, createWard } from '../kit/ward.ts'
import {
  addPerson,
  admin,
  demoClinic,
  desk,
  expect,
  expectAccessible,
  lookAt,
  noSideways,
  openAs,
  phone,
  sizes,
  test,
} from './portal.fixture.ts'
import { createJourneyDatabase } from './postgres.setup.ts'

const popUps = (page: Page) => page.locator('.mantine-Notification-root:has(.notification-pop-up-body)')
const live = (page: Page) => page.getByRole('status').filter({ hasText: /^Live$/ })
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: /^Notifications/ })
const rows = (page: Page) => page.locator('.table tbody tr:not(.table-details-row), .table-list > li')

const connect = ({ mqtt }: SpawnedPortal, { device_id, key }: Bed): DeviceClient =>
  connectDevice({ url: mqtt, deviceId: device_id, password: key.password })

/** The five whole minutes that an episode needs, and one that has begun; from now on they lie as far ahead as allowed. */
async function breathe(device: DeviceClient, rr: number, begin: 'before' | 'now' = 'before'): Promise<void> {
  const start = Date.now() - (begin === 'now' ? 60_000 : 5 * 60_000)
  device.send([0, 1, 2, 3, 4, 5].map((minute) => ({ ts: start + minute * 60_000, rr, dist: 0.8 })))
  await device.drained()
}

test('an episode is popped up at the desk, counted, taken on by phone and read about [AL-3] [AL-4] [AL-7]', async ({
  page,
  context,
  browser,
  world,
}) => {
  test.setTimeout(180_000)
  const { portal } = world
  const ward = await createWard(portal, 'Birch Lane', 8)
  const clinic_ids = [ward.clinic_id]
  const nurse = await addPerson(world, { clinic_ids })
  const colleague = await addPerson(world, { clinic_ids, first_name: 'Mary', last_name: 'Somerville' })
  const devices = ward.beds.map((bed) => connect(portal, bed))
  const [first, second, ...others] = devices as [DeviceClient, DeviceClient, ...DeviceClient[]]
  await page.setViewportSize(desk)
  await openAs(page, portal.http, nurse)
  const tab = await context.newPage()
  await tab.goto(`${portal.http}/clinic/residents`)
  const other = await browser.newPage({ viewport: phone })
  await openAs(other, portal.http, colleague)
  await expect(live(page)).toBeVisible()
  await expect(live(tab)).toBeVisible()
  await expect(live(other)).toBeVisible()
  await page.bringToFront()

  // Out of range for five minutes: shows who, where and how bad, in each tab.
  await breathe(first, 25)
  await expect(popUps(tab)).toHaveCount(1)
  const popUp = popUps(page)
  await expect(popUp).toContainText('High Respiratory')
  await expect(popUp).toContainText('Room 101 · Ada Byron 0')
  // Of then: the rate of now stands on the page.
  await expect(popUp).toContainText(/Notified \d\d:\d\d, 25\.0 BrPM when raised/)
  await expect(popUp).toContainText('Warning')
  const profile = `/patient/profile/${ward.beds[0]!.patient_id}/${ward.beds[0]!.device_id}`
  await expect(popUp.getByRole('link', { name: 'Room 101 · Ada Byron 0' })).toHaveAttribute('href', profile)
  await expect(bell(page)).toHaveAccessibleName(/^Notifications, 1 unseen$/)
  await lookAt(page)
  await tab.close()

  // It gets worse: the same notification, which stays until someone reacts.
  await breathe(first, 80, 'now')
  const danger = popUps(page).filter({ hasText: 'Extremely High Respiratory' })
  await expect(danger).toHaveAttribute('role', 'alert')
  await expect(danger).toContainText('Danger')
  await expect(bell(other)).toHaveAccessibleName(/unseen/)
  await danger.getByRole('button', { name: /^Acknowledge/ }).click()
  await expect(page.getByText('Acknowledged', { exact: true })).toBeVisible()
  await expect(danger).toBeHidden()

  // It is gone from the colleague's page, who sees behind the bell who acknowledged it.
  await expect(popUps(other)).toHaveCount(0)
  await bell(other).click()
  await expect(
    panel(other)
      .getByText(/Acknowledged by Grace Hopper/)
      .first(),
  ).toBeVisible()
  await lookAt(other)
  await panel(other).getByRole('link', { name: 'View all notifications' }).click()
  await expect(other).toHaveURL(/\/clinic\/notifications$/)
  // One row an episode.
  await expect(rows(other)).toHaveCount(1)
  await lookAt(other)

  // Its history, in order.
  await other.getByRole('button', { name: 'Details: Extremely High Respiratory, room 101' }).click()
  const history = other.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Seen by Mary Somerville')
  await expect(history.getByRole('listitem').first()).toContainText('Raised')
  await expect(history).toContainText('Acknowledged by Grace Hopper')
  await lookAt(other)

  // Another resident: snoozed, and found by its status.
  await breathe(second, 9)
  await expect(rows(other)).toHaveCount(2)
  await rows(other).first().getByRole('button', { name: 'Snooze Low Respiratory, room 102' }).click()
  await other.getByRole('menuitem', { name: '30 minutes' }).click()
  await expect(rows(other).filter({ hasText: 'Low Respiratory' })).toContainText(/Snoozed until .* by Mary Somerville/)
  const filter = async (state: string) => {
    await other.getByRole('button', { name: /^Filters/ }).click()
    await other.getByLabel('Status', { exact: true }).selectOption(state)
    await other.getByRole('button', { name: 'Done' }).click()
  }
  await filter('Snoozed')
  await expect(rows(other)).toHaveCount(1)
  await filter('Ended')
  await expect(other.getByText('No matching notifications')).toBeVisible()
  await other.getByRole('button', { name: 'Show all notifications' }).click()
  // What she has acted on, she has seen.
  await expect(bell(other)).toHaveAccessibleName('Notifications')
  const seeAll = other.getByRole('button', { name: 'Mark all seen' })
  await expect(seeAll).toBeDisabled()

  // Many at once share one pop-up that counts them.
  await Promise.all(others.map((device) => breathe(device, 33)))
  await expect(popUps(page).filter({ hasText: /[2-6]\sExtremely High Respiratory/ })).toHaveCount(1)
  expect(await popUps(page).count()).toBeLessThanOrEqual(3)
  await lookAt(page)
  await expect(bell(other)).toHaveAccessibleName(/unseen/)
  await seeAll.click()
  await expect(bell(other)).toHaveAccessibleName('Notifications')
  await expect(seeAll).toBeDisabled()
  await expect(bell(page)).toHaveAccessibleName(/unseen/)

  // The resident's page lists only theirs.
  await page.goto(`${portal.http}${profile}`)
  const own = page.getByRole('list', { name: 'Notifications about this resident' })
  await expect(own.getByRole('listitem')).toHaveCount(1)
  await expect(own).toContainText('Acknowledged by Grace Hopper')
  await lookAt(page)
  await Promise.all(devices.map((device) => device.close()))
  await other.close()
})

test('a facility that is not heard any more says so on every page, until readings come back [AL-1] [AL-3] [AL-8]', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const folder = await temporaryFolder()
  const database = await createJourneyDatabase()
  const env = { DATABASE_URL: database.url, NO_READINGS_MINUTES: '0.1' }
  const portal = await spawnPortal({ dataDir: folder.path, env })
  try {
    const ward = await createWard(portal, 'Quiet House', 1)
    const device = connect(portal, ward.beds[0]!)
    const rate = { rr: 21.6, dist: 0.8 }
    const speak = () => device.send({ ts: Date.now(), ...rate })
    const bar = page.locator('.monitoring-bar').filter({ hasText: 'No readings from any sensor since' })
    // Ten seconds of breathing are believed.
    const seconds = Array.from({ length: 15 }, (_, ago) => Date.now() - ago * 1_000).reverse()
    device.send(seconds.map((ts) => ({ ts, ...rate })))
    const speaking = setInterval(speak, 1_000)
    await openAs(page, portal.http, admin, '/clinic/profile')
    await expect(live(page)).toBeVisible()
    await expect(bar).toBeHidden()
    // Usual, whereas 22 would not be.
    await expect(page.locator('.card-rr b')).toHaveText('21.6')
    await expect(page.locator('.card')).toHaveAttribute('data-state', '')
    clearInterval(speaking)

    await expect(bar).toBeVisible({ timeout: 60_000 })
    await expect(bar).toContainText('Check on residents')
    await expect(bell(page)).toHaveAccessibleName(/^Notifications, 1 unseen$/)
    await expectAccessible(page)
    for (const path of ['/clinic/residents', '/clinic/notifications', '/clinic/wall']) {
      await page.goto(`${portal.http}${path}`)
      await expect(bar).toBeVisible()
    }
    await page.setViewportSize(phone)
    await page.goto(`${portal.http}/clinic/notifications`)
    await expect(bar).toBeVisible()
    await expect(rows(page).first()).toContainText('Whole facility')
    await expect(page.getByText('does not replace direct observation of residents').first()).toBeVisible()
    await noSideways(page)
    await expectAccessible(page)

    speak()
    await expect(bar).toBeHidden({ timeout: 60_000 })
    await expect(rows(page).first()).toContainText('Ended')
    await device.close()
  } finally {
    await portal.stop()
    await database.drop()
    await folder.remove()
  }
})

test('days are those of the facility, whose clock the list shows, also far away from it [AL-3]', async ({
  browser,
  world,
}) => {
  const { tz } = await demoClinic(world)
  const context = await browser.newContext({ timezoneId: 'Pacific/Kiritimati' })
  const page = await context.newPage()
  const asked = page.waitForRequest((request) => /\/api\/notifications\?.*from=/.test(request.url()))
  await openAs(
    page,
    world.portal.http,
    await addPerson(world),
    '/clinic/notifications?from=2026-11-20&until=2026-11-20',
  )
  const query = new URL((await asked).url()).searchParams
  const begins = (day: string) => new Date(Temporal.PlainDate.from(day).toZonedDateTime(tz).epochMilliseconds)
  expect(query.get('from')).toBe(begins('2026-11-20').toISOString())
  expect(query.get('until')).toBe(begins('2026-11-21').toISOString())
  await context.close()
})

test('a pop-up leaves an open form’s button, the pages of a list and the footer free, on a desk and on a phone [AL-3] [RE-1]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const ward = await createWard(portal, 'Aspen', 11)
  const nurse = await addPerson(world, { clinic_ids: [ward.clinic_id] })
  const device = connect(portal, ward.beds[0]!)
  await openAs(page, portal.http, nurse, '/clinic/residents')
  await page.getByRole('button', { name: 'Add resident' }).click()
  const form = page.getByRole('dialog', { name: 'Add resident' })
  await form.getByLabel('Last name').fill('Somerville')
  await expect(live(page)).toBeVisible()
  await breathe(device, 80)
  const popUp = popUps(page).filter({ hasText: 'Extremely High Respiratory' })
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(popUp).toBeVisible()
    await form.getByRole('button', { name: 'Add resident' }).click({ timeout: 10_000 })
    await expect(form.getByLabel('First name')).toBeFocused()
    await expect(page.getByText('Enter a first name')).toBeVisible()
    await expect(popUp).toBeVisible()
    await form.getByLabel('Last name').focus()
  }
  await form.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click({ trial: true, timeout: 10_000 })
  await expect(popUp).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  const { x, width } = (await page.getByRole('button', { name: 'Last page' }).boundingBox())!
  expect(x + width).toBeLessThan((await popUp.boundingBox())!.x)
  await device.close()
})
