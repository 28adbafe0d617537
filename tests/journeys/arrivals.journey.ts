import type { BrowserContext, Page } from '@playwright/test'
import { connectDevice, type DeviceClient } from '../../sensors/device-client.ts'
import type { SpawnedPortal } from '../kit/spawn-portal.ts'
import { type Bed, createWard } from '../kit/ward.ts'
import { addPerson, countWork, expect, expectAccessible, noSideways, openAs, test } from './portal.fixture.ts'

/** Notifications reach people wherever they are looking, or aren't (AN-1, AN-2, AN-4, AN-6). */

const popUps = (page: Page) => page.locator('.mantine-Notification-root:has(.notification-pop-up-body)')
const icon = (page: Page) => page.locator('link[rel="icon"]')
const toast = (page: Page, title: string) => page.locator('.mantine-Notification-root', { hasText: title })

const connect = ({ mqtt }: SpawnedPortal, { device_id, key }: Bed): DeviceClient =>
  connectDevice({ url: mqtt, deviceId: device_id, password: key.password })

/** The five whole minutes that an episode needs, and one that has begun. */
async function breathe(device: DeviceClient, rr: number): Promise<void> {
  const start = Date.now() - 5 * 60_000
  device.send([0, 1, 2, 3, 4, 5].map((minute) => ({ ts: start + minute * 60_000, rr, dist: 0.8 })))
  await device.drained()
}

declare global {
  /** how often the page's stubbed loudspeaker has sounded */
  var toneCount: number
  /** the stub wants a click first, as browsers do */
  var isSilent: boolean
}

/** Counts tones instead of playing them. */
const listen = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.toneCount = 0
    globalThis.isSilent = sessionStorage.getItem('silent') !== null
    let isClicked = false
    addEventListener('click', () => (isClicked = true), true)
    class Stub {
      state = globalThis.isSilent ? 'suspended' : 'running'
      currentTime = 0
      destination = {}
      async resume() {
        if (isClicked) this.state = 'running'
      }
      createGain() {
        return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {} }, connect: (next: unknown) => next }
      }
      createOscillator() {
        const start = (at: number) => void (at < 0.1 && globalThis.toneCount++)
        return { frequency: {}, connect: (next: unknown) => next, start, stop() {} }
      }
    }
    Object.assign(globalThis, { AudioContext: Stub })
  })
const tones = (page: Page) => page.evaluate(() => globalThis.toneCount)

