import { createClinic, listClinics, updateClinic } from '@eupnea/contract/clinics.ts'
import { createDevices } from '@eupnea/contract/devices.ts'
import { createResidents } from '@eupnea/contract/new-residents.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import type { Page } from '@playwright/test'
import { addPerson, admin, countWork, expect, lookAt, openAs, test, type World } from './portal.fixture.ts'

async function newHouse(world: World, name: string) {
  const { id } = await world.portal.send(createClinic, { name, tz: 'Europe/London', floors: ['1', '2'] })
  const data = Array.from({ length: 10 }, (_, index) => ({ device_uid: `${name}-${index}` }))
  await world.portal.send(createDevices, { clinic_id: id, data })
  return { id, nurse: await addPerson(world, { clinic_ids: [id] }) }
}

const residents = async (world: World, clinic_id: string) =>
  (await world.portal.send(listResidents, { clinic_id, page_size: 50 })).items

const dialog = (page: Page) => page.getByRole('dialog')

test('ten residents with their sensors are pasted at once, and a wrong line adds nobody [EA-4]', async ({
  page,
  world,
}) => {
  const { id, nurse } = await newHouse(world, 'Oak')
  await page.clock.install()
  await openAs(page, world.portal.http, nurse, '/clinic/residents')
  const addMany = page.getByRole('button', { name: 'Add many' })
  await addMany.click()
  const line = (index: number) => `First${index},Last${index},${101 + index},1,Oak-${index}`
  const lines = Array.from({ length: 10 }, (_, index) => line(index))
  const field = dialog(page).getByRole('textbox', { name: 'Residents' })
  await field.fill([...lines.slice(0, 9), 'First9,Last9,110,9,Oak-9'].join('\n'))
  await expect(dialog(page).getByRole('list', { name: 'Lines with errors' })).toContainText(
    'Line 10 First9 Last9: floor 9',
  )
  await lookAt(page)
  await dialog(page).getByRole('button', { name: 'Add 10 residents' }).click()
  await expect(dialog(page)).toContainText('Fix the lines with errors')
  await page.clock.fastForward('31:00')
  await page.getByRole('button', { name: 'OK' }).click()
  await addMany.click()
  await expect(field).toHaveValue(/^First0/)
  // A key pressed by mistake loses no lines.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(1)
  await expect(field).toHaveValue(/^First0/)
  // The portal's own objections stand by their lines too.
  await field.fill([...lines.slice(0, 9), 'First9,Last9,110,1,Oak-77'].join('\n'))
  await dialog(page).getByRole('button', { name: 'Add 10 residents' }).click()
  await expect(dialog(page).getByRole('list', { name: 'Lines with errors' })).toContainText('Line 10 First9 Last9:')
  expect(await residents(world, id)).toHaveLength(0)

  await field.fill(lines.join('\n'))
  // What has been sent is saved, whether they leave or not.
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/residents/bulk', async (route) => {
    await answered.promise
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Add 10 residents' }).click()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave while saving?' })
  await expect(question).toContainText('won’t stop if you leave')
  await lookAt(page)
  await question.getByRole('button', { name: 'Stay' }).click()
  answered.resolve()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('.table tbody tr')).toHaveCount(10)
  expect((await residents(world, id)).map(({ device }) => device?.device_name).toSorted()).toEqual(
    Array.from({ length: 10 }, (_, index) => `Oak-${index}`),
  )
})

