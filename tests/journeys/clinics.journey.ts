import { type Clinic, createClinic, listClinics, updateClinic } from '@eupnea/contract/clinics.ts'
import {
  assignMedicalGroupClinics,
  createMedicalGroup,
  deleteMedicalGroup,
  listMedicalGroups,
  readMedicalGroup,
} from '@eupnea/contract/medical-groups.ts'
import { listResidents, saveResident } from '@eupnea/contract/residents.ts'
import { listUsers } from '@eupnea/contract/users.ts'
import type { Locator, Page } from '@playwright/test'
import type { SpawnedPortal } from '../kit/spawn-portal.ts'
import { admin, desk, expect, expectAccessible, lookAt, openAs, test } from './portal.fixture.ts'
import { act, rowOf } from './rows.ts'

const demo = 'Maple Court'
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const image = (name: string, buffer = Buffer.from(pixel, 'base64')) => ({ name, mimeType: 'image/png', buffer })

const open = (page: Page, { http }: SpawnedPortal, path: string) => openAs(page, http, admin, path)

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name })
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name })
const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

const openMenuEntry = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

const paste = (into: Locator, pasted: string) =>
  into.evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pasted)

async function clinicOf(portal: SpawnedPortal, name: string): Promise<Clinic> {
  const { items } = await portal.send(listClinics, { name })
  expect(items).toHaveLength(1)
  return items[0]!
}

