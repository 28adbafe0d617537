import { createSmsAlert, listSmsAlerts } from '@eupnea/contract/sms-alerts.ts'
import type { Locator, Page } from '@playwright/test'
import { addPerson, admin, demoClinic, desk, expect, expectAccessible, lookAt, openAs, test } from './portal.fixture.ts'

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true })

test('a phone is subscribed, disabled and enabled again [AL-5] [AL-8] [ER-1]', async ({ page, world }) => {
  const nurse = await addPerson(world)
  const phone = '+447700900300'
  const who = `Desk, ${phone}`
  await page.setViewportSize(desk)
  await openAs(page, world.portal.http, nurse, '/clinic/alerts')
  await expect(page.getByRole('heading', { name: 'SMS alerts' })).toBeVisible()
  await expect(page.locator('.admin-note')).toContainText('does not replace direct observation')
  await expect(page.getByText('No alert phones yet')).toBeVisible()
  await lookAt(page)

  await button(page.locator('.admin-head'), 'Add alert phone').click()
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Add').click()
  await expect(dialog.getByText('Enter the country code, such as +44')).toBeVisible()
  await expect(dialog.getByLabel('Country code')).toBeFocused()
  await dialog.getByLabel('Country code').fill('+44')
  await dialog.getByLabel('Phone number').fill('07700 900300')
  await dialog.getByLabel('Name').fill('Desk')
  await lookAt(page)
  await button(dialog, 'Add').click()
  await expect(page.getByText(`${phone} now gets SMS alerts`)).toBeVisible()
  await expect(region(page, 'Active phones').first().getByText(phone)).toBeVisible()

  // The same number again is refused beside its field, and what was typed stays.
  await button(page.locator('.admin-head'), 'Add alert phone').click()
  await dialog.getByLabel('Country code').fill('44')
  await dialog.getByLabel('Phone number').fill('7700900300')
  await button(dialog, 'Add').click()
  await expect(dialog.getByText(`${phone} already gets SMS alerts from this facility`)).toBeVisible()
  await expect(dialog.getByLabel('Phone number')).toHaveValue('7700900300')
  await button(dialog, 'Cancel').click()

  await button(page, `Disable ${who}`).click()
  await expect(page.getByRole('dialog', { name: `Disable Desk, ${phone}?` })).toBeVisible()
  await button(dialog, 'Disable').click()
  await expect(page.getByText('Alert Disabled')).toBeVisible()
  await expect(region(page, 'Disabled phones').first().getByText(phone)).toBeVisible()
  await lookAt(page)
  await button(page, `Enable ${who}`).click()
  await expect(button(page, `Disable ${who}`)).toBeVisible()
})

test('escalation and mails are an administrator’s to change, and shown to staff [AL-7] [FA-3]', async ({
  page,
  browser,
  world,
}) => {
  const clinic = await demoClinic(world)
  await openAs(page, world.portal.http, admin, `/facility/settings/${clinic.slug}`)
  await page.getByLabel('Escalate after (minutes)').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Add a recipient or leave the minutes blank')).toBeVisible()
  await page.getByRole('button', { name: 'Add recipient' }).last().click()
  await page.getByRole('textbox', { name: 'Escalation recipient 1' }).fill('+44 7700 900399')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Clinic updated successfully')).toBeVisible()

  const context = await browser.newContext()
  const staff = await context.newPage()
  await openAs(staff, world.portal.http, await addPerson(world), '/clinic/alerts')
  await expect(region(staff, 'Escalation').getByText('+447700900399')).toBeVisible()
  await expect(staff.getByText('nobody acknowledges within 10 min')).toBeVisible()
  await context.close()
})

test('an answer that is no list says No Data [AL-5] [ER-1]', async ({ page, world }) => {
  const nurse = await addPerson(world)
  await page.route('**/api/sms-alerts?*', (route) => route.fulfill({ json: { items: null, pagination: {} } }))
  await openAs(page, world.portal.http, nurse, '/clinic/alerts')
  await expect(page.getByText('No Data').first()).toBeVisible()
})

test('the link of a message shows nothing before signing in, and a wrong one says so [AL-6] [SH-3]', async ({
  page,
  world,
}) => {
  const nurse = await addPerson(world)
  await page.goto(`${world.portal.http}/n/abcdefghijklmnop`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('E-mail').fill(nurse.email)
  await page.getByLabel('Password', { exact: true }).fill(nurse.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'I accept' }).click()
  await expect(page.getByText('Notification not found')).toBeVisible()
  // Trying again would help nobody.
  await page.getByRole('link', { name: 'Go to notifications' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
})

test('a subscription made elsewhere appears by itself [AL-5]', async ({ page, world }) => {
  const nurse = await addPerson(world)
  const clinic = await demoClinic(world)
  await page.clock.install()
  await openAs(page, world.portal.http, nurse, '/clinic/alerts')
  await expect(page.getByRole('heading', { name: 'SMS alerts' })).toBeVisible()
  await world.portal.send(createSmsAlert, { clinic_id: clinic.id, code: '44', number: '7700900388' })
  expect((await world.portal.send(listSmsAlerts, { clinic_id: clinic.id })).items.length).toBeGreaterThan(0)
  await page.clock.fastForward('00:30')
  await expect(page.getByText('+447700900388').first()).toBeVisible()
})