test('a resident and their sensor are added in one form, or neither [EA-4]', async ({ page, world }) => {
  const { id, nurse } = await newHouse(world, 'Elm')
  await openAs(page, world.portal.http, nurse, '/clinic/residents?act=add')
  await dialog(page).getByLabel('First name').fill('Ada')
  await dialog(page).getByLabel('Last name').fill('Byron')
  await dialog(page).getByLabel('Sensor ID').fill('Elm-99')
  await dialog(page).getByRole('button', { name: 'Add resident' }).click()
  await expect(dialog(page)).toContainText('This facility has no such sensor')
  expect(await residents(world, id)).toHaveLength(0)
  await dialog(page).getByLabel('Sensor ID').fill('Elm-3')
  await lookAt(page)
  await dialog(page).getByRole('button', { name: 'Add resident' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await residents(world, id)).toMatchObject([{ first_name: 'Ada', device: { device_name: 'Elm-3' } }])
})

/** What a person takes, generously: to find and press something, and to type a character. Seconds. */
const pace = { click: 4, character: 0.3 }

test('a checklist leads a new facility from nothing to ten residents in minutes, then goes away [EA-4]', async ({
  page,
  world,
}) => {
  const { portal } = world
  await openAs(page, portal.http, admin, '/facility/manage')
  const work = await countWork(page)
  await page.getByRole('link', { name: 'Add facility' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Fir House')
  await page.getByRole('button', { name: 'Add facility', exact: true }).click()
  const steps = page.getByRole('region', { name: 'Set up this facility' })
  await expect(steps).toContainText('0 of 5')
  const profile = page.url()
  const slug = profile.split('/').at(-1)!
  const { id } = (await portal.send(listClinics, { slug })).items[0]!
  await steps.getByRole('link', { name: 'Add sensors' }).click()
  const uids = Array.from({ length: 10 }, (_, index) => `Fir-${index}`)
  await dialog(page).getByRole('textbox').fill(uids.join('\n'))
  await expect(dialog(page).getByRole('combobox')).toHaveValue(id)
  await dialog(page).getByRole('button', { name: /^Add/ }).last().click()
  await dialog(page).getByRole('button', { name: 'Close without saving' }).click()
  await page.goBack()
  await steps.getByRole('link', { name: 'Add residents with their sensors' }).click()
  const lines = uids.map((uid, index) => `Margaret,Ashworth ${index},${101 + index},,${uid}`)
  await dialog(page).getByRole('textbox').fill(lines.join('\n'))
  await dialog(page).getByRole('button', { name: 'Add 10 residents' }).click()
  await expect(page.locator('.table tbody tr')).toHaveCount(10)
  expect((await residents(world, id)).every(({ device }) => device !== null)).toBe(true)
  // Back, which is a click too.
  const clicks = work.clicks + 1
  const minutes = (clicks * pace.click + work.typed * pace.character) / 60
  console.log(`a facility with ten residents: ${clicks} clicks, ${work.typed} characters, ${minutes.toFixed(1)} min`)
  expect(clicks).toBeLessThanOrEqual(10)
  expect(minutes).toBeLessThan(5)

  await page.goto(profile)
  await lookAt(page)
  await steps.getByRole('link', { name: 'Add the people who work here' }).click()
  await page.getByLabel('First name').fill('Nina')
  await page.getByLabel('Last name').fill('Night')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nina@fir.example')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Web Portal Member')
  await page.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByRole('region', { name: 'Facility access' })).toContainText('Fir House')
  await portal.send(updateClinic, { clinic_id: id, floors: ['1'], escalation_recipients: ['off@fir.example'] })
  await page.goto(profile)
  await expect(steps).toContainText('4 of 5')
  await expect(steps.getByRole('link')).toHaveText(['Choose who gets notifications by e-mail'])
  await portal.send(updateClinic, { clinic_id: id, alert_recipients: ['desk@fir.example'] })
  await expect(steps).toHaveCount(0)
})

test('residents of a floor that is renamed are still found by their floor [FA-1] [EA-2]', async ({ page, world }) => {
  const { id, nurse } = await newHouse(world, 'Juniper')
  const data = ['1', '1', '2'].map((floor, index) => ({ first_name: `First${index}`, last_name: 'Juniper', floor }))
  await world.portal.send(createResidents, { clinic_id: id, data })
  await world.portal.send(updateClinic, { clinic_id: id, floors: ['Garden', '2'] })
  await openAs(page, world.portal.http, nurse, '/clinic/handover')
  await expect(page.getByLabel('Floor').locator('option')).toHaveText(['All floors', 'Garden', 'Floor 2', 'Floor 1'])
  await page.goto(`${world.portal.http}/clinic/residents`)
  await page.getByLabel('Floor').selectOption({ label: 'Floor 1' })
  await expect(page.locator('.table tbody tr')).toHaveCount(2)
})
