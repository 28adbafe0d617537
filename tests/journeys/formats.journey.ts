import { createClinic } from '@eupnea/contract/clinics.ts'
import { createNote } from '@eupnea/contract/notes.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import { addPerson, admin, expect, openAs, test } from './portal.fixture.ts'

test('a facility reads dates and times as its country writes them; lists of several by the default [SH-21]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const values = { name: 'Oak Hill', tz: 'America/New_York', locale: 'en-US' as const, floors: ['1'] }
  const { id: clinic_id } = await portal.send(createClinic, values)
  const names = { first_name: 'Ada', last_name: 'Byron', dob: '1941-03-02' }
  const { patient_id } = await portal.send(saveResident, { clinic_id, ...names })
  await portal.send(createNote, { patient_id, note: 'Slept well' })
  const nurse = await addPerson(world, { clinic_ids: [clinic_id] })

  await openAs(page, portal.http, nurse)
  await expect(page.locator('time.tabular').first()).toHaveText(/^\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M$/)
  await page.goto(`${portal.http}/patient/profile/${patient_id}`)
  await expect(page.getByText('03/02/1941').first()).toBeVisible()
  await expect(page.getByText(/^\d\d\/\d\d\/\d{4}, \d{1,2}:\d\d [AP]M$/).first()).toBeVisible()

  // A field for a date too, unless somebody types in it.
  await page.getByRole('button', { name: 'Actions for Ada Byron' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const born = page.getByLabel('Date of birth')
  const drawn = () => born.evaluate((input) => getComputedStyle(input, '::before').content)
  await expect.poll(drawn).toBe('"03/02/1941"')
  await born.focus()
  await expect.poll(drawn).toBe('none')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Ada Byron' }).click()
  await page.getByRole('menuitem', { name: 'Set leave' }).click()
  await expect(page.getByLabel('From (time)')).toHaveValue(/^\d\d:\d\d$/)
  await page.context().clearCookies()
  await openAs(page, portal.http, admin, '/users/manage')
  await expect(page.locator('.table-time').first()).toHaveText(/^\d{1,2} \w+ \d{4}/)
  await page.goto(`${portal.http}/facility/edit/oak-hill`)
  await expect(page.getByRole('combobox', { name: 'Date and number format' })).toHaveValue('en-US')
})
