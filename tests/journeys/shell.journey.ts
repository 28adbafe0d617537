import { m } from '@eupnea/texts'
import type { Page } from '@playwright/test'
import {
  acceptAgreement,
  addPerson,
  admin,
  desk,
  expect,
  expectAccessible,
  openAs,
  type Person,
  phone,
  signIn,
  signOut,
  test,
  type World,
} from './portal.fixture.ts'

const notFound = 'The page is deprecated, deleted, or does not exist at all'

const roles: Record<string, (world: World) => Promise<Person>> = {
  Superadmin: async () => admin,
  Clinic: (world) => addPerson(world),
  Provider: (world) => addPerson(world, { user_type: 'vc-admin' }),
  Member: (world) => addPerson(world, { user_type: 'member', clinic_ids: [] }),
}

const live = [
  'Dashboard',
  'Residents',
  'Rooms & sensors',
  'Inventory',
  'Notifications',
  'Duty',
  'Handover',
  'SMS alerts',
  'Notes',
  'Reports',
  'Billing',
  'Eligibility logs',
  'EHR import',
  'Wall display',
]
const menus: Record<string, readonly string[]> = {
  Superadmin: [
    'Facility',
    'Users',
    'Devices',
    'Medical Group',
    'Audit log',
    'Outbox',
    'Service accounts',
    'Directory',
    'Privacy requests',
    'De-identified exports',
    'Usage',
    ...live,
  ],
  Clinic: live,
  Provider: ['Facilities', ...live],
  Member: [],
}

const starts: Record<string, RegExp> = {
  Superadmin: /\/dashboard$/,
  Clinic: /\/clinic\/profile$/,
  Provider: /:\d+\/$/,
  Member: /:\d+\/$/,
}

const forbidden: Record<string, readonly string[]> = {
  Superadmin: [],
  Clinic: ['/dashboard', '/users/manage', '/users/add', '/audit', '/usage', '/facility/manage'],
  Provider: ['/users/manage', '/outbox', '/facility/manage'],
  Member: ['/users/manage', '/clinic/profile', '/clinic/wall', '/patient/profile/p1', '/dashboard'],
}

/** Requests by the page itself, and those that the frame around every page makes in its own time. */
const ofFrame =
  /^\/assets\/(not-found|arrivals|channels)|^\/api\/(analytics\/events|notifications\/(unseen|current)|duties\/channels)$|\/monitoring$/

