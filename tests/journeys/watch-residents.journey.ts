import { listClinics } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import type { Page } from '@playwright/test'
import {
  addPerson,
  admin,
  desk,
  expect,
  expectAccessible,
  noSideways,
  openAs,
  phone,
  signInHere,
  signOut,
  test,
} from './portal.fixture.ts'

/** Those that aren't shown are hidden. */
const card = '.card:visible'

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
    await expect(page.locator(card).nth(23)).toBeAttached()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    // A resident's number changes while we watch.
    const numbers = () => page.locator('[data-part="rr"]').allTextContents()
    await expect.poll(async () => (await numbers()).filter((text) => /^\d+$/.test(text)).length).toBeGreaterThan(0)
    const before = (await numbers()).join()
    await expect.poll(async () => (await numbers()).join(), { timeout: 120_000 }).not.toBe(before)
    await expectAccessible(page)
    expect(errors).toEqual([])
  })
})

test('the document itself holds the outline of the dashboard, in which nothing moves [EA-6]', async ({
  page,
  world,
}) => {
  await openAs(page, world.portal.http, world.nurse)
  await expect(page.locator(card).nth(23)).toBeAttached()
  // Up to a second after the first number: live values change the order later, as they should.
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0, isOver: false })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    const seek = () => {
      const isThere = [...document.querySelectorAll('[data-part="rr"]')].some((part) => /\d/.test(part.textContent))
      if (!isThere) return void requestAnimationFrame(seek)
      setTimeout(() => {
        observer.disconnect()
        seen.isOver = true
      }, 1_000)
    }
    seek()
  })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/portal-*.js', (route) => held.then(() => route.continue()))
  // Who is signed in may be the last thing known: nothing is taken for nobody's meanwhile.
  await page.route('**/api/auth/session', (route) => held.then(() => route.continue()))
  const hostRead = page.waitForResponse('**/api/host?*')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // The curves of the cards come later.
    if (pathname.startsWith('/api/') && !searchParams.has('graph')) asked.push(`${request.method()} ${pathname}`)
  })
  await page.reload({ waitUntil: 'commit' })
  // Found and measured at once: React's outline takes the place of the document's meanwhile.
  const boxes = (selector: string, most: number) =>
    page.evaluate(
      ([selector, count]) =>
        [...document.querySelectorAll(selector)].slice(0, count).map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [x, y, width, height].map(Math.round)
        }),
      [selector, most] as const,
    )
  await (await hostRead).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.locator('.skeleton-cards > i').first()).toBeVisible()
  const outline = [
    await boxes('.skeleton-cards > i', 20),
    await boxes('.skeleton-menu', 1),
    await boxes('.skeleton-top', 1),
  ]
  expect(outline.map(({ length }) => length)).toEqual([20, 1, 1])
  release()
  await expect(page.locator('[data-part="rr"]').filter({ hasText: /^\d+$/ })).not.toHaveCount(0)
  // Later ones are for what changed meanwhile.
  const askedFirst = [...asked]
  await expect(page.locator(card).nth(23)).toBeAttached()
  expect([await boxes('.card-slot', 20), await boxes('.menu', 1), await boxes('.top-bar', 1)]).toEqual(outline)
  await page.waitForFunction(() => (window as unknown as { isOver: boolean }).isOver)
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.05)
  // All that the first cards need, asked for once.
  for (const path of ['/api/auth/session', '/api/host', '/api/clinics', '/api/residents', '/api/residents/last-rr'])
    expect(
      askedFirst.filter((one) => one === `GET ${path}`),
      path,
    ).toHaveLength(1)
})

