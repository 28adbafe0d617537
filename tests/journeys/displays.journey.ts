import { removeResidentPlan, updateResidentPlan } from '@eupnea/contract/plans.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import {
  admin,
  demoClinic,
  expect,
  expectAccessible,
  laterBuild,
  noSideways,
  openAs,
  sizes,
  test,
} from './portal.fixture.ts'

/** A television at the nurses' station, from the code to the end (DI-1, DI-2). */

const shown = '.wall-card'

test('a television is enrolled by a code, shows one floor with initials, turns pages, and ends when it is revoked [DI-1] [DI-2]', async ({
  page,
  browser,
  world,
}) => {
  const { http } = world.portal
  const clinic = await demoClinic(world)
  // Whoever works there may enrol it.
  const desk = await (await browser.newContext()).newPage()
  await openAs(desk, http, world.nurse, '/clinic/rooms')
  await desk.getByRole('button', { name: 'Add display' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Place').fill('Nurses’ station')
  await dialog.getByLabel('Floor').selectOption({ index: 2 })
  await dialog.getByRole('button', { name: 'Get code' }).click()
  const code = (await dialog.getByText(/^[A-Z0-9]{4} [A-Z0-9]{4}$/).textContent())!
  await expect(dialog.getByText('Waiting for the display')).toBeVisible()

  // Another browser, in which nobody has signed in.
  const television = await browser.newContext({ viewport: { width: 1280, height: 400 } })
  const screen = await television.newPage()
  await screen.goto(`${http}/display`)
  await expect(screen.getByRole('heading', { name: 'Enrol this display' })).toBeVisible()
  await expectAccessible(screen)
  await screen.getByLabel('Code').fill('AAAA AAAA')
  await screen.keyboard.press('Enter')
  await expect(screen.getByText('This code doesn’t work.')).toBeVisible()
  await screen.getByLabel('Code').fill(code.toLowerCase())
  await screen.keyboard.press('Enter')
  await expect(screen.getByText('Live', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Display enrolled')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(desk.getByRole('row', { name: /Nurses’ station/ })).toBeVisible()
  await expectAccessible(desk)
  await desk.context().close()

  // The floor's twelve, as room and initials, on pages.
  const rooms = new Set<string>()
  const look = async () => {
    for (const text of await screen.locator('.card-room').allTextContents()) rooms.add(text)
    return rooms.size
  }
  await expect(screen.getByText('1 of 2')).toBeVisible()
  expect(await look()).toBeLessThan(12)
  await expect.poll(look, { timeout: 15_000 }).toBe(12)
  for (const name of await screen.locator('.card-name').allTextContents()) expect(name).toMatch(/^\p{L}\.\p{L}\.$/u)
  expect([...rooms].every((room) => room.startsWith('2'))).toBe(true)
  await expectAccessible(screen)
  await expect(screen.getByRole('link')).toHaveCount(0)
  // A resident's own limits, in the words of the dashboard.
  const { items } = await world.portal.send(listResidents, { clinic_id: clinic.id, search: '201' })
  const { patient_id } = items[0]!
  await world.portal.send(updateResidentPlan, { patient_id, low: 14, high: 28, reason: 'Usually breathes fast' })
  await expect(screen.locator(shown, { hasText: '201' })).toContainText('own 14–28', { timeout: 40_000 })
  await world.portal.send(removeResidentPlan, { patient_id })
  await screen.getByRole('button', { name: 'Sound' }).click()
  await expect(screen.getByRole('button', { name: 'Sound', pressed: true })).toBeVisible()

  // It comes back by itself after a restart of the television.
  await screen.reload()
  await expect(screen.getByText('Live', { exact: true })).toBeVisible()
  await television.setOffline(true)
  // Chromium keeps an open socket in offline mode, so close it as a lost network would.
  await screen.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(screen.getByText(/^No connection since/)).toBeVisible()
  // Meanwhile the portal was updated: the wall takes the new page by itself.
  await screen.route(`${http}/`, laterBuild, { times: 1 })
  const renewed = screen.waitForEvent('load')
  await television.setOffline(false)
  await screen.evaluate(() => window.dispatchEvent(new Event('online')))
  await renewed
  await expect(screen.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
  await screen.setViewportSize(sizes[1])
  await noSideways(screen)
  expect(await television.cookies()).toEqual([])

  await openAs(page, http, admin, `/facility/settings/${clinic.slug}`)
  const row = page.getByRole('row', { name: /Nurses’ station/ })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Show names').check()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(screen.locator('.card-name').first()).toHaveText(/^\p{L}+.*, \p{L}+/u)
  await expectAccessible(page)

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(screen.getByText('This display is no longer enrolled.')).toBeVisible()
  await expect(screen.locator(shown)).toHaveCount(0)
  await expect(page.getByText('No displays yet')).toBeVisible()
  await television.close()
})
