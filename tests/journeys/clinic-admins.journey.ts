import { createClinic } from '@eupnea/contract/clinics.ts'
import { readUser } from '@eupnea/contract/users.ts'
import { addPerson, admin, expect, lookAt, openAs, test } from './portal.fixture.ts'

test('a nurse who is made facility administrator looks after her house, and no other [EA-3]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const house = await portal.send(createClinic, { name: 'Alder House', tz: 'Europe/London', floors: ['1'] })
  const other = await portal.send(createClinic, { name: 'Other House', tz: 'Europe/London', floors: ['1'] })
  const head = await addPerson(world, { last_name: 'Head', clinic_ids: [house.id, other.id] })

  await openAs(page, portal.http, admin, `/users/edit/${head.id}`)
  const administers = page.getByRole('combobox', { name: 'Administers' })
  await administers.click()
  await page.getByRole('option', { name: 'Alder House' }).click()
  await expect(page.getByRole('option', { name: 'Other House' })).toBeVisible()
  await page.keyboard.press('Escape')
  await lookAt(page)
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText('Alder House').first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/users/profile/${head.id}`))
  expect((await portal.send(readUser, { user_id: head.id })).admin_clinic_ids).toEqual([house.id])

  await page.context().clearCookies()
  await openAs(page, portal.http, head, '/facility/manage')
  const row = (name: string) => page.locator('.table tbody tr', { hasText: name })
  await expect(row('Alder House').getByRole('link')).toBeVisible()
  await expect(row('Other House').getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add facility' })).toHaveCount(0)
  await lookAt(page)
  await row('Alder House').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alder House')
  await lookAt(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: /Alder House/, level: 1 })).toBeVisible()
  await expect(page.getByText('Monitoring plan').first()).toBeVisible()
  await expect(page.getByText('Webhooks')).toHaveCount(0)

  await page.goto(`${portal.http}/facility/settings/${other.slug}`)
  await expect(page.getByText('The page is deprecated, deleted, or does not exist at all')).toBeVisible()

  await page.goto(`${portal.http}/users/add`)
  await page.getByLabel('First name').fill('Nina')
  await page.getByLabel('Last name').fill('Night')
  await page.getByLabel('E-mail').fill('nina.night@alder.example')
  const type = page.getByRole('combobox', { name: 'Type' })
  await expect(type.locator('option')).toHaveText([/./, 'Web Portal Member', 'Pro App Member'])
  await type.selectOption({ index: 1 })
  // Hers alone: it's chosen already.
  await expect(page.locator('#main').getByText('Alder House', { exact: true })).toBeVisible()
  await lookAt(page)
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nina Night')

  await page.goto(`${portal.http}/clinic/inventory`)
  await expect(page.getByText('Add the first sensor.')).toBeVisible()
  await page.locator('#main').getByRole('button', { name: 'Add sensor' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sensor ID').fill('ALDER-1')
  await expect(dialog.getByLabel('Facility').locator('option')).toHaveText(['Alder House'])
  await dialog.getByRole('button', { name: 'Add sensor' }).click()
  await expect(page.getByText('ALDER-1').first()).toBeVisible()
})