test('the dashboard can be searched, narrowed to a floor, sorted and shown in three sizes, and remembers it; its address shows a colleague the same, and a saved view [DA-2] [DA-3] [DA-4] [DA-7] [EA-2] [EA-6]', async ({
  browser,
  page,
  world,
}) => {
  await openAs(page, world.portal.http, world.nurse)
  await expect(page.locator(card).nth(23)).toBeAttached()
  await page.keyboard.press('/')
  await page.keyboard.type('Ashworth')
  await expect(page.locator(card)).toHaveCount(1)
  // Nor do screen readers hear of the others.
  await expect(page.getByRole('list', { name: 'Residents' }).getByRole('listitem')).toHaveCount(1)
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
  await expect(page.locator(card).nth(23)).toBeAttached()

  // The browser is told which cards to draw before it finds out by itself, one frame late (EA-6).
  await page.setViewportSize({ ...desk, height: 420 })
  const wrong = () =>
    page.locator('.card-slot').evaluateAll((slots) =>
      slots.flatMap((slot) => {
        const { top, bottom } = slot.getBoundingClientRect()
        const isInside = !(slot as HTMLElement).hidden && bottom > 0 && top < innerHeight
        const isNear = !(slot as HTMLElement).hidden && bottom > -400 && top < innerHeight + 400
        const isMarked = slot.hasAttribute('data-in-view')
        return (isInside && !isMarked) || (!isNear && isMarked) ? (slot.textContent ?? '') : []
      }),
    )
  const marked = () => page.locator('.card-slot[data-in-view]').count()
  await expect.poll(wrong).toEqual([])
  expect(await marked()).toBeLessThan(24)
  await page.locator(card).nth(23).scrollIntoViewIfNeeded()
  await expect.poll(wrong).toEqual([])
  await page.keyboard.press('/')
  await page.keyboard.type('Ashworth')
  await expect.poll(marked).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(marked).toBeGreaterThan(1)
  await expect.poll(wrong).toEqual([])
  await page.setViewportSize(desk)

  // Many rooms differ only at their ends: beside a long name, a room of usual length is whole.
  const roomCut = await page.evaluate(() => {
    const top = document.querySelector('.card-slot:not([hidden]) .card-top')!
    const room = top.querySelector('.card-room')!
    const before = [...top.children].map((part) => part.textContent)
    room.textContent = 'Room 104'
    top.querySelector('.card-name')!.textContent = 'Featherstone-Haugh-Montgomery, Wilhelmina Friederike'
    const text = document.createRange()
    text.selectNodeContents(room)
    const cut = text.getBoundingClientRect().width - room.getBoundingClientRect().width
    for (const [at, part] of [...top.children].slice(0, 2).entries()) part.textContent = before[at]!
    return cut
  })
  expect(roomCut).toBeLessThanOrEqual(0)

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

  // Typed again: a name that the address must not have.
  await page.getByText('Floor 2', { exact: true }).click()
  await page.getByRole('searchbox').fill('Ashworth')
  await expect(page).toHaveURL(/floor=2&sort=room&view=default&facility=/)
  expect(page.url()).not.toContain('Ashworth')
  const colleague = await browser.newPage()
  await openAs(
    colleague,
    world.portal.http,
    await addPerson(world),
    new URL(page.url()).pathname + new URL(page.url()).search,
  )
  await expect(colleague.locator(card)).toHaveCount(12)
  await expect(colleague.getByLabel('Sort')).toHaveValue('room')
  await colleague.goto(page.url().replace(/facility=.*/, 'facility=another'))
  await expect(colleague.getByText(m.app_clinic_no_access())).toBeVisible()
  await colleague.close()

  // Kept on the server: another browser of the same person has it.
  const menu = (of: Page) => of.getByRole('button', { name: 'Saved views: Dashboard' })
  await menu(page).click()
  await page.getByRole('button', { name: m.saved_view_save() }).click()
  await page.getByRole('dialog').getByLabel(m.saved_view_name_label()).fill('Upstairs')
  await page.getByRole('dialog').getByRole('button', { name: m.saved_view_save_act() }).click()
  await expect(page.getByText(m.saved_view_save_done())).toBeVisible()
  const other = await browser.newPage({ viewport: phone })
  await openAs(other, world.portal.http, world.nurse)
  await expect(other.locator(card).nth(23)).toBeAttached()
  await menu(other).click()
  await other.getByRole('button', { name: 'Upstairs', exact: true }).click()
  await expect(other.locator(card)).toHaveCount(12)
  await other.getByRole('button', { name: m.dashboard_view() }).click()
  await expect(other.getByLabel('Sort')).toHaveValue('room')
  await other.getByRole('button', { name: m.common_done() }).click()
  await other
    .getByRole('navigation', { name: m.app_bottom_bar_label() })
    .getByRole('link', { name: 'Residents' })
    .click()
  await expect(other).toHaveURL(/\/clinic\/residents$/)
  await other.close()

  // A link to all floors shows them without its filter too, not the floor that this person has chosen.
  await page.goto(page.url().replace('floor=2&sort=room', 'floor=all&sort=range&only=flagged'))
  const filter = page.locator('[data-kind=flagged][aria-pressed=true]')
  await filter.click()
  await expect(filter).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Floor' }).locator('[aria-pressed=true]')).toHaveText('All floors')
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
  await expect(page.locator(card).nth(23)).toBeAttached()
  await page.getByRole('button', { name: 'Floor 2' }).click()
  await search.fill('212')
  await page.locator(card, { hasText: '212' }).click()
  await expect(page.getByRole('heading', { name: /Yates/ })).toBeVisible()
  await page.goBack()
  await expect(page.locator(card)).toHaveCount(1)
  await expect(search).toHaveValue('212')
  await expect(pressed).toHaveText('Floor 2')

  await signOut(page)
  // The room alone: ids and the names of files may have its digits in them.
  expect(await page.evaluate(leftovers)).not.toMatch(/Yates|\b212\b/)
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Yates')).toHaveCount(0)
  await signInHere(page, next)
  await expect(page.locator(card).nth(23)).toBeAttached()
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
  await expect(page.locator(card).nth(23)).toBeAttached()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  expect(overflow).toBeLessThanOrEqual(0)
  await expect(page.getByRole('list', { name: 'Totals' })).toContainText('24 residents')
  const size = await page
    .locator('.wall-card:not([data-state="old"]) [data-part="rr"]')
    .filter({ hasText: /^\d+$/ })
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  // Cap height is about 0.72 of the font size: 41 px on a 43-inch screen.
  expect(size * 0.72).toBeGreaterThanOrEqual(41)
  await expectAccessible(page)

  // The way back shows itself to a pointer. One that is left there doesn't keep it over the name.
  const back = page.getByRole('link', { name: 'Dashboard' })
  await page.mouse.move(960, 600)
  await page.locator('.wall-clock').hover()
  await expect(back).toBeInViewport()
  await back.evaluate((link) => {
    for (const animation of link.parentElement!.getAnimations()) animation.finish()
  })
  await expect(back).not.toBeInViewport()

  // A screen of four times the pixels shows the same, twice as large.
  const heightOf = async () => (await page.locator(card).first().boundingBox())!.height
  const before = await heightOf()
  await page.setViewportSize({ width: 3840, height: 2160 })
  await expect.poll(heightOf).toBeCloseTo(2 * before, -1)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(heightOf).toBeCloseTo(before, -1)

  // However long the facility's name is, the clock stands beside the totals.
  const apart = await page.evaluate(() => {
    const middle = (name: string) => {
      const { top, bottom } = document.querySelector(name)!.getBoundingClientRect()
      return (top + bottom) / 2
    }
    const lengths = Array.from({ length: 40 }, (_, index) => 10 + 2 * index)
    return lengths.map((length) => {
      document.querySelector('h1')!.textContent = 'n'.repeat(length)
      return Math.abs(middle('.wall-totals') - middle('.wall-clock'))
    })
  })
  expect(Math.max(...apart)).toBeLessThan(10)

  // However long the room and the name are, the flag is whole.
  await page.setViewportSize(desk)
  const beyond = await page.evaluate(() => {
    const top = document.querySelector('.wall-card .card-top')!
    top.querySelector('.card-room')!.textContent = 'Room beside the nurses’ station'
    top.querySelector('.card-name')!.textContent = 'Featherstone-Haugh-Montgomery, Wilhelmina'
    const flag = Object.assign(document.createElement('span'), { className: 'card-tag', textContent: '⊙ Escalated' })
    top.append(flag)
    return flag.getBoundingClientRect().right - top.getBoundingClientRect().right
  })
  expect(beyond).toBeLessThanOrEqual(1)
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
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
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
  await expect(page.locator(card).nth(23)).toBeAttached()
})