test('what is open is shown in every tab and after a reload, sounds in one, and goes with a click in any [AN-1] [AN-2]', async ({
  page,
  context,
  world,
}) => {
  test.setTimeout(240_000)
  const { portal } = world
  const ward = await createWard(portal, 'Rowan', 3)
  const nurse = await addPerson(world, { clinic_ids: [ward.clinic_id] })
  const devices = ward.beds.map((bed) => connect(portal, bed))
  await listen(context)
  await openAs(page, portal.http, nurse)
  // A page without live values.
  const tab = await context.newPage()
  await tab.goto(`${portal.http}/clinic/notes`)
  await expect(page).toHaveTitle('Eupnea Admin Portal')

  await breathe(devices[0]!, 40)
  for (const one of [page, tab]) {
    await expect(popUps(one)).toContainText('Extremely High Respiratory', { timeout: 60_000 })
    await expect(popUps(one)).toContainText('Room 101 · Ada Byron 0')
    await expect(one).toHaveTitle('(1) Eupnea Admin Portal')
    await expect(icon(one)).toHaveAttribute('href', /1%3C\/text/)
  }
  await expectAccessible(page)
  // Danger repeats, in one tab at a time.
  const heard = async () => (await tones(page)) + (await tones(tab))
  await expect.poll(heard, { timeout: 60_000 }).toBe(2)

  await page.reload()
  await expect(popUps(page)).toContainText('Extremely High Respiratory')
  await popUps(page).getByRole('button', { name: 'Silence 2 min' }).click()
  const before = await heard()

  await breathe(devices[1]!, 25)
  await expect(popUps(tab)).toHaveCount(2, { timeout: 60_000 })
  // Each new one sounds once, silenced or not; two within two seconds would sound as one.
  await expect.poll(heard).toBe(before + 1)
  await breathe(devices[2]!, 25)
  await expect(popUps(tab)).toHaveCount(1, { timeout: 60_000 })
  await expect(popUps(tab)).toContainText('3 notifications: 1 Extremely High Respiratory, 2 High Respiratory')
  await expect(tab).toHaveTitle('(3) Eupnea Admin Portal')
  await expect.poll(heard).toBe(before + 2)
  await tab.setViewportSize({ width: 390, height: 844 })
  await noSideways(tab)
  await expectAccessible(tab)

  // At the top of the resident's page, in the list, on the pop-up: done in one tab, it is gone in the other.
  await page.goto(`${portal.http}/patient/profile/${ward.beds[0]!.patient_id}`)
  const notices = page.getByRole('list', { name: 'Current notifications' })
  await expect(notices).toContainText('Extremely High Respiratory')
  // Not since when it is so, which "Now" says.
  await expect(notices).toContainText(/Notified \d+ (s|min) ago/)
  await expect(notices).not.toContainText('since')
  // There it has no pop-up, but when a dialog covers it.
  await expect(popUps(page)).toHaveCount(2)
  await expect(popUps(page).filter({ hasText: 'Extremely' })).toHaveCount(0)
  // The page can be scrolled clear of them.
  const room = () => page.locator('.shell-body').evaluate((body) => getComputedStyle(body, '::after').height)
  await expect.poll(async () => Number.parseFloat(await room())).toBeGreaterThan(100)
  await page.keyboard.press('?')
  await expect(popUps(page)).toHaveCount(1)
  await expect(popUps(page)).toContainText('3 notifications: 1 Extremely High Respiratory, 2 High Respiratory')
  await page.keyboard.press('Escape')
  await expect(popUps(page)).toHaveCount(2)
  await notices.getByRole('button', { name: /^Acknowledge/ }).click()
  await expect(notices).toContainText('Acknowledged by Grace Hopper')
  await expect(tab).toHaveTitle('(2) Eupnea Admin Portal')
  // A phone has no room for two.
  await expect(popUps(tab)).toContainText('2 notifications: 2 High Respiratory')
  await expect(popUps(tab)).toHaveCount(1)
  await expectAccessible(page)

  // Over a drawer, which is as wide as a phone, it stays where it is, within the window.
  const place = await popUps(tab).boundingBox()
  await tab.getByRole('button', { name: 'Open menu' }).click()
  await expect(tab.getByRole('dialog')).toBeVisible()
  expect(await popUps(tab).boundingBox()).toEqual(place)
  await tab.keyboard.press('Escape')

  // A browser that wants a click says so until it gets one, and covers the page with it only once.
  await tab.evaluate(() => sessionStorage.setItem('silent', 'yes'))
  await tab.reload()
  await expect(toast(tab, 'Your browser blocks sound')).toBeVisible()
  await tab.reload()
  const allow = tab.getByRole('banner').getByRole('button', { name: 'Allow sound' })
  await expect(allow).toBeVisible()
  await expect(toast(tab, 'Your browser blocks sound')).toBeHidden()
  await allow.click()
  await expect(allow).toBeHidden()
  await Promise.all(devices.map((device) => device.close()))
})

