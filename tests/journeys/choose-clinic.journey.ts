import { createClinic } from '@eupnea/contract/clinics.ts'
import type { WebSocket } from '@playwright/test'
import { addPerson, admin, demoClinic, desk, expect, openAs, phone, test } from './portal.fixture.ts'

test('staff of two facilities choose one in the top bar: its dashboard with all floors and its own connection, remembered [SH-15] [DA-3]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const demo = await demoClinic(world)
  const other = await portal.send(createClinic, { name: 'Second House', tz: 'Europe/London', floors: ['1', '2'] })
  const nurse = await addPerson(world, { clinic_ids: [demo.id, other.id] })
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => sockets.push(socket))
  // One of the same facility may close after the next one has opened.
  const open = () =>
    sockets.flatMap((socket) => (socket.isClosed() ? [] : new URL(socket.url()).searchParams.getAll('clinic_id')))
  await page.setViewportSize(desk)
  await openAs(page, portal.http, nurse, `/clinic/notes?facility=${demo.id}`)
  const facility = page.getByRole('combobox', { name: 'Facility', exact: true })

  await facility.selectOption(other.id)
  await expect(page).toHaveURL(`${portal.http}/clinic/profile`)
  await expect(page.getByRole('heading', { level: 1, name: 'Second House' })).toBeAttached()
  await expect.poll(open).toEqual([other.id])
  // Nothing says that those of the page before are closed.
  sockets.length = 0
  await page.reload()
  await expect(facility).toHaveValue(other.id)

  // Every card of the demonstration facility, not only those of the floor that was chosen.
  await facility.selectOption(demo.id)
  await page.getByText('Floor 2', { exact: true }).click()
  await expect(page).toHaveURL(/floor=2/)
  await facility.selectOption(other.id)
  await facility.selectOption(demo.id)
  await expect(page).toHaveURL(`${portal.http}/clinic/profile`)
  await expect(page.locator('.card')).toHaveCount(24)
  await expect.poll(open).toEqual([demo.id])

  await page.goto(`${portal.http}/clinic/residents`)
  await expect(facility).toHaveValue(demo.id)
})

test('on a phone the page stays where it is when the choice of facilities arrives [SH-15]', async ({ page, world }) => {
  const { portal } = world
  const demo = await demoClinic(world)
  const other = await portal.send(createClinic, { name: 'Third House', tz: 'Europe/London', floors: ['1'] })
  const nurse = await addPerson(world, { clinic_ids: [demo.id, other.id] })
  await page.setViewportSize(phone)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/clinics?*', async (route) => {
    await held
    await route.continue()
  })
  await openAs(page, portal.http, nurse, '/clinic/residents')
  const topOfPage = () => page.locator('#main').evaluate((main) => main.getBoundingClientRect().top)
  const before = await topOfPage()
  letGo()
  await expect(page.getByRole('combobox', { name: 'Facility', exact: true })).toBeVisible()
  expect(await topOfPage()).toBe(before)
})

test('on a phone a superadmin’s page stays where it is when the only facility arrives [SH-15]', async ({
  page,
  world,
}) => {
  const demo = await demoClinic(world)
  await page.setViewportSize(phone)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/clinics?*', async (route) => {
    await held
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, items: [demo] } })
  })
  await openAs(page, world.portal.http, admin, '/clinic/residents')
  const topOfPage = () => page.locator('#main').evaluate((main) => main.getBoundingClientRect().top)
  const before = await topOfPage()
  letGo()
  await expect(page.getByRole('banner').getByText(demo.name, { exact: true })).toBeVisible()
  expect(await topOfPage()).toBe(before)
})

test('the list of facilities waits for their needs, and is shown by name if these can’t be read [SH-10] [EA-6]', async ({
  page,
  world,
}) => {
  const demo = await demoClinic(world)
  const asked = Promise.withResolvers<void>()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/notifications/attention*', async (route) => {
    asked.resolve()
    await held
    await route.abort()
  })
  const clinics = page.waitForResponse('**/api/clinics?*')
  await openAs(page, world.portal.http, admin, '/dashboard')
  await asked.promise
  await (await clinics).finished()
  const row = page.getByRole('heading', { level: 2, name: demo.name })
  await expect(row).toBeHidden()
  letGo()
  await expect(row).toBeVisible()
})
