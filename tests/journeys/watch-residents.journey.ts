import { listClinics } from '@eupnea/contract/clinics.ts'
import {
  addPerson,
  admin,
  expect,
  expectAccessible,
  noSideways,
  openAs,
  signInHere,
  signOut,
  test,
} from './portal.fixture.ts'

const card = '.card'

test.describe('with all that moves', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a newcomer signs in and sees residents breathe, with nothing that axe finds, light and dark [DA-1] [DA-7] [LI-1] [SH-9]', async ({
    page,
    world,
  }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(`${world.portal.http}/user/login`)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expectAccessible(page)
    await signInHere(page, world.nurse)
    await expect(page).toHaveURL(/\/clinic\/profile$/)
    await expect(page.locator(card)).toHaveCount(24)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    // A resident's number changes while we watch.
    const numbers = () => page.locator('[data-part="rr"]').allTextContents()
    await expect.poll(async () => (await numbers()).filter((text) => /^\d+$/.test(text)).length).toBeGreaterThan(10)
    const before = (await numbers()).join()
    await expect.poll(async () => (await numbers()).join()).not.toBe(before)
    await expectAccessible(page)
    expect(errors).toEqual([])
  })
})

test('the dashboard can be searched, narrowed to a floor, sorted and shown in three sizes, and remembers it [DA-2] [DA-3] [DA-4] [DA-7]', async ({
  page,
  world,
}) => {
  await openAs(page, world.portal.http, world.nurse)
  await expect(page.locator(card)).toHaveCount(24)
  await page.keyboard.press('/')
  await page.keyboard.type('Ashworth')
  await expect(page.locator(card)).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.getByText('Floor 2', { exact: true }).click()
  await expect(page.locator(card)).toHaveCount(12)
  const height = async () => (await page.locator(card).first().boundingBox())?.height ?? 0
  await page.getByText('Simple', { exact: true }).click()
  await expect.poll(height).toBeLessThan(120)
  await page.reload()
  await expect(page.locator(card)).toHaveCount(12)
  await expect.poll(height).toBeLessThan(120)
  await page.getByText('All floors', { exact: true }).click()
  await page.getByText('Default', { exact: true }).click()
  await expect(page.locator(card)).toHaveCount(24)

  // Cards are in the chosen order, also during a search.
  const rooms = () => page.locator('.card-room').allTextContents()
  const byNumber = (texts: readonly string[]) => texts.toSorted((a, b) => Number(a) - Number(b))
  await page.getByLabel('Sort').selectOption('Room')
  const inOrder = await rooms()
  expect(inOrder).toEqual(byNumber(inOrder))
  await page.getByLabel('Sort').selectOption('Respiration rate')
  await expect.poll(rooms).not.toEqual(inOrder)
  await page.keyboard.press('/')
  await page.keyboard.type(inOrder[5]!)
  await expect(page.locator(card)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByLabel('Sort').selectOption('Room')
  await expect.poll(rooms).toEqual(inOrder)
})

/** Runs in the page: everything that the browser stores about it, and what it shows. */
async function leftovers(): Promise<string> {
  const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
  const cached = await Promise.all(caches.map((cache) => cache.keys()))
  return JSON.stringify([
    { ...localStorage },
    { ...sessionStorage },
    cached.flat().map(({ url }) => url),
    await indexedDB.databases(),
    [document.title, location.href, history.state, window.name],
    document.documentElement.outerHTML,
  ])
}

test('a floor is kept over a look at a resident and a sign-out, a search ends with the session [DA-3] [DA-4] [DA-7] [ID-6]', async ({
  page,
  world,
}) => {
  const [nurse, next] = [await addPerson(world), await addPerson(world)]
  const search = page.getByLabel('Search residents by name or room')
  const pressed = page.getByRole('group', { name: 'Floor' }).locator('[aria-pressed=true]')
  await openAs(page, world.portal.http, nurse)
  await expect(page.locator(card)).toHaveCount(24)
  await page.getByRole('button', { name: 'Floor 2' }).click()
  await search.fill('212')
  await page.locator(card, { hasText: '212' }).click()
  await expect(page.getByRole('heading', { name: /Yates/ })).toBeVisible()
  await page.goBack()
  await expect(page.locator(card)).toHaveCount(1)
  await expect(search).toHaveValue('212')
  await expect(pressed).toHaveText('Floor 2')

  await signOut(page)
  expect(await page.evaluate(leftovers)).not.toMatch(/Yates|212/)
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Yates')).toHaveCount(0)
  await signInHere(page, next)
  await expect(page.locator(card)).toHaveCount(24)
  await expect(search).toHaveValue('')
  await expect(pressed).toHaveText('All floors')

  await signOut(page)
  await signInHere(page, nurse)
  await expect(page.locator(card)).toHaveCount(12)
  await expect(search).toHaveValue('')
  await expect(pressed).toHaveText('Floor 2')
})

test('the wall display shows everyone without a menu [DA-7]', async ({ page, world }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openAs(page, world.portal.http, world.nurse, '/clinic/wall')
  await expect(page.locator(card)).toHaveCount(24)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  expect(overflow).toBeLessThanOrEqual(0)
  const size = await page
    .locator('[data-part="rr"]')
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  // Cap height is about 0.72 of the font size: 41 px on a 43-inch screen.
  expect(size * 0.72).toBeGreaterThanOrEqual(41)
  await expectAccessible(page)
})

test('a wall display that was not told its facility asks for it again, and says when there is none [DA-7] [LI-9]', async ({
  page,
  world,
}) => {
  await openAs(page, world.portal.http, await addPerson(world, { user_type: 'vc-admin', clinic_ids: [] }))
  const clinics = new RegExp(`/api${listClinics.path}\\?`)
  await page.route(clinics, (route) => route.abort())
  await page.goto(`${world.portal.http}/clinic/wall`)
  await expect(page.getByText('Can’t reach the portal')).toBeVisible()
  await page.unroute(clinics)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No facilities yet')).toBeVisible()
})

test('a lost connection says so and comes back by itself [LI-9]', async ({ page, context, world }) => {
  await openAs(page, world.portal.http, world.nurse)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await context.setOffline(true)
  // Chromium keeps an open socket in offline mode, so close it as a lost network would.
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(page.getByText('Live', { exact: true })).toBeHidden()
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 })
})

test('a Superadmin finds the demonstration facility and opens its dashboard [SH-8] [SH-15]', async ({
  page,
  world,
}) => {
  await openAs(page, world.portal.http, admin)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Maple Court').first()).toBeVisible()
  await expect(page.getByText('Demo', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  for (const width of [1440, 1024, 768, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await noSideways(page)
  }
  await page.getByRole('button', { name: 'Open dashboard of Maple Court' }).click()
  await expect(page.locator(card)).toHaveCount(24)
})

test('on a phone the cards stand in one column and the menu is a drawer [SH-7] [SH-14]', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, world.portal.http, world.nurse)
  await expect(page.locator(card)).toHaveCount(24)
  const lefts = await page
    .locator(card)
    .evaluateAll((cards) => new Set(cards.map((one) => Math.round(one.getBoundingClientRect().left))).size)
  expect(lefts).toBe(1)
  await noSideways(page)
  // As narrow as a page zoomed four times: the clinic's name gets its own line.
  await page.setViewportSize({ width: 320, height: 844 })
  await noSideways(page)
  expect((await page.locator('.top-bar-clinic').boundingBox())?.width).toBeGreaterThan(200)
  await page.getByRole('button', { name: /menu/i }).first().click()
  await expect(page.getByRole('link', { name: 'Wall display' })).toBeVisible()
})
