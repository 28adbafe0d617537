import { createClinic } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevice, deleteDevice } from '@eupnea/contract/devices.ts'
import { listResidents, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import type { Page } from '@playwright/test'
import { connectDevice } from '../../sensors/device-client.ts'
import {
  addPerson,
  demoClinic,
  desk,
  expect,
  expectAccessible,
  lookAt,
  noSideways,
  openAs,
  phone,
  smallPdf,
  test,
} from './portal.fixture.ts'
import { act, rowOf } from './rows.ts'

const card = '.card'

const dialog = (page: Page) => page.getByRole('dialog')
/** Nothing that a hurried click may do stands beside the ordinary actions. */
const destructive = /^(Unlink|Discharge|Delete|Remove)/

async function search(page: Page, text: string, found: string) {
  await page.getByRole('searchbox').fill(text)
  await expect(page.getByText(found, { exact: true })).toBeVisible()
}

test('a resident from the form at a desk to the end on a phone [RE-1] [RE-2] [RE-4] [RE-5] [RE-7] [RE-8] [LI-6] [DE-4] [DE-7] [ER-1]', async ({
  page,
  context,
  world,
}) => {
  test.setTimeout(180_000)
  const { portal } = world
  const last = 'Lovelace-Edda'
  const name = `Edda ${last}`
  const device = 'Spare sensor'
  const clinic_id = (await demoClinic(world)).id
  const { device_id, device_uid, key } = await portal.send(createDevice, { clinic_id, name: device })
  await page.setViewportSize(desk)
  const other = await context.newPage()
  await openAs(other, portal.http, world.nurse, '/clinic/profile')
  await expect(other.locator(card).nth(23)).toBeAttached()
  // Another journey may have left somebody there.
  const before = await other.locator(card).count()
  await page.bringToFront()

  // Errors appear beside their fields, the first gets the focus, and what was typed stays.
  await page.goto(`${portal.http}/clinic/residents`)
  await expect(page.getByText('1–10 of', { exact: false })).toBeVisible()
  await lookAt(page)
  await page.getByRole('button', { name: 'Add resident' }).click()
  await dialog(page).getByLabel('Last name').fill(last)
  await dialog(page).getByLabel('Date of birth').fill('2999-01-01')
  await dialog(page).getByRole('button', { name: 'Add resident' }).click()
  await expect(page.getByText('Enter a first name')).toBeVisible()
  await expect(page.getByText('Enter today’s date or an earlier one')).toBeVisible()
  await expect(dialog(page).getByLabel('First name')).toBeFocused()
  await lookAt(page)
  await dialog(page).getByLabel('First name').fill('Edda')
  await dialog(page).getByLabel('Date of birth').fill('1941-03-02')
  await dialog(page).getByLabel('Room').fill('399')
  await dialog(page).getByLabel('Floor').selectOption({ index: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()

  // A lost connection keeps what was typed.
  await context.setOffline(true)
  await dialog(page).getByRole('button', { name: 'Add resident' }).click()
  await expect(page.getByText('Can’t reach the portal')).toBeVisible()
  await expect(dialog(page).getByLabel('Last name')).toHaveValue(last)
  await context.setOffline(false)
  await dialog(page).getByRole('button', { name: 'Add resident' }).click()
  await expect(page.getByText('Resident Added/Updated Successfully')).toBeVisible()
  await search(page, `${last} Edda`, '1–1 of 1')
  expect(page.url()).not.toContain('Lovelace')

  // With a device linked, the card appears and the directory shows the connection.
  await act(page, name, 'Link sensor')
  await dialog(page).getByLabel(device).check()
  const free = dialog(page).locator('.resident-device-text', { hasText: device_uid })
  await expect(free).toContainText(/^Disconnected.*Last seen Never$/)
  const sensor = connectDevice({ url: portal.mqtt, deviceId: device_id, password: key.password })
  await expect(free).toContainText(/^Connected/)
  await sensor.close()
  await expect(free).toContainText(/^Disconnected/)
  await lookAt(page)
  // A refusal is shown as a warning.
  await page.route(
    `**/api${assignDevice.path}`,
    (route) => route.fulfill({ status: 409, json: { title: 'Not free', message: 'Somebody was quicker' } }),
    { times: 1 },
  )
  await dialog(page).getByRole('button', { name: 'Link sensor' }).click()
  await expect(dialog(page).locator('.refusal[data-warning=true]')).toContainText('Somebody was quicker')
  await dialog(page).getByRole('button', { name: 'Link sensor' }).click()
  await expect(page.getByText('Resident Linked Successfully')).toBeVisible()
  await expect(rowOf(page, last)).toContainText(device)
  // Silent as soon as the bed is watched, within seconds: the rate's cell says so.
  await expect(rowOf(page, last)).toContainText(/Sensor silent.*No readings yet/)
  await expect(other.locator(card, { hasText: last })).toHaveCount(1)
  await expect(other.locator(card)).toHaveCount(before + 1)

  // Rooms & sensors.
  await page.goto(`${portal.http}/clinic/rooms`)
  await search(page, device, '1–1 of 1')
  await expect(rowOf(page, device)).toContainText('399')
  await expect(page.getByRole('button', { name: destructive })).toHaveCount(0)
  await act(page, `Room 399, ${name}`, 'Unlink sensor')
  await expect(dialog(page)).toContainText('Unlink')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await lookAt(page)
  await act(page, `Room 399, ${name}`, 'Unlink sensor')
  await dialog(page).getByRole('button', { name: 'Unlink sensor' }).click()
  await expect(page.getByText('Room removed from Resident')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Resident Linked Successfully').last()).toBeVisible()
  await expect(rowOf(page, device)).toContainText('399')

  // From here on a phone. Two people editing at once: neither loses anything.
  await page.setViewportSize(phone)
  await page.goto(`${portal.http}/clinic/residents`)
  await search(page, last, '1–1 of 1')
  await act(page, name, 'Edit')
  await dialog(page).getByLabel('Room').fill('398')
  const { items } = await portal.send(listResidents, { clinic_id, search: last })
  const { patient_id } = items[0]!
  await portal.send(saveResident, { patient_id, mrNo: 'M 1815' })
  await expect(page.getByText('Someone else has just edited this resident: Record no.')).toBeVisible()
  await lookAt(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Someone else has just edited this resident. Your changes')).toBeInViewport()
  await page.getByRole('button', { name: 'Add their changes' }).click()
  await expect(dialog(page).getByLabel('Room')).toHaveValue('398')
  await expect(dialog(page).getByLabel('Record no.')).toHaveValue('M 1815')

  // A file that is no PDF is refused beside its field; a real one is saved with the record.
  const sheet = dialog(page).getByLabel(/(Choose|Replace) face sheet/)
  await sheet.setInputFiles({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf at all') })
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('Choose a PDF')).toBeVisible()
  await sheet.setInputFiles({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer: smallPdf })
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Resident Added/Updated Successfully')).toBeVisible()
  await expect(other.locator(card, { hasText: last })).toContainText('398')

  // A pop-up that goes moves no button from under a finger.
  await act(page, name, 'Edit')
  const done = page.getByRole('alert').filter({ hasText: 'Resident Added/Updated Successfully' })
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await dialog(page).getByText('PDF', { exact: false }).last().waitFor()
  await page.locator('.mantine-Drawer-content').evaluate((drawer) => drawer.scrollTo(0, drawer.scrollHeight))
  const place = await save.boundingBox()
  await done.getByRole('button', { name: 'Close' }).click()
  await expect(done).toHaveCount(0)
  expect(await save.boundingBox()).toEqual(place)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  // On the resident's page: the record, and the face sheet as uploaded.
  await rowOf(page, last).getByRole('link', { name }).click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(page.locator('.resident-back')).toHaveText('Residents')
  await expect(details).toContainText('M 1815')
  await expect(page.getByRole('button', { name: destructive })).toHaveCount(0)
  const link = details.getByRole('link', { name: /face-sheet/ })
  const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', portal.http).href)
  expect(answer.headers()['content-disposition']).toMatch(/face-sheet-.+\.pdf$/)
  expect((await answer.body()).equals(smallPdf)).toBe(true)
  await lookAt(page)
  await details.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Remove face sheet' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(details).toContainText('None')

  // A discharge removes the card from every dashboard immediately.
  await page.goto(`${portal.http}/clinic/residents`)
  await search(page, last, '1–1 of 1')
  await act(page, name, 'Discharge')
  await expect(dialog(page)).toContainText(`Discharge ${name}, room 398?`)
  await dialog(page).getByRole('button', { name: 'Discharge' }).click()
  await expect(page.getByText('Resident Discharged Successfully')).toBeVisible()
  await expect.poll(() => other.locator(card, { hasText: last }).count(), { timeout: 3_000 }).toBe(0)
  await expect(rowOf(page, last)).toContainText('Discharged')
  await expect(rowOf(page, last)).toContainText('No sensor')

  await act(page, name, 'Readmit')
  await dialog(page).getByRole('button', { name: 'Readmit' }).click()
  await expect(page.getByText('Resident readmitted successfully')).toBeVisible()
  await expect(page.getByText('Resident Discharged Successfully')).toHaveCount(0)
  await expect(other.locator(card, { hasText: last })).toHaveCount(1)

  await act(page, name, 'Delete')
  await expect(dialog(page)).toContainText(`Delete ${name}, room 398?`)
  await lookAt(page)
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Resident deleted')).toBeVisible()
  await expect(other.locator(card, { hasText: last })).toHaveCount(0)

  await act(page, name, 'Restore')
  await dialog(page).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Resident restored')).toBeVisible()
  await expect(other.locator(card, { hasText: last })).toHaveCount(1)

  // A colleague was quicker: the reason appears under the title fixed by the specification.
  await act(page, name, 'Delete')
  await portal.send(setResidentStatus, { patient_id, status: 0 })
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Unable to Delete Resident')).toBeVisible()
  await expect(other.locator(card)).toHaveCount(before)
  await portal.send(deleteDevice, { device_id })
})

test('a resident is called by the preferred name, a hidden column stays hidden, and Cancel stops what is done to several [RE-1] [RE-2] [DA-1] [EA-2]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const clinic_id = (await demoClinic(world)).id
  const last_name = 'Menabrea'
  const { patient_id } = await portal.send(saveResident, { clinic_id, first_name: 'Luigi', last_name, room: '397' })
  await openAs(page, portal.http, world.nurse, '/clinic/residents')
  await search(page, last_name, '1–1 of 1')
  await act(page, `Luigi ${last_name}`, 'Edit')
  await dialog(page).getByLabel('Preferred name').fill('Gigi')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, last_name)).toContainText(`Luigi “Gigi” ${last_name}`)
  await search(page, `Gigi ${last_name}`, '1–1 of 1')

  const admitted = page.getByRole('columnheader', { name: 'Admitted' })
  await expect(admitted).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Admitted' }).uncheck()
  await expect(admitted).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await expect(admitted).toHaveCount(0)

  // Nobody is discharged: the answers are made here.
  const asked: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/residents/*/status', async (route) => {
    asked.push(route.request().url())
    await held
    await route.fulfill({ json: {} })
  })
  await page.getByRole('checkbox', { name: m.common_select_page() }).check()
  await page.getByRole('button', { name: m.common_actions_more() }).click()
  await page.getByRole('menuitem', { name: m.resident_discharge(), exact: true }).click()
  await expect(dialog(page)).toContainText(/ and 2 more/)
  await lookAt(page)
  await dialog(page).getByRole('button', { name: m.resident_discharge(), exact: true }).click()
  await expect.poll(() => asked.length).toBe(4)
  await dialog(page).getByRole('button', { name: m.common_cancel() }).click()
  release()
  await expect(page.getByText(m.common_many_stopped({ done: '4', total: '10' }))).toBeVisible()
  await expect(page.getByText(m.resident_list_chosen({ count: 6 }))).toBeVisible()
  expect(asked).toHaveLength(4)

  await page.goto(`${portal.http}/patient/profile/${patient_id}`)
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Preferred nameGigi')
  await page.goto(`${portal.http}/clinic/profile`)
  await expect(page.locator(card, { hasText: last_name })).toContainText(`${last_name}, Gigi`)
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})

test('a sensor that has sent nothing was not seen, and its long name lies over no other column [RE-1] [LI-6]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const { id: clinic_id } = await portal.send(createClinic, { name: 'Hazel' })
  const { device_uid } = await portal.send(createDevice, { clinic_id, name: 'Sensor'.repeat(10) })
  await portal.send(saveResident, { clinic_id, first_name: 'Rosa', last_name: 'Parks', device_uid })
  await page.setViewportSize(desk)
  await openAs(page, portal.http, await addPerson(world, { clinic_ids: [clinic_id] }), '/clinic/residents')
  const row = rowOf(page, 'Rosa Parks')
  await expect(row).toContainText(m.device_no_readings())
  // The word is centred when there is no line below it.
  await page.setViewportSize({ width: 1100, height: 900 })
  const above = () =>
    row.getByText('Sensor silent').evaluate((word) => {
      const [outer, inner] = [word.closest('td')!, word].map((element) => element.getBoundingClientRect())
      return Math.round(inner!.top - outer!.top - (outer!.bottom - inner!.bottom))
    })
  await expect.poll(async () => Math.abs(await above())).toBeLessThanOrEqual(2)
  await page.setViewportSize(desk)
  const name = row.getByText('SensorSensor')
  expect(
    await name.evaluate((text) => text.getBoundingClientRect().width - text.closest('td')!.clientWidth),
  ).toBeLessThan(0)
})

test('on a phone, a long name takes more lines and no more width [RE-7]', async ({ page, world }) => {
  await page.setViewportSize(phone)
  await openAs(page, world.portal.http, world.nurse)
  await page.locator(card, { hasText: 'Dunn' }).click()
  const note = page.locator('.panel-note', { hasText: '18:00 to 12:00' })
  await note.evaluate((element) => element.append('Wolfeschlegel'.repeat(6)))
  await noSideways(page)
})
