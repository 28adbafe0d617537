import { listClinics, updateClinic } from '@eupnea/contract/clinics.ts'
import { signIn as signInCall } from '@eupnea/contract/sessions.ts'
import { createUser, deleteUser, listUsers, readUser, setUserClinics } from '@eupnea/contract/users.ts'
import type { Locator, Page } from '@playwright/test'
import { CallFailed, type SpawnedPortal, sendCall } from '../kit/spawn-portal.ts'
import { admin, demoClinic, desk, expect, expectAccessible, lookAt, openAs, phone, test } from './portal.fixture.ts'
import { act, rowOf } from './rows.ts'

const temporary = 'tall ships at noon'

const openUsers = (page: Page, { http }: SpawnedPortal, path = '/users/manage') => openAs(page, http, admin, path)

/** The result of a sign-in, seen from outside. */
async function trySignIn(portal: SpawnedPortal, email: string): Promise<string> {
  try {
    return (await sendCall(portal.http, '', signInCall, { email, password: temporary })).status
  } catch (error) {
    if (error instanceof CallFailed) return error.body.title
    throw error
  }
}

/** A searchable select; its list has the same label. */
const choice = (scope: Page | Locator, label: string): Locator =>
  scope.getByLabel(label).and(scope.locator('input:not([type="hidden"])'))

const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox').fill(text)
}

async function forget(portal: SpawnedPortal, email: string) {
  for (const { id } of (await portal.send(listUsers, { email })).users) await portal.send(deleteUser, { user_id: id })
}

const email = 'nora@journey.example'