test('a facility from the form to its settings [FA-1] [FA-2] [FA-3] [SH-14]', async ({ page, world: { portal } }) => {
  const name = 'Zinnia House'
  await page.setViewportSize(desk)
  await open(page, portal, '/')
  await openMenuEntry(page, 'Facility')
  await page.getByRole('searchbox').fill(demo)
  await expect(rowOf(page, demo)).toContainText(/\d+ of 24/)
  await lookAt(page)

  // Errors appear beside their field or line, and the first one gets the focus.
  await page.getByRole('link', { name: 'Add facility' }).click()
  await button(page, 'Add facility').click()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill(name)
  const zone = page.getByLabel('Time zone').and(page.locator('input:not([type="hidden"])'))
  await zone.click()
  await zone.fill('new york')
  await page.getByRole('option', { name: /America\/New_York/ }).click()
  await paste(field(page, 'Floor 1'), 'Ground\nFirst\nground')
  await button(page, 'Add facility').click()
  await expect(page.getByText('This is already in the list. Remove one.')).toBeVisible()
  await expect(field(page, 'Floor 3')).toBeFocused()
  await lookAt(page)
  await button(page, 'Remove ground').last().click()
  await button(page, 'Add facility').click()
  await expect(page.getByText('Clinic created successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('America/New York')).toBeVisible()
  for (const empty of ['No residents yet', 'No sensors yet', 'No users yet', 'No medical groups yet'])
    await expect(page.getByText(empty)).toBeVisible()
  await lookAt(page)
  expect(await clinicOf(portal, name)).toMatchObject({ tz: 'America/New_York', floors: ['Ground', 'First'] })

  // Finds it in the list by search, then checks its floors and logo.
  await openMenuEntry(page, 'Facility')
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText('1–1 of 1', { exact: true })).toBeVisible()
  await act(page, name, 'Edit')
  await button(page, 'Move First up').click()
  await button(page, 'Add floor').click()
  await page.keyboard.type('Roof')
  const file = page.getByLabel(/^(Choose|Replace) logo$/)
  await file.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByText('Choose a PNG, JPEG or WebP image')).toBeVisible()
  await file.setInputFiles(image('huge.png', Buffer.alloc(2 * 1_048_576 + 1)))
  await expect(page.getByText('This one is 2.1 MB')).toBeVisible()
  await file.setInputFiles(image('text.png', Buffer.from('no image at all')))
  await expect(page.getByText('This image can’t be shown')).toBeVisible()
  await file.setInputFiles(image('logo.png'))
  await expect(page.getByText('logo.png: not saved yet')).toBeVisible()
  await lookAt(page)

  // A form that was changed asks before it is left.
  await button(page, 'Cancel').click()
  await button(page.getByRole('dialog'), 'Keep editing').click()
  await button(page, 'Save').click()
  await expect(page.getByText('Clinic updated successfully')).toBeVisible()
  await expect(region(page, 'Floors').getByRole('listitem')).toHaveText([/^First/, /^Ground/, /^Roof/])
  const logo = page.locator('.clinic-logo img')
  await expect(logo).toBeVisible()
  await expect.poll(() => logo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1)
  expect((await clinicOf(portal, name)).floors).toEqual(['First', 'Ground', 'Roof'])

  // Recipients: each error beside its line; the two lists stay separate.
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await button(page, 'Add recipient').first().click()
  await paste(field(page, 'Alert recipient 1'), 'Nora <nora@house.example>; nobody')
  await button(page, 'Save').click()
  await expect(page.getByText('Enter an e-mail address, such as')).toBeVisible()
  await expect(field(page, 'Alert recipient 2')).toBeFocused()
  await lookAt(page)
  await field(page, 'Alert recipient 2').fill('night@house.example')
  await expect(page.getByText('Enter an e-mail address, such as')).toHaveCount(0)
  await lookAt(page)
  await button(page, 'Save').click()
  await expect(page.getByText('Alert e-mails: 2 recipients. Daily report: no recipients yet.')).toBeVisible()
  expect(await clinicOf(portal, name)).toMatchObject({
    alert_recipients: ['nora@house.example', 'night@house.example'],
    daily_report_recipients: [],
  })

  // The logo goes; a floor gets another name, and its residents with it.
  const { id: clinic_id } = await clinicOf(portal, name)
  await portal.send(saveResident, { clinic_id, first_name: 'Emmy', last_name: 'Noether', floor: 'Ground' })
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await field(page, 'Floor 2').fill('Garden')
  await button(page, 'Remove logo').click()
  await button(page, 'Save').click()
  await expect(page.getByText(/Alert e-mails: 2 recipients/)).toBeVisible()
  await expect(logo).toHaveCount(0)
  await expect(region(page, 'Floors').getByRole('listitem')).toHaveText([/^First/, /^Garden.*1 resident/, /^Roof/])
  expect((await clinicOf(portal, name)).logo).toBeNull()

  // Leaving while it is being saved stops nothing, and whoever has left stays where they are.
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(field(page, 'Details')).toBeVisible()
  // What was saved before is no longer said.
  await page.reload()
  await field(page, 'Details').fill('By the lake')
  const answered = Promise.withResolvers<void>()
  await page.route(`**/api/clinics/${clinic_id}`, async (route) => {
    if (route.request().method() !== 'GET') await answered.promise
    await route.continue()
  })
  await button(page, 'Save').click()
  await openMenuEntry(page, 'Users')
  await page
    .getByRole('dialog', { name: 'Leave while saving?' })
    .getByRole('button', { name: 'Leave', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  answered.resolve()
  await expect(page.getByText('Clinic updated successfully')).toBeVisible()
  expect((await clinicOf(portal, name)).clinicDetail).toBe('By the lake')

  // If it fails meanwhile, a pop-up says what failed, and stays.
  await page.unroute(`**/api/clinics/${clinic_id}`)
  await page.goto(`${portal.http}/facility/edit/${(await clinicOf(portal, name)).slug}`)
  await field(page, 'Details').fill('By the sea')
  const refused = Promise.withResolvers<void>()
  await page.route(`**/api/clinics/${clinic_id}`, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await refused.promise
    await route.abort()
  })
  await button(page, 'Save').click()
  await openMenuEntry(page, 'Users')
  const leaving = page.getByRole('dialog', { name: 'Leave while saving?' })
  await expect(leaving).toContainText('a message says so')
  await leaving.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  refused.resolve()
  await expect(page.getByRole('alert').filter({ hasText: `Couldn’t finish: Edit ${name}` })).toBeVisible()
  await lookAt(page)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
})

test('the profile of a facility and a medical group with it [FA-2] [MG-1] [MG-2] [SH-14]', async ({
  page,
  world: { portal },
}) => {
  const group = 'Lakeside'
  const clinic = await clinicOf(portal, demo)
  const { items } = await portal.send(listResidents, { clinic_id: clinic.id, page_size: 1 })
  const resident = items[0]!
  const { users } = await portal.send(listUsers, { clinic_id: clinic.id, page_size: 1 })
  await page.setViewportSize(desk)

  // A group with a clinic.
  await open(page, portal, '/')
  await openMenuEntry(page, 'Medical Group')
  await expect(page.getByText('No medical groups yet')).toBeVisible()
  await lookAt(page)
  await page.getByRole('link', { name: 'Add medical group' }).click()
  await button(page, 'Add medical group').click()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill(group)
  await page.getByRole('searchbox', { name: 'Search facilities' }).fill('maple')
  await page.getByLabel(demo).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await lookAt(page)
  await button(page, 'Add medical group').click()
  await expect(page.getByText('Medical group added!')).toBeVisible()
  await expect(rowOf(page, group)).toContainText(demo)
  await lookAt(page)

  // The clinic's profile.
  await openMenuEntry(page, 'Facility')
  await page.getByRole('searchbox').fill(demo)
  await page.getByRole('link', { name: demo }).click()
  await expect(page.getByRole('heading', { name: demo })).toBeVisible()
  await expect(region(page, 'Residents')).toContainText(`${resident.first_name} ${resident.last_name}`)
  await expect(region(page, 'Residents')).toContainText('24 active')
  await expect(region(page, 'Sensors').getByText('Connected').first()).toBeVisible()
  await expect(region(page, 'Users')).toContainText(users[0]!.email)
  await expect(region(page, 'Floors')).toContainText('12 residents')
  await button(region(page, 'Residents'), 'Next page').click()
  await expect(region(page, 'Residents')).toContainText('11–20 of 24')
  await lookAt(page)

  // From there to the group, its fields and its clinics.
  await region(page, 'Medical groups').getByRole('link', { name: group }).click()
  await page.getByLabel('Description').fill('Homes around the lake')
  await page.getByLabel(demo).uncheck()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await button(page.getByRole('dialog'), 'Keep editing').click()
  await lookAt(page)
  await button(page, 'Save').click()
  await expect(page.getByText('Medical group updated!')).toBeVisible()
  await expect(page.getByText('Facilities assigned!')).toBeVisible()
  await expect(rowOf(page, group)).toContainText('None')
  expect((await portal.send(listMedicalGroups, { name: group })).items).toMatchObject([
    { description: 'Homes around the lake', facilities: [] },
  ])

  await act(page, group, 'Delete')
  await expect(page.getByRole('dialog')).toContainText(`Delete ${group}?`)
  await lookAt(page)
  await button(page.getByRole('dialog'), 'Delete').click()
  await expect(page.getByText(`${group} deleted`)).toBeVisible()
  await expect(page.getByText('No medical groups yet')).toBeVisible()
})

test('a colleague’s change is said, and not overwritten [FA-1]', async ({ page, world: { portal } }) => {
  const { id, slug } = await clinicOf(portal, demo)
  await open(page, portal, `/facility/edit/${slug}`)
  await field(page, 'Details').fill('Front desk at the west door')
  await portal.send(updateClinic, { clinic_id: id, floors: ['1', '2', '3'] })
  await expect(page.getByText('Someone else has just edited this facility.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expect(page.getByText('Clinic updated successfully')).toBeVisible()
  expect(await clinicOf(portal, demo)).toMatchObject({
    clinicDetail: 'Front desk at the west door',
    floors: ['1', '2', '3'],
  })
  await portal.send(updateClinic, { clinic_id: id, floors: ['1', '2'], clinicDetail: '' })
})

test('recipients whom a colleague has added meanwhile are shown, and stay until one has seen them [FA-1] [FA-2]', async ({
  page,
  world: { portal },
}) => {
  const { id, slug, alert_recipients } = await clinicOf(portal, demo)
  const theirs = [...alert_recipients, 'theirs@house.example']
  const ours = [...alert_recipients, 'ours@house.example']
  await open(page, portal, `/facility/settings/${slug}`)
  await button(page, 'Add recipient').first().click()
  await page.locator('input[type=email]:focus').fill('ours@house.example')
  await portal.send(updateClinic, { clinic_id: id, alert_recipients: theirs })
  await button(page, 'Save').click()
  await expect(page.getByText(`Someone else changed this to ${theirs.join(', ')}`)).toBeVisible()
  await expect(button(page, 'Use latest version')).toBeVisible()
  await expectAccessible(page)
  expect(await clinicOf(portal, demo)).toMatchObject({ alert_recipients: theirs })
  await button(page, 'Save').click()
  await expect(page.getByText('Clinic updated successfully')).toBeVisible()
  expect(await clinicOf(portal, demo)).toMatchObject({ alert_recipients: ours })
  await portal.send(updateClinic, { clinic_id: id, alert_recipients })
})

test('what was typed outlasts a lost connection [MG-1]', async ({ page, context, world: { portal } }) => {
  await open(page, portal, '/group/add')
  await field(page, 'Name').fill('Offline group')
  await context.setOffline(true)
  await button(page, 'Add medical group').click()
  await expect(page.locator('#main').getByRole('alert').filter({ hasText: 'Can’t reach the portal' })).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Offline group')
  await context.setOffline(false)
  await button(page, 'Add medical group').click()
  await expect(page.getByText('Medical group added!')).toBeVisible()
  await act(page, 'Offline group', 'Delete')
  await button(page.getByRole('dialog'), 'Delete').click()
  await expect(page.getByText('Offline group deleted')).toBeVisible()
})

test('residents and floors that cannot be fetched are empty without a message [ER-2] [FA-2]', async ({
  page,
  world: { portal },
}) => {
  const fails = { status: 500, json: { code: 'internal_error', title: 'Gone wrong', message: 'Gone wrong' } }
  let isBroken = true
  for (const path of ['**/api/residents?*', '**/api/clinics/*/floors'])
    await page.route(path, (route) => (isBroken ? route.fulfill(fails) : route.fallback()))
  const { slug } = await clinicOf(portal, demo)
  await open(page, portal, `/facility/profile/${slug}`)
  const panels = [region(page, 'Residents'), region(page, 'Floors')]
  for (const panel of panels) await expect(button(panel.last(), 'Try again')).toBeVisible()
  await expect(page.getByText('Gone wrong')).toHaveCount(0)
  await expect(page.getByText('No residents')).toHaveCount(0)
  await expectAccessible(page)
  isBroken = false
  for (const panel of panels) {
    await button(panel.last(), 'Try again').click()
    await expect(panel.getByRole('list')).toBeVisible()
  }
})

test('nobody else finds these pages, and an unknown facility is not there [SH-14] [FA-2]', async ({
  page,
  browser,
  world: { portal, nurse },
}) => {
  for (const path of ['/facility/profile/nowhere', '/facility/edit/no%20slug', '/group/edit/nothing']) {
    await open(page, portal, path)
    await expect(page.getByText('404', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Medical Group', exact: true })).toBeVisible()
  }
  const { slug } = await clinicOf(portal, demo)
  const context = await browser.newContext()
  const other = await context.newPage()
  await openAs(other, portal.http, nurse)
  for (const path of ['manage', 'add', `edit/${slug}`, `settings/${slug}`, `profile/${slug}`]) {
    await other.goto(`${portal.http}/facility/${path}`)
    await expect(other.getByText('404', { exact: true })).toBeVisible()
  }
  for (const path of ['manage', 'add', 'edit/g1']) {
    await other.goto(`${portal.http}/group/${path}`)
    await expect(other.getByText('404', { exact: true })).toBeVisible()
  }
  await expect(other.getByRole('link', { name: 'Medical Group', exact: true })).toHaveCount(0)
  await context.close()
})

test('facilities that a colleague has given a medical group are shown, and stay until one has seen them [MG-1] [MG-2]', async ({
  page,
  world: { portal },
}) => {
  const { id } = await clinicOf(portal, demo)
  const theirs = await portal.send(createClinic, { name: 'Willow Lodge', tz: 'Europe/London' })
  const { medical_group_id } = await portal.send(createMedicalGroup, { name: 'Shared', clinic_ids: [id] })
  const clinics = async () =>
    (await portal.send(readMedicalGroup, { medical_group_id })).facilities.map(({ name }) => name)
  await open(page, portal, `/group/edit/${medical_group_id}`)
  await page.getByLabel(demo).uncheck()
  await portal.send(assignMedicalGroupClinics, { medical_group_id, clinic_ids: [id, theirs.id] })
  await button(page, 'Save').click()
  await expect(page.getByText(`Someone else changed the facilities to ${demo}, Willow Lodge`)).toBeVisible()
  await expect(button(page, 'Use latest version')).toBeVisible()
  await expectAccessible(page)
  expect(await clinics()).toEqual([demo, 'Willow Lodge'])
  await button(page, 'Save').click()
  await expect(page.getByText('Facilities assigned!')).toBeVisible()
  expect(await clinics()).toEqual([])
  await portal.send(deleteMedicalGroup, { medical_group_id })
})