/** Navigates within the app, as a link would, without reloading. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

for (const [role, personOf] of Object.entries(roles))
  test(`the menu of a ${role} holds their pages, on a desk and on a phone; others are not there, and cost no request [SH-1] [SH-8] [SH-9] [SH-10] [SH-13] [SH-14] [SH-17]`, async ({
    page,
    world,
  }) => {
    const { http } = world.portal
    await page.setViewportSize(desk)
    await openAs(page, http, await personOf(world))
    await expect(page).toHaveURL(starts[role] ?? /never/)
    // With a count in front while notifications are open.
    await expect(page).toHaveTitle(/^(\(\d+\) )?Eupnea Admin Portal$/)
    const links = page.getByRole('navigation', { name: 'Main' }).locator('.menu-groups').getByRole('link')
    await expect(links).toHaveText([...(menus[role] ?? [])])
    const footer = page.locator('footer')
    await expect(footer).toContainText('version 1.6.0')
    await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Support' })).toHaveAttribute('href', /^mailto:/)
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Hello, / }).click()
    await expect(page.getByText(`Role: ${role}`)).toBeVisible()
    await page.keyboard.press('Escape')

    await page.setViewportSize(phone)
    // Members have no menu (EA-7).
    if (menus[role]?.length) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect(page.getByRole('dialog').getByRole('link')).toHaveText([...menus[role]])
    } else await expect(page.getByRole('button', { name: 'Open menu' })).toHaveCount(0)
    await expectAccessible(page)

    const text = page.getByText(notFound)
    await page.setViewportSize(desk)
    await page.goto(`${http}/pp`)
    await page.waitForLoadState('networkidle')
    for (const path of forbidden[role] ?? []) {
      await follow(page, '/pp')
      await expect(page.getByRole('heading', { name: 'Privacy and Cookies Policy' })).toBeVisible()
      const asked: string[] = []
      const listen = (request: { url(): string }) => asked.push(new URL(request.url()).pathname)
      page.on('request', listen)
      await follow(page, path)
      await expect(text).toBeVisible()
      await expect(page.getByRole('button', { name: /^Hello, / })).toBeVisible()
      page.off('request', listen)
      expect(
        asked.filter((one) => !ofFrame.test(one)),
        path,
      ).toEqual([])
    }
    await page.goto(`${http}/no/such/page`)
    await expect(text).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to home page' }).click()
    await expect(page).toHaveURL(starts[role] ?? /never/)
  })

test('the menu folds, narrows, goes to the top, and remembers it; on a phone it closes after a choice [SH-14]', async ({
  page,
  world,
}) => {
  await page.setViewportSize(desk)
  await openAs(page, world.portal.http, admin)
  const menu = page.getByRole('navigation', { name: 'Main' })
  expect((await menu.boundingBox())?.width).toBe(150)
  await menu.getByRole('button', { name: 'System' }).click()
  await expect(menu.getByRole('link', { name: 'Outbox' })).toBeHidden()
  await menu.getByRole('link', { name: 'Users' }).click()
  await page.reload()
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('link', { name: 'Outbox' })).toBeHidden()
  await page.goto(`${world.portal.http}/pp`)
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(menu.locator('[aria-current]')).toHaveCount(0)
  await menu.getByRole('button', { name: 'Collapse' }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(56)
  await expect(menu.getByRole('link', { name: 'Outbox' })).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('button', { name: 'Expand menu' }).click()
  await menu.getByRole('button', { name: 'System' }).click()

  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'Menu on top' }).click()
  await expect.poll(async () => (await menu.boundingBox())?.height).toBeLessThan(80)
  await page.reload()
  await menu.getByRole('button', { name: 'System' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  await expect(page).toHaveURL(/\/audit$/)
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'Menu on left' }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(150)

  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Outbox' }).click()
  await expect(page).toHaveURL(/\/outbox$/)
  await expect(drawer).toBeHidden()
})

test('untouched for long, the page says so, drops its connections and reloads on OK [SH-19]', async ({
  page,
  world,
}) => {
  await page.clock.install()
  const person = await addPerson(world)
  let open = 0
  page.on('websocket', (socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
  })
  await openAs(page, world.portal.http, person)
  await page.clock.runFor(2_000)
  await expect.poll(() => open).toBe(1)
  await expect(page.locator('.card')).not.toHaveCount(0)
  await page.clock.fastForward('29:00')
  await page.mouse.move(200, 200)
  await page.clock.fastForward('29:00')
  await expect(page.locator('.card')).not.toHaveCount(0)
  await page.clock.fastForward('02:00')
  await expect(page.getByRole('dialog')).toHaveText(
    /^The web page has timed-out due to inactivity\. Hit Ok to continue using the Eupnea Webportal\./,
  )
  await expect.poll(() => open).toBe(0)
  await expect(page.locator('.card')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  const reload = page.waitForEvent('load')
  await page.getByRole('button', { name: 'OK' }).click()
  await reload
  await expect(page.locator('.card')).not.toHaveCount(0)
})

test('a touch after a night’s sleep does not hide that it was one; the wall display stays [SH-19]', async ({
  page,
  context,
  world,
}) => {
  await context.clock.install()
  await openAs(page, world.portal.http, await addPerson(world))
  const wall = await context.newPage()
  await wall.goto(`${world.portal.http}/clinic/wall`)
  await expect(wall.locator('.card')).not.toHaveCount(0)
  await context.clock.pauseAt(Date.now() + 9 * 3_600_000)
  await page.bringToFront()
  await page.mouse.move(300, 300)
  await expect(page.getByRole('button', { name: 'OK' })).toBeVisible()
  await expect(wall.locator('.card')).not.toHaveCount(0)
  await expect(wall.getByText('timed-out')).toHaveCount(0)
})

test('the privacy policy is there for everyone, with its sections and tables [SH-11]', async ({ page, world }) => {
  const { http } = world.portal
  for (const path of ['/pp', '/privacypolicy', '/PrivacyPolicy', '/user/pp']) {
    await page.goto(http + path)
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy and Cookies Policy' })).toBeVisible()
    await expect(page.getByText('Last updated 03/05/2019')).toBeVisible()
    await expect(page.locator('section[id^="pp_p"]')).toHaveCount(17)
    await expect(page.getByRole('table')).toHaveCount(2)
  }
  await expectAccessible(page)
  await page.goto(`${http}/pp#pp_p12`)
  await expect(page.locator('#pp_p12 h2')).toBeInViewport()
  await page.getByRole('link', { name: 'Contact and complaints' }).click()
  await expect(page.locator('#pp_p17 h2')).toBeInViewport()
  await page.setViewportSize(phone)
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways).toBeLessThanOrEqual(0)
  await expectAccessible(page)

  await openAs(page, http, world.nurse, '/clinic/notes')
  await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy and Cookies Policy' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('dialog').locator('[aria-current]')).toHaveCount(0)
})

/** What the portal would say for another host name, which the browser can't reach here. */
const answerHost = (page: Page, host: { title?: string; sub_domain?: object }) =>
  page.route('**/api/host*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), ...host } })
  })