test('a user from the form to the end [US-1] [US-2] [US-3] [US-4] [US-5] [US-6] [US-7]', async ({
  page,
  world: { portal },
}) => {
  await page.setViewportSize(desk)
  await openUsers(page, portal)
  await page.getByRole('link', { name: 'Add user' }).click()
  await lookAt(page)

  // An error appears beside its field, and the first one gets the focus.
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByText('Enter a first name')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Night')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Phone number').fill('07700 900123')
  await choice(page, 'Country code').click()
  await choice(page, 'Country code').fill('United Kingdom')
  await page.getByRole('option', { name: /United Kingdom/ }).click()
  await page.getByRole('combobox', { name: /^Type/ }).selectOption({ label: 'Web Portal Member' })
  await lookAt(page)
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByText('User created successfully')).toBeVisible()
  const name = 'Nora Night'
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('+447700900123')).toBeVisible()

  // Found in the list by search; the search isn't in the address.
  await page.goto(`${portal.http}/users/manage`)
  await search(page, email)
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible()
  await expect(rowOf(page, email)).toContainText('Active')
  expect(page.url()).not.toContain('journey')
  await lookAt(page)

  // Its invitation is in the outbox.
  await page.goto(`${portal.http}/outbox`)
  await rowOf(page, email)
    .getByRole('button', { name: /Details/ })
    .click()
  await expect(page.locator('.outbox-text')).toContainText(/https?:\/\//)
  await lookAt(page)

  // Edited; leaving a changed form asks first.
  await page.goto(`${portal.http}/users/manage`)
  await search(page, email)
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible()
  await act(page, name, 'Edit')
  await page.getByLabel('Credentials').fill('RN')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Credentials')).toHaveValue('RN')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(page.getByText('RN', { exact: true })).toBeVisible()

  // Clinic access.
  await page.getByRole('button', { name: 'Change access' }).click()
  await choice(page.getByRole('dialog'), 'Facilities').click()
  await page.getByRole('option', { name: 'Maple Court' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Save access' }).click()
  await expect(page.getByText('Facilities access updated successfully')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Facility access' })).toContainText('Maple Court')

  // A temporary password only leads to choosing a new one; a disabled user is refused like a stranger.
  await act(page, name, 'Set password')
  await page.getByRole('dialog').getByLabel('Set temporary password').check()
  await page.getByRole('dialog').getByLabel('Temporary password', { exact: true }).fill(temporary)
  await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password Reset successfully')).toBeVisible()
  expect(await trySignIn(portal, email)).toBe('newPasswordRequired')
  // The address still gets mails, which the dialog has to say.
  const demo = await demoClinic({ portal })
  await portal.send(updateClinic, { clinic_id: demo.id, daily_report_recipients: [email] })
  await page.reload()
  await act(page, name, 'Disable')
  await expect(page.getByRole('dialog')).toContainText(`Disable ${name}?`)
  await expect(page.getByRole('dialog')).toContainText('still gets alert e-mails or reports from Maple Court')
  await lookAt(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  expect(await trySignIn(portal, email)).toBe('Invalid Login')
  await act(page, name, 'Enable')
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  expect(await trySignIn(portal, email)).toBe('newPasswordRequired')

  // The sign-in history shows it.
  await page.reload()
  const history = page.getByRole('region', { name: 'Sign-in history' })
  await expect(history.getByText('Sign-in', { exact: true }).first()).toBeVisible()
  await expect(history.getByText('127.0.0.1').first()).toBeVisible()
  await lookAt(page)

  await portal.send(updateClinic, { clinic_id: demo.id, daily_report_recipients: demo.daily_report_recipients })
  await page.reload()
  await act(page, name, 'Delete')
  await expect(page.getByRole('dialog')).toContainText(`Delete ${name}?`)
  await expect(page.getByRole('dialog')).not.toContainText('still gets')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('User deleted successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/users\/manage$/)
  await search(page, email)
  await expect(page.getByText('No matching users')).toBeVisible()
  await lookAt(page)
})

test('audit log and usage [AP-5] [AP-4] [DO-3] [EA-5]', async ({ page, world: { portal } }) => {
  await page.setViewportSize(desk)
  await openUsers(page, portal, '/audit')
  await expect(rowOf(page, 'Signed in').first()).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(admin.email)
  await page.getByRole('combobox', { name: 'Activity' }).selectOption('session.sign-in')
  await expect(page).toHaveURL(/act=session\.sign-in/)
  await expect(rowOf(page, 'Signed in').first()).toContainText('Super Admin')
  await rowOf(page, 'Signed in')
    .first()
    .getByRole('button', { name: /Details/ })
    .click()
  await expect(page.getByText('session.sign-in', { exact: true })).toBeVisible()
  await expect(page.getByText(admin.email, { exact: true })).toBeVisible()
  expect(page.url()).not.toContain('example.org')
  await lookAt(page)
  await page.setViewportSize(phone)
  await expect(page.getByRole('combobox', { name: 'Activity' })).toBeHidden()
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await page.getByRole('dialog').getByLabel('From').fill('2026-11-20T10:00')
  await page.getByRole('dialog').getByLabel('To').fill('2026-11-19T10:00')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Choose an end after the start')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.setViewportSize(desk)

  await page.goto(`${portal.http}/usage`)
  await expect(page.getByRole('heading', { name: 'Page views per day' })).toBeVisible()
  await lookAt(page)
})

test('a refusal is shown beside the field, and nothing that was typed is lost [US-5]', async ({
  page,
  context,
  world: { portal },
}) => {
  await openUsers(page, portal, '/users/add')
  await page.getByLabel('First name').fill('Second')
  await page.getByLabel('Last name').fill('Superadmin')
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByRole('combobox', { name: /^Type/ }).selectOption('member')
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('E-mail').fill('second@journey.example')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Can’t reach the portal' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Second')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByText('User created successfully')).toBeVisible()
  await forget(portal, 'second@journey.example')
})

test('facilities that a colleague has taken meanwhile are said, and stay taken until one has seen it [US-3]', async ({
  page,
  world: { portal },
}) => {
  const email = 'meanwhile@journey.example'
  const { items } = await portal.send(listClinics, { name: 'Maple Court' })
  const clinic_ids = items.map(({ id }) => id)
  const person = { first_name: 'Ida', last_name: 'Meanwhile', email }
  const { id: user_id } = await portal.send(createUser, { ...person, user_type: 'cip_users', clinic_ids })
  const access = async () => (await portal.send(readUser, { user_id })).clinic_ids
  await openUsers(page, portal, `/users/profile/${user_id}`)
  await page.getByRole('button', { name: 'Change access' }).click()
  await portal.send(setUserClinics, { user_id, clinic_ids: [] })
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save access' })
  await save.click()
  await expect(page.getByText('Someone else removed all facilities')).toBeVisible()
  expect(await access()).toEqual([])
  await expectAccessible(page)
  await save.click()
  await expect(page.getByText('Facilities access updated successfully')).toBeVisible()
  expect(await access()).toEqual(clinic_ids)
  await forget(portal, email)
})

test('a user is added where that page is, not on a host of static files [SH-8]', async ({
  page,
  world: { portal },
}) => {
  const people = page.getByText(admin.email)
  const add = page.getByRole('link', { name: 'Add user' })
  await openUsers(page, portal)
  await expect(people.first()).toBeVisible()
  await expect(add).toBeVisible()
  const host = 'http://d111111abcdef8.cloudfront.net'
  await page.route(`${host}/**`, async (route) => {
    const url = route.request().url().replace(host, portal.http)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(`${host}/users/manage`)
  await expect(people.first()).toBeVisible()
  await expect(add).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('one facility for many users, and sorting by keyboard [US-2] [US-3] [US-7] [US-8]', async ({
  page,
  world: { portal },
}) => {
  await openUsers(page, portal)
  const own = rowOf(page, admin.email)
  await own.getByRole('button', { name: /Actions for/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Disable' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'E-mail' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=email/)
  await expect(page).toHaveURL(/order=desc/)

  // The demo nurse already has this clinic, so nothing is left to undo. She is found by search, among many.
  await page.getByRole('searchbox').fill('Demo Nurse')
  // What the search leaves out moves everything below it.
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible()
  await page.getByLabel('Select Demo Nurse').check()
  await page.getByRole('button', { name: 'Assign facility' }).click()
  await choice(page.getByRole('dialog'), 'Facility').click()
  await page.getByRole('listbox', { name: 'Facility' }).getByRole('option', { name: 'Maple Court' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('Facilities assigned successfully')).toBeVisible()
  await expect(page.getByText('1 user selected')).toHaveCount(0)
})
