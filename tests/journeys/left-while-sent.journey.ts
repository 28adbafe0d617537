import { createClinic } from '@eupnea/contract/clinics.ts'
import { flagResident, saveResident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { addPerson, expect, openAs, test } from './portal.fixture.ts'
import { act } from './rows.ts'

test('a dialog left while it was sent closes no other one when its answer comes [RE-2] [RE-6]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const { id: clinic_id } = await portal.send(createClinic, { name: 'Alder' })
  await portal.send(saveResident, { clinic_id, first_name: 'Emmy', last_name: 'Noether' })
  await openAs(page, portal.http, await addPerson(world, { clinic_ids: [clinic_id] }), '/clinic/residents')
  /** A slow line: it's answered only when released. */
  const hold = async (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(`**/api${path.replaceAll(/\{\w+\}/g, '*')}`, async (route) => {
      if (route.request().method() !== 'GET') await promise
      await route.continue()
    })
    return resolve
  }
  const open = (item: string) => act(page, 'Emmy Noether', item)
  const flagging = page.getByRole('dialog', { name: /^Change flag for/ })
  const editing = page.getByRole('dialog', { name: /^Edit/ })

  const answerFlag = await hold(flagResident.path)
  await open(m.resident_flag_change())
  await flagging.getByRole('radio').first().check()
  await flagging.getByRole('button', { name: m.resident_flag_change() }).click()
  await page.keyboard.press('Escape')
  await open(m.common_edit())
  const first = editing.getByRole('textbox', { name: 'First name' })
  await first.fill('Amalie')
  answerFlag()
  await expect(page.getByText(m.resident_flag_done_title(), { exact: true })).toBeVisible()
  await expect(first).toHaveValue('Amalie')

  const answerSave = await hold(saveResident.path)
  await editing.getByRole('button', { name: m.common_save() }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: m.common_leave_sending_now(), exact: true }).click()
  await open(m.resident_flag_change())
  const why = flagging.getByRole('textbox', { name: m.note_label() })
  await why.fill('Breathes fast')
  answerSave()
  await expect(page.getByText(m.resident_save_done(), { exact: true })).toBeVisible()
  await expect(why).toHaveValue('Breathes fast')
})