test('the second host has its own title; the sub-domain of no facility says so by name, and lets nobody further [SH-5] [SH-12]', async ({
  page,
  world,
}) => {
  await answerHost(page, { title: 'Virtual Sleep Clinic' })
  await page.goto(`${world.portal.http}/user/login`)
  await expect(page).toHaveTitle('Virtual Sleep Clinic')
  await page.unroute('**/api/host*')

  await page.goto(`${world.portal.http}/clinic/NotFound`)
  await expect(page.getByRole('heading', { name: 'The Clinic does not exist.' })).toBeVisible()
  await answerHost(page, { sub_domain: { slug: 'oak-house', clinic_id: null } })
  for (const path of ['/', '/user/login', '/clinic/profile']) {
    await page.goto(world.portal.http + path)
    await expect(page).toHaveURL(/\/clinic\/NotFound$/)
    await expect(page.getByRole('heading', { name: 'The Clinic "oak-house" does not exist.' })).toBeVisible()
  }
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectAccessible(page)
})

test('page views are counted by pattern, together, and their failure disturbs nobody; a change of page starts at its top, under a thin line that goes again [SH-6] [SH-20]', async ({
  page,
  world,
}) => {
  const counted: { name: string; route: string }[] = []
  await page.route('**/api/analytics/events', async (route) => {
    counted.push(...route.request().postDataJSON().events)
    await route.abort()
  })
  await page.setViewportSize(phone)
  await signIn(page, world.portal.http, world.nurse)
  await page.locator('.card').nth(20).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await page.evaluate(() => {
    const seen = window as unknown as { bars: number }
    seen.bars = 0
    new MutationObserver(() => {
      if (document.querySelector('.loader-bar')) seen.bars += 1
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.locator('.card').nth(20).click()
  await expect(page).toHaveURL(/\/patient\/profile\//)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await page.evaluate(() => (window as unknown as { bars: number }).bars)).toBeGreaterThan(0)
  await expect(page.locator('.loader-bar')).toHaveCount(0)
  await expect
    .poll(() => counted.map(({ route }) => route))
    .toEqual(expect.arrayContaining(['/user/login', '/clinic/profile', '/patient/profile/$patient_id/$device_id']))
  expect(counted.every(({ name }) => name === 'page_view')).toBe(true)
})

test('Back finds the dashboard where it was left, though its cards are drawn a few at a time [SH-6] [DA-1]', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 })
  await signIn(page, world.portal.http, world.nurse)
  await expect(page.locator('.card').nth(23)).toBeAttached()
  await page.locator('.card').nth(20).scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(300)
  await page.locator('.card').nth(20).click()
  await expect(page).toHaveURL(/\/patient\/profile\//)
  await page.goBack()
  await expect(page.locator('.card').nth(23)).toBeAttached()
  expect(await page.evaluate(() => scrollY)).toBe(left)
})

test('flags of the address switch settings on, and only with true [SH-7]', async ({ page, world }) => {
  const { http } = world.portal
  await page.setViewportSize(desk)
  await openAs(page, http, world.nurse, '/clinic/profile?isMobileView=true')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await page.goto(`${http}/clinic/profile?isMobileView=1&isMenuCollapsed=true`)
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  await page.goto(`${http}/clinic/profile`)
  await expect(page.getByRole('button', { name: 'Collapse' })).toBeVisible()
})

test('each person keeps their own theme, and sees it from the first moment; paper is light, without the shell [SH-21] [EA-5]', async ({
  page,
  world,
}) => {
  const { http } = world.portal
  const [ada, grace] = [await addPerson(world), await addPerson(world)]
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  // A visitor to whom this browser has shown nothing yet sees the theme of the device.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${http}/pp`)
  await expect.poll(scheme).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await openAs(page, http, ada)
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'Dark theme' }).click()
  await expect.poll(scheme).toBe('dark')
  await signOut(page)
  await expect.poll(scheme).toBe('dark')
  await signIn(page, http, grace)
  await expect.poll(scheme).toBe('light')
  await signOut(page)
  await signIn(page, http, ada)
  await expect.poll(scheme).toBe('dark')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')

  // As the device is set, and as soon as it changes; from the first paint, before any script of the portal.
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: m.app_theme_device() }).click()
  await expect.poll(scheme).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(scheme).toBe('dark')
  const portalScripts = /\/assets\/(?!first-look-)[^/]*\.js/
  await page.route(portalScripts, (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(scheme).toBe('dark')
  await page.unroute(portalScripts)

  // On paper it is black on white, says where and when, and has neither menu nor buttons.
  await page.goto(`${http}/clinic/residents`)
  await expect(page.getByRole('table')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('.print-head')).toContainText(/Maple Court.*Printed .*20\d\d.* by /)
  for (const hidden of ['.menu', '.top-bar', '.shell-foot', '.pager-steps', '.table-act', '.mantine-Button-root'])
    await expect(page.locator(hidden).first(), hidden).toBeHidden()
  const colours = () =>
    page
      .locator('td')
      .first()
      .evaluate((cell) => [getComputedStyle(document.body).backgroundColor, getComputedStyle(cell).color])
  expect(await colours()).toEqual(['rgb(255, 255, 255)', 'rgb(23, 33, 27)'])
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await scheme()).toBe('dark')
  // A panel stays on one sheet; rows of a longer one would lie over the next if it were a flex box.
  await page.goto(`${http}/clinic/duty`)
  const panel = page.locator('.panel').first()
  await expect(panel).toHaveCSS('break-inside', 'avoid')
  await expect(panel).toHaveCSS('display', 'block')
  // Nor the ways to other pages, nor a filter that lets everything through.
  for (const [path, control] of [
    ['/clinic/reports/downtime', '.report-tabs'],
    ['/clinic/notes', '.note-filter'],
  ] as const) {
    await page.goto(http + path)
    await expect(page.locator(control)).toBeAttached()
    await expect(page.locator(control)).toBeHidden()
  }
})

