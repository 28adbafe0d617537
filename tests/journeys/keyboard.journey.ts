import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import type { Page } from '@playwright/test'
import { connectDevice } from '../../sensors/device-client.ts'
import { createWard } from '../kit/ward.ts'
import { addPerson, demoClinic, expect, openAs, test } from './portal.fixture.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('dialogs give the focus back to what opened them [RE-2] [RE-6]', async ({ page, world }) => {
  await openAs(page, world.portal.http, world.nurse, '/clinic/residents?status=1')
  const add = page.getByRole('button', { name: 'Add resident' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
  for (let fields = 0; fields < 4; fields++) await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(add).toBeFocused()

  const acts = page.getByRole('button', { name: /^Actions for/ }).first()
  await acts.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Change flag' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(acts).toBeFocused()
})

test('the bell has the focus again when its panel closes, the first time too, on a phone [AL-3]', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, world.portal.http, world.nurse)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  for (const _time of ['first', 'second']) {
    await bell.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(bell).toBeFocused()
  }
})

test('what is fetched when it is first opened gives the focus back to its button the first time too [EA-2] [SH-17]', async ({
  page,
  world,
}) => {
  await openAs(page, world.portal.http, world.nurse, '/clinic/residents?status=1')
  for (const name of [/^Saved views/, /^Hello, /]) {
    const button = page.getByRole('button', { name })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(button).not.toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
})

test('no pop-up covers what has the focus [AL-3]', async ({ page, world }) => {
  const { portal } = world
  const ward = await createWard(portal, 'Covered', 11)
  const { device_id: deviceId, key } = ward.beds[0]!
  const device = connectDevice({ url: portal.mqtt, deviceId, password: key.password })
  const start = Date.now()
  device.send([0, 1, 2, 3, 4, 5].map((minute) => ({ ts: start + (minute - 5) * 60_000, rr: 25, dist: 0.8 })))
  await device.drained()
  await page.setViewportSize({ width: 1280, height: 720 })
  await openAs(page, portal.http, await addPerson(world, { clinic_ids: [ward.clinic_id] }), '/clinic/residents')
  await expect(page.locator('.mantine-Notification-root')).toBeVisible()
  const acts = page.getByRole('button', { name: /^Actions for/ })
  await expect(acts).toHaveCount(10)
  await acts.first().focus()
  for (let row = 1; row < 10; row++) {
    for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
    await expect(acts.nth(row)).toBeFocused()
    const isFree = acts.nth(row).evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(await isFree, `row ${row}`).toBe(true)
  }
  await device.close()
})

test('no field of a dialog is scrolled to below its head, which stays [RE-2]', async ({ page, world }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await openAs(page, world.portal.http, world.nurse, '/clinic/residents?status=1')
  await page.getByRole('button', { name: 'Add resident' }).click()
  await dialog(page).getByRole('button', { name: 'Add resident' }).scrollIntoViewIfNeeded()
  const label = dialog(page).getByText('First name')
  // Safari scrolls no further than it must, and heeds no margin of a field that gets the focus.
  await label.evaluate((text) => text.scrollIntoView({ block: 'nearest' }))
  const head = (await dialog(page).getByRole('banner').boundingBox())!
  expect((await label.boundingBox())!.y).toBeGreaterThanOrEqual(head.y + head.height)
})

test('whoever leaves the search with Escape is out of it, even if the page changes at that moment [EA-2]', async ({
  page,
  world,
}) => {
  await openAs(page, world.portal.http, world.nurse)
  const search = page.getByRole('searchbox')
  // The outline of the page hears no keys.
  await expect(page.locator('.card').first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await search.evaluate((field) => field.addEventListener('blur', () => document.body.append('a card')))
  await page.keyboard.press('Escape')
  await expect(search).not.toBeFocused()
})

test('what takes the place of an act that is done has the focus next [RE-4]', async ({ page, world }) => {
  const { portal } = world
  const clinic_id = (await demoClinic(world)).id
  const { patient_id } = await portal.send(saveResident, { clinic_id, first_name: 'Rosa', last_name: 'Key', room: '7' })
  await openAs(page, portal.http, world.nurse, `/patient/profile/${patient_id}`)
  const head = page.locator('.resident-head')
  const menu = head.getByRole('button', { name: 'Actions for Rosa Key' })
  for (const name of ['Discharge', 'Readmit']) {
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).locator(':focus')).toHaveCount(1)
    await dialog(page).getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(head.locator(':focus')).toHaveCount(1)
  }
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})

test('who acknowledges by keyboard goes on from the same row [AL-7]', async ({ page, world }) => {
  const { portal } = world
  const ward = await createWard(portal, 'Keyboard', 1)
  const bed = ward.beds[0]!
  const device = connectDevice({ url: portal.mqtt, deviceId: bed.device_id, password: bed.key.password })
  const start = Date.now()
  device.send([0, 1, 2, 3, 4, 5].map((minute) => ({ ts: start + (minute - 5) * 60_000, rr: 25, dist: 0.8 })))
  await device.drained()
  await openAs(page, portal.http, await addPerson(world, { clinic_ids: [ward.clinic_id] }), '/clinic/notifications')
  const row = page.locator('.table tbody tr', { hasText: 'High Respiratory' })
  await row.getByRole('button', { name: /^Acknowledge/ }).focus()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Acknowledged by')
  await expect(row.locator(':focus')).toHaveCount(1)
  await device.close()
})
