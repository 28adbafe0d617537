import { createDevice, deleteDevice } from '@eupnea/contract/devices.ts'
import { readLeave } from '@eupnea/contract/leaves.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { demoClinic, desk, expect, lookAt, openAs, test } from './portal.fixture.ts'

test('a sensor is linked since yesterday; consent is given and withdrawn; a leave is set and ended [PL-5] [PL-6] [WA-13]', async ({
  page,
  world,
}) => {
  const { portal, nurse } = world
  const clinic = await demoClinic(world)
  const last = 'Care'
  const device = 'Care sensor'
  const { patient_id } = await portal.send(saveResident, {
    ...{ clinic_id: clinic.id, first_name: 'Ada', last_name: last, room: '401', floor: '1' },
  })
  const { device_id } = await portal.send(createDevice, { clinic_id: clinic.id, name: device })
  const { device_id: other } = await portal.send(createDevice, { clinic_id: clinic.id, name: 'Another one' })
  await page.setViewportSize(desk)
  await openAs(page, portal.http, nurse, `/patient/profile/${patient_id}`)
  const dialog = page.getByRole('dialog')

  // The link states since when the resident has been in the bed.
  await page.getByRole('button', { name: m.resident_link() }).first().click()
  await expect(dialog.getByLabel('Another one')).toBeVisible()
  const place = () => dialog.getByRole('button', { name: m.resident_link() }).boundingBox()
  const before = await place()
  await dialog.getByLabel(m.resident_link_search()).fill(device)
  await expect(dialog.getByLabel('Another one')).toBeHidden()
  expect((await place())?.y).toBeCloseTo(before!.y, 0)
  await dialog.getByLabel(device).check()
  const yesterday = Temporal.Now.plainDateISO(clinic.tz).subtract({ days: 1 }).toString()
  await dialog.getByLabel(m.device_since()).fill(yesterday)
  await dialog.getByRole('button', { name: m.resident_link() }).click()
  await expect(dialog.getByText(m.device_since_incomplete())).toBeVisible()
  await dialog.getByLabel(m.device_since_time(), { exact: true }).fill('08:00')
  await lookAt(page)
  await dialog.getByRole('button', { name: m.resident_link() }).click()
  await expect(page.getByText(m.resident_link_done())).toBeVisible()

  // Nothing is on record yet.
  const panel = page.getByRole('region', { name: m.consent_label() })
  await expect(panel).toContainText(m.consent_missing_notice())
  await panel.getByRole('button', { name: m.consent_record() }).click()
  await dialog.getByLabel(m.consent_by()).fill('Ada herself')
  const on = dialog.getByLabel(m.consent_on())
  // Also where a date is required, an empty field asks in the page's own words.
  const asked = await on.evaluate((field) => getComputedStyle(field, '::before').content)
  expect(asked).toBe(`"${m.common_choose_date()}"`)
  await on.fill(yesterday)
  await lookAt(page)
  await dialog.getByRole('button', { name: m.consent_save() }).click()
  await expect(panel).toContainText('Ada herself')

  // On leave, and back.
  await page.getByRole('button', { name: m.common_actions_label({ name: `Ada ${last}` }) }).click()
  await page.getByRole('menuitem', { name: m.leave_act() }).click()
  await dialog.locator('[name=until_day]').fill('2020-06-01')
  await dialog.getByLabel(m.leave_until_time()).fill('14:00')
  await dialog.getByRole('button', { name: m.leave_save() }).click()
  await expect(dialog).toContainText(m.leave_backwards())
  await expect(dialog.getByLabel(m.leave_until_time())).toBeFocused()
  await dialog.locator('[name=until_day]').fill('2099-06-01')
  await dialog.getByRole('button', { name: m.leave_save() }).click()
  await expect(dialog).toContainText(m.leave_too_long({ days: 366 }))
  const tomorrow = Temporal.Now.plainDateISO(clinic.tz).add({ days: 1 }).toString()
  await dialog.locator('[name=until_day]').fill(tomorrow)
  await dialog.getByRole('button', { name: m.leave_save() }).click()
  await expect(page.locator('.resident-care')).toContainText(/On leave until .*14:00/)
  await lookAt(page)
  await page.getByRole('button', { name: m.leave_end() }).click()
  await dialog.getByRole('button', { name: m.leave_end() }).click()
  await expect(page.locator('.resident-care')).not.toContainText('On leave')

  // Withdrawn: the sensor is unlinked, and none can be linked.
  await panel.getByRole('button', { name: m.consent_record() }).click()
  await dialog.getByLabel(m.consent_state()).selectOption('withdrawn')
  await expect(dialog).toContainText(m.consent_unlinks())
  await dialog.getByLabel(m.consent_by()).fill('Ada herself')
  await dialog.getByLabel(m.consent_on()).fill(yesterday)
  await dialog.getByRole('button', { name: m.consent_save() }).click()
  await page.getByRole('button', { name: m.resident_link() }).first().click()
  await expect(dialog.getByLabel('Another one')).toBeVisible()
  await dialog.getByLabel(m.resident_link_search()).fill(device)
  await expect(dialog.getByLabel('Another one')).toBeHidden()
  await dialog.getByLabel(device).check()
  await dialog.getByRole('button', { name: m.resident_link() }).click()
  await expect(dialog).toContainText(m.consent_withdrawn_refused())
  await portal.send(setResidentStatus, { patient_id, status: 0 })
  for (const id of [device_id, other]) await portal.send(deleteDevice, { device_id: id })
})

test('several residents are sent on leave at once; who can’t be stays selected, with the reason [PL-6]', async ({
  page,
  world,
}) => {
  const { portal, nurse } = world
  const clinic = await demoClinic(world)
  const add = async (first_name: string) =>
    (await portal.send(saveResident, { clinic_id: clinic.id, first_name, last_name: 'Outing' })).patient_id
  const ids = [await add('Ada'), await add('Bea'), await add('Cleo')]
  await portal.send(setResidentStatus, { patient_id: ids[2]!, status: 2 })
  await page.setViewportSize(desk)
  await openAs(page, portal.http, nurse, '/clinic/residents')
  await page.getByRole('searchbox').fill('Outing')
  for (const name of ['Ada', 'Bea', 'Cleo'])
    await page.getByLabel(m.common_select_label({ row: `${name} Outing` })).check()
  await page.getByRole('button', { name: m.leave_act(), exact: true }).click()
  const dialog = page.getByRole('dialog')
  const tomorrow = Temporal.Now.plainDateISO(clinic.tz).add({ days: 1 }).toString()
  await dialog.locator('[name=until_day]').fill(tomorrow)
  await dialog.getByLabel(m.leave_until_time()).fill('14:00')
  await dialog.getByRole('button', { name: m.leave_save() }).click()
  await expect(dialog).toContainText(m.leave_save_some_failed({ count: 1 }))
  await expect(dialog).toContainText(m.leave_resident_inactive())
  await expect(dialog).toContainText(m.leave_set_many_title({ count: 1 }))
  const leaves = ids.map(async (patient_id) => (await portal.send(readLeave, { patient_id })).leave !== null)
  expect(await Promise.all(leaves)).toEqual([true, true, false])
  await lookAt(page)
  for (const patient_id of ids) await portal.send(setResidentStatus, { patient_id, status: 0 })
})