test('a list prints whole, not only the page that is shown; a dashboard prints a line for each resident [EA-5]', async ({
  page,
  world,
}) => {
  await openAs(page, world.portal.http, world.nurse, '/clinic/residents')
  const all = page.getByRole('button', { name: /^Print all \d+$/ })
  const count = Number((await all.textContent())?.match(/\d+/)?.[0])
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(10)
  const prints = () =>
    page.evaluate(
      () =>
        new Promise<void>((printed) => {
          window.print = () => printed()
        }),
    )
  const after = () => page.evaluate(() => dispatchEvent(new Event('afterprint')))
  for (const ask of [() => all.click(), () => page.keyboard.press('ControlOrMeta+P')]) {
    const printed = prints()
    await ask()
    await printed
    await expect(rows).toHaveCount(count)
    await expect(page.locator('.pager').getByRole('status')).toHaveText(`1–${count} of ${count}`)
    await after()
    await expect(rows).toHaveCount(10)
  }
  // The browser's own menu prints what is shown, and the sheet says so.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(m.common_print_part())).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${world.portal.http}/clinic/profile`)
  await expect(page.locator('.card').nth(23)).toBeAttached()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('staff of a clinic see its logo in the top bar [SH-16]', async ({ page, world }) => {
  await page.route('**/api/clinics?*', async (route) => {
    const answer = await (await route.fetch()).json()
    const logo = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='80' height='28'/>"
    await route.fulfill({ json: { ...answer, items: answer.items.map((clinic: object) => ({ ...clinic, logo })) } })
  })
  await openAs(page, world.portal.http, world.nurse, '/clinic/notes')
  await expect(page.locator('header .top-bar-clinic-logo')).toBeVisible()
  await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.locator('header .top-bar-clinic-logo')).toBeVisible()
})

test('presence settings are kept, a range of 0 is not, and with colours of one’s own one sees whether a switch is on [SH-18]', async ({
  page,
  world,
}) => {
  await openAs(page, world.portal.http, await addPerson(world))
  const open = async () => {
    await page.getByRole('button', { name: /^Hello, / }).click()
    await page.getByRole('menuitem', { name: 'Presence settings' }).click()
  }
  await open()
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '1.5')
  await page.getByRole('slider').press('ArrowRight')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.reload()
  await open()
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '1.6')
  await page.getByRole('slider').press('Home')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await open()
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '1.6')

  await page.emulateMedia({ forcedColors: 'active' })
  const picture = async () =>
    (await page.locator('.mantine-Switch-track').screenshot({ animations: 'disabled' })).toString('base64')
  await page.getByRole('slider').focus()
  const on = await picture()
  await page.getByRole('switch', { name: 'Display presence' }).uncheck({ force: true })
  await page.getByRole('slider').focus()
  expect(await picture()).not.toBe(on)
})

test('the whole of signing in and out works by keyboard [ID-1] [ID-6]', async ({ page, world }) => {
  await page.goto(`${world.portal.http}/user/login`)
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type(world.nurse.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(world.nurse.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/clinic\/profile$/)
  await acceptAgreement(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.getByRole('button', { name: /^Hello, / }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-mail')).toBeFocused()
})