test('on a phone the cards stand in one column and the menu is a drawer [SH-7] [SH-14]', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/api/notifications/unseen?*', (route) => route.fulfill({ json: { unseen: 144 } }))
  await openAs(page, world.portal.http, world.nurse)
  await expect(page.locator(card).nth(23)).toBeAttached()
  // A count of three characters leaves the next button free.
  const [count, account] = await Promise.all([
    page.locator('.notification-count').boundingBox(),
    page.getByRole('button', { name: /^Hello, / }).boundingBox(),
  ])
  expect(count!.x + count!.width).toBeLessThanOrEqual(account!.x + 1)
  const lefts = await page
    .locator(card)
    .evaluateAll((cards) => new Set(cards.map((one) => Math.round(one.getBoundingClientRect().left))).size)
  expect(lefts).toBe(1)
  await noSideways(page)
  // The toolbar takes two lines; order and size are in a sheet.
  expect((await page.locator('.toolbar').boundingBox())?.height).toBeLessThan(110)
  await page.getByRole('button', { name: m.dashboard_view() }).click()
  const sheet = page.getByRole('dialog', { name: m.dashboard_view() })
  await sheet.getByText('Simple', { exact: true }).click()
  await sheet.getByLabel(m.dashboard_sort_label()).selectOption({ label: m.dashboard_sort_range() })
  await expectAccessible(page)
  await sheet.getByRole('button', { name: m.common_done() }).click()
  await expect(page.locator('.cards')).toHaveAttribute('data-type', 'minInfo')
  await expect(page).toHaveURL(/sort=range/)
  // As narrow as a page zoomed four times: the clinic's name gets its own line.
  await page.setViewportSize({ width: 320, height: 844 })
  await noSideways(page)
  expect((await page.locator('.top-bar-clinic').boundingBox())?.width).toBeGreaterThan(200)
  await page.getByRole('button', { name: /menu/i }).first().click()
  await expect(page.getByRole('link', { name: 'Wall display' })).toBeVisible()
})