test('acknowledged or snoozed on a card, undone, and seen by a second nurse and on the wall [AN-5] [AN-6]', async ({
  page,
  browser,
  world,
}) => {
  test.setTimeout(240_000)
  const { portal } = world
  const ward = await createWard(portal, 'Hazel', 2)
  const clinic_ids = [ward.clinic_id]
  const device = connect(portal, ward.beds[0]!)
  await openAs(page, portal.http, await addPerson(world, { clinic_ids }))
  const other = await browser.newPage()
  await openAs(
    other,
    portal.http,
    await addPerson(world, { clinic_ids, first_name: 'Mary', last_name: 'Somerville' }),
    '/clinic/wall',
  )
  await breathe(device, 25)
  const slot = page.locator('.card-slot', { hasText: '101' })
  const acknowledge = slot.getByRole('button', { name: 'Acknowledge High Respiratory, room 101' })
  const mark = (of: Page) => of.locator('.card', { hasText: '101' }).locator('.card-notice')
  // As what it was seen, in case it becomes worse meanwhile.
  const acknowledged = page.waitForRequest(/\/acknowledge$/)
  await acknowledge.click({ timeout: 20_000 })
  expect((await acknowledged).postDataJSON()).toEqual({ severity: 'warning' })
  await expect(mark(page)).toContainText(/^GH \d\d:\d\d/)
  await expect(mark(other)).toContainText(/GH \d\d:\d\d/)
  await expect(popUps(page)).toHaveCount(0)
  // The second click of two, when the button has gone: it doesn't open the resident's page.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })

  await toast(page, 'Acknowledged').getByRole('button', { name: /^Undo/ }).click()
  await expect(acknowledge).toBeVisible()
  await expect(mark(other)).toHaveCount(0)

  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await noSideways(page)
    await expectAccessible(page)
  }
  await slot.getByRole('button', { name: /^Snooze/ }).click()
  const snoozed = page.waitForRequest(/\/snooze$/)
  await page.getByRole('menuitem', { name: '1 hour' }).click()
  expect((await snoozed).postDataJSON()).toMatchObject({ severity: 'warning' })
  await expect(mark(page)).toContainText(/to \d\d:\d\d GH/)
  await expect(mark(other)).toContainText(/to \d\d:\d\d GH/)
  await toast(page, 'Snoozed until').getByRole('button', { name: /^Undo/ }).click()
  await slot.getByRole('button', { name: /^Snooze/ }).click()
  await page.getByRole('menuitem', { name: 'Until…' }).click()
  await page.getByRole('dialog', { name: 'Snooze until' }).getByRole('button', { name: 'Snooze' }).click()
  await expect(mark(page)).toContainText(/to \d\d:\d\d GH/)

  await page.goto(`${portal.http}/clinic/notifications`)
  await page.getByRole('button', { name: 'Write note: High Respiratory, room 101' }).click()
  await expect(page.getByRole('dialog', { name: 'Write note' })).toContainText('Note')
  await other.close()
  await device.close()
})

test('from the pop-up to a written note it is three clicks, acknowledging included [AN-6]', async ({ page, world }) => {
  const { portal } = world
  const ward = await createWard(portal, 'Alder', 1)
  const device = connect(portal, ward.beds[0]!)
  await openAs(page, portal.http, await addPerson(world, { clinic_ids: [ward.clinic_id] }))
  await breathe(device, 25)
  await expect(popUps(page)).toContainText('High Respiratory', { timeout: 60_000 })
  const work = await countWork(page)
  await popUps(page)
    .getByRole('button', { name: /^Write note/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Write note' })
  // The resident is known: what is typed first is the note, not a search for another one.
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Seen, breathing calmly.')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note stored successfully')).toBeVisible()
  await popUps(page)
    .getByRole('button', { name: /^Acknowledge/ })
    .click()
  await expect(popUps(page)).toHaveCount(0)
  console.log(`from pop-up to written note: ${work.clicks} clicks`)
  expect(work.clicks).toBeLessThanOrEqual(4)
  await device.close()
})

test('a page that has timed out goes on notifying, without names and without a session [AN-4] [SH-19]', async ({
  page,
  context,
  world,
}) => {
  test.setTimeout(240_000)
  const { portal } = world
  const ward = await createWard(portal, 'Willow', 1)
  const device = connect(portal, ward.beds[0]!)
  await listen(context)
  await page.clock.install()
  await openAs(page, portal.http, await addPerson(world, { clinic_ids: [ward.clinic_id] }))
  await expect(page.locator('.card')).toHaveCount(1)
  const dialog = page.getByRole('dialog')
  const token = page.waitForResponse(/lock-token/)
  await page.clock.fastForward('31:00')
  await expect(dialog).toContainText('The web page has timed-out due to inactivity.')
  await token
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await context.clearCookies()

  await breathe(device, 40)
  await expect(dialog).toContainText('1 notification', { timeout: 60_000 })
  await expect(dialog).toContainText('Danger')
  await expect(page).toHaveTitle('(1) Eupnea Admin Portal')
  await expect.poll(() => tones(page), { timeout: 60_000 }).toBeGreaterThan(1)
  expect(await page.locator('body').textContent()).not.toMatch(/Byron|101/)
  expect(new Set(asked)).toEqual(new Set(['/api/notifications/open']))
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)

  // A page that hears nothing says so, also when nobody refuses it.
  await page.route('**/api/notifications/open', () => {})
  await expect(dialog).toContainText(/No connection since \d\d:\d\d:\d\d/, { timeout: 60_000 })
  await expectAccessible(page)
  await page.unroute('**/api/notifications/open')
  await expect(dialog).not.toContainText('No connection since', { timeout: 60_000 })
  await expect(dialog).toContainText('1 notification')
  await device.close()
})
