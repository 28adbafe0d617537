import { createNote, listNotes, updateNote } from '@eupnea/contract/notes.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { flagName, flagStatuses } from '@eupnea/contract/rules/flag.ts'
import { m } from '@eupnea/texts'
import type { Page } from '@playwright/test'
import {
  addPerson,
  demoClinic,
  desk,
  expect,
  expectAccessible,
  lookAt,
  openAs,
  phone,
  smallPdf,
  test,
} from './portal.fixture.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const noteOf = (page: Page, text: string) => page.locator('.note', { hasText: text })

test('a nurse writes a note and attaches at a desk, edits and finds it on a phone [NO-1] [NO-2] [RE-7] [ER-1]', async ({
  page,
  context,
  world,
}) => {
  test.setTimeout(180_000)
  const { portal } = world
  const clinic_id = (await demoClinic(world)).id
  const last_name = 'Curie'
  const { patient_id } = await portal.send(saveResident, { clinic_id, first_name: 'Marie', last_name, room: '411' })
  await page.setViewportSize(desk)

  // On the resident's page: a missing text is reported, and a lost connection keeps what was typed.
  await openAs(page, portal.http, await addPerson(world), `/patient/profile/${patient_id}`)
  const notes = page.getByRole('region', { name: m.note_title() })
  await expect(notes.getByText(m.note_empty_title())).toBeVisible()
  await notes.getByRole('button', { name: m.note_save() }).click()
  await expect(notes.getByText(m.note_text_required())).toBeVisible()
  await expect(notes.getByLabel(m.note_new_label())).toBeFocused()
  await notes.getByLabel(m.note_new_label()).fill('Slept through.\nAsked for water at 03:10.')
  await expect(notes.getByText(m.note_text_required())).toHaveCount(0)
  await context.setOffline(true)
  await notes.getByRole('button', { name: m.note_save() }).click()
  await expect(notes.getByText('Can’t reach the portal')).toBeVisible()
  await expect(notes.getByLabel(m.note_new_label())).toHaveValue('Slept through.\nAsked for water at 03:10.')
  await context.setOffline(false)
  // It is still there after visiting another page.
  await page.locator('.resident-back').click()
  await page.waitForURL('**/clinic/profile')
  await page.goBack()
  await expect(notes.getByLabel(m.note_new_label())).toHaveValue('Slept through.\nAsked for water at 03:10.')
  await notes.getByRole('button', { name: m.note_save() }).click()
  await expect(page.getByText('Note stored successfully', { exact: true })).toBeVisible()
  await expect(notes.getByLabel(m.note_new_label())).toHaveValue('')
  await expect(noteOf(page, 'Slept through.')).toContainText('Grace Hopper')

  // A file that is no PDF is refused beside its button; a real one is saved with the note.
  await notes.getByLabel(m.note_new_label()).fill('Left heel red, doctor called')
  await notes.getByLabel(m.note_kind_label()).selectOption('change')
  await expect(notes.getByLabel(m.note_flag_label()).getByRole('option')).toHaveText([
    m.note_flag_current(),
    ...flagStatuses.map(({ id }) => flagName(id)),
  ])
  await notes.getByLabel(m.note_flag_label()).selectOption('Escalated')
  const file = notes.locator('input[type=file]')
  await file.setInputFiles({ name: 'heel.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(notes.getByText(m.file_type_refused())).toBeVisible()
  await file.setInputFiles({ name: 'heel.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf at all') })
  await notes.getByRole('button', { name: m.note_save() }).click()
  await expect(notes.getByText('Choose a PDF')).toBeVisible()
  await lookAt(page)
  await file.setInputFiles({ name: 'heel.pdf', mimeType: 'application/pdf', buffer: smallPdf })
  await notes.getByRole('button', { name: m.note_save() }).click()
  await expect(page.getByText('Change Note stored successfully')).toBeVisible()
  const change = noteOf(page, 'Left heel red')
  await expect(change).toContainText(m.note_kind_change())
  await expect(change).toContainText('Escalated')
  const link = change.getByRole('link', { name: 'heel (PDF, 1 kB)' })
  const answer = await page.request.get(new URL((await link.getAttribute('href')) ?? '', portal.http).href)
  expect((await answer.body()).equals(smallPdf)).toBe(true)
  await lookAt(page)

  // In the clinic's notes, from here on a phone: found and edited, and the earlier version is kept.
  await page.setViewportSize(phone)
  await page.goto(`${portal.http}/clinic/notes`)
  await page.getByRole('searchbox').fill(last_name)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  const ofKind = async (kind: string) => {
    await page.getByRole('button', { name: new RegExp(`^${m.common_filters()}`) }).click()
    await page.getByLabel(m.note_kind_label()).selectOption(kind)
    await page.getByRole('button', { name: m.common_done() }).click()
  }
  await ofKind('change')
  await expect(page.getByRole('button', { name: m.common_filters_chosen({ count: '1' }) })).toBeVisible()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  expect(page.url()).not.toContain('Curie')
  await lookAt(page)
  await expect(change.getByRole('link', { name: m.note_profile_link() })).toHaveAttribute(
    'href',
    `/patient/profile/${patient_id}`,
  )
  await change.getByRole('button', { name: /^Edit/ }).click()
  await dialog(page).getByRole('textbox', { name: m.note_label() }).fill('Left heel red, pad applied')
  // A colleague saves first.
  const [theirs] = (await portal.send(listNotes, { patient_id, kind: 'change' })).items
  await portal.send(updateNote, { note_id: theirs!.note_id, note: 'Left heel red, doctor has been here' })
  await dialog(page).getByRole('button', { name: m.note_save() }).click()
  await expect(dialog(page).getByText(m.note_edited_meanwhile())).toBeVisible()
  await expect(dialog(page).getByText('Left heel red, doctor has been here')).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: m.note_label() })).toHaveValue('Left heel red, pad applied')
  await lookAt(page)
  await dialog(page).getByRole('button', { name: m.note_keep_mine() }).click()
  await dialog(page).getByRole('button', { name: m.note_save() }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(noteOf(page, 'pad applied')).toContainText(m.note_edited({ person: 'Grace Hopper', time: '' }))
  await noteOf(page, 'pad applied')
    .getByRole('button', { name: /^History/ })
    .click()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3)
  await expect(dialog(page)).toContainText('Left heel red, doctor has been here')
  await expect(dialog(page)).toContainText('Left heel red, doctor called')
  await lookAt(page)
  await page.keyboard.press('Escape')

  // Written here about a resident of the clinic; a note from another browser appears without a reload.
  await ofKind('')
  await page.getByRole('button', { name: m.note_write(), exact: true }).click()
  const resident = dialog(page).getByRole('combobox', { name: m.resident_label() })
  await expect(resident).toBeFocused()
  await dialog(page).getByRole('button', { name: m.note_save() }).click()
  await expect(dialog(page).getByText(m.resident_required())).toBeVisible()
  await expect(resident).toBeFocused()
  await resident.fill(last_name)
  await page.getByRole('option', { name: `411 · Marie ${last_name}` }).click()
  await dialog(page).getByRole('textbox', { name: m.note_label() }).fill('Ate well')
  // Tapping outside discards nothing.
  await page.mouse.click(5, 5)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: m.common_leave_not() }).click()
  await expect(dialog(page).getByRole('textbox', { name: m.note_label() })).toHaveValue('Ate well')
  await dialog(page).getByRole('button', { name: m.note_save() }).click()
  await expect(page.getByText('1–3 of 3')).toBeVisible()
  await portal.send(createNote, { patient_id, note: 'Visit of the daughter' })
  await expect(noteOf(page, 'Visit of the daughter')).toContainText('411')
  await expect(page.getByText('1–4 of 4')).toBeVisible()
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})

test('a failure of the notes is an empty list without the portal’s message [ER-2] [NO-1]', async ({ page, world }) => {
  await page.route('**/api/notes?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', title: 'Gone wrong', message: 'Gone wrong' } }),
  )
  await openAs(page, world.portal.http, await addPerson(world), '/clinic/notes')
  await expect(page.getByText(m.note_load_failed_title())).toBeVisible()
  await expect(page.getByText('Gone wrong')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute('**/api/notes?*')
  await page.getByRole('button', { name: m.common_try_again() }).click()
  await expect(page.getByText(m.note_load_failed_title())).toHaveCount(0)
})
