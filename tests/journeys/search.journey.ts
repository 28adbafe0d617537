import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import type { Page } from '@playwright/test'
import { addPerson, admin, demoClinic, expect, expectAccessible, openAs, phone, test } from './portal.fixture.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
const active = (page: Page) => page.locator('[role="option"][aria-selected="true"]')

test('a nurse goes from any page to a resident by keyboard alone, and no address has the name [EA-1]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const clinic_id = (await demoClinic(world)).id
  const named = { first_name: 'Wilhelmina', last_name: 'Searle', room: '731', floor: '' }
  const { patient_id } = await portal.send(saveResident, { clinic_id, ...named })
  await openAs(page, portal.http, world.nurse, '/clinic/handover')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('searle wil')
  // Enter before the answer: what is found is opened, not what was listed until then.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/patient\/profile\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wilhelmina Searle')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(asked.filter((url) => /searle/i.test(decodeURIComponent(url)))).toEqual([])

  await page.keyboard.press('Control+k')
  await page.keyboard.type('731')
  await expect(page.getByRole('option', { name: /^Room 731/ })).toContainText('1 resident')
  await expect(active(page)).toContainText('Wilhelmina Searle')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toContainText('Room 731')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id'))!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/clinic\/rooms$/)
  await expect(page.getByRole('searchbox')).toHaveValue('731')
  await expect(page.locator('.table tbody tr')).toHaveCount(1)
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})

test('search leads to pages and acts that the person may use, and to no others [EA-1]', async ({ page, world }) => {
  await openAs(page, world.portal.http, world.nurse)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('add')
  await expect(page.getByRole('option', { name: 'Add resident' })).toBeVisible()
  await expect(page.getByRole('option', { name: /Add (user|facility|sensor)/ })).toHaveCount(0)
  await page.getByRole('option', { name: 'Add resident' }).click()
  await expect(page.getByRole('dialog', { name: 'Add resident' })).toBeVisible()
  await expect(page).toHaveURL(/\/clinic\/residents$/)
  // A form that is being filled in stays in front.
  await page.keyboard.press('Control+k')
  await expect(field(page)).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('no such thing')
  await expect(page.getByText('No results for “no such thing”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
})

test('an administrator finds users, facilities and sensors [EA-1]', async ({ page, world }) => {
  const { name } = await demoClinic(world)
  const person = await addPerson(world, { first_name: 'Quentin', last_name: 'Findable' })
  await openAs(page, world.portal.http, admin)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('findable')
  await expect(active(page)).toContainText('Quentin Findable')
  await expect(active(page)).toContainText(person.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/users/profile/${person.id}`))
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name)
  // Residents are found too, and say whose they are.
  await page.getByRole('group', { name: 'Facilities' }).getByRole('option', { name }).click()
  await expect(page).toHaveURL(/\/facility\/profile\//)
})

test('a phone has a button for it, and ? shows the keys until somebody turns them off [EA-1]', async ({
  page,
  world,
}) => {
  await page.setViewportSize(phone)
  await openAs(page, world.portal.http, world.nurse)
  await page.getByRole('button', { name: 'Search everything' }).click()
  await field(page).fill('notif')
  await page.getByRole('option', { name: /^Notifications/ }).click()
  await expect(page).toHaveURL(/\/clinic\/notifications$/)

  await page.setViewportSize({ width: 1440, height: 900 })
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.locator('#main').press('?')
  await expect(keys).toContainText('Search everything')
  await expectAccessible(page)
  await keys.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.locator('#main').press('?')
  await page.locator('#main').press('/')
  await expect(keys).toHaveCount(0)
  await expect(page.locator('input:focus')).toHaveCount(0)
})
