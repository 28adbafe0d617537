import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { createClinic, listClinics } from '@eupnea/contract/clinics.ts'
import { createNote, listNotes } from '@eupnea/contract/notes.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { createLiveToken } from '@eupnea/contract/sessions.ts'
import { setUserClinics } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import {
  addPerson,
  admin,
  demoClinic,
  expect,
  expectAccessible,
  laterBuild,
  openAs,
  signInHere,
  signOut,
  test,
} from './portal.fixture.ts'

test('what is sent again after a lost answer is done once [NO-1] [AP-3]', async ({ page, world }) => {
  const { portal } = world
  const clinic_id = (await demoClinic(world)).id
  const { patient_id } = await portal.send(saveResident, { clinic_id, first_name: 'Lise', last_name: 'Meitner' })
  await openAs(page, portal.http, await addPerson(world), `/patient/profile/${patient_id}`)
  const notes = page.getByRole('region', { name: m.note_title() })
  await notes.getByLabel(m.note_new_label()).fill('Turned to the left side')
  // The portal saves it, but its answer never arrives.
  await page.route(
    `**/api${createNote.path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await notes.getByRole('button', { name: m.note_save() }).click()
  await expect(notes.getByText('Can’t reach the portal')).toBeVisible()
  await notes.getByRole('button', { name: m.note_save() }).click()
  await expect(page.getByText('Note stored successfully', { exact: true })).toBeVisible()
  expect((await portal.send(listNotes, { patient_id })).items).toHaveLength(1)
  // Sending the same words later creates a second note.
  await notes.getByLabel(m.note_new_label()).fill('Turned to the left side')
  await notes.getByRole('button', { name: m.note_save() }).click()
  await expect(page.locator('.note', { hasText: 'Turned to the left side' })).toHaveCount(2)
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})

test('what is typed while a note is stored stays, and what is stored is not there again on return [NO-1]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const clinic_id = (await demoClinic(world)).id
  const { patient_id } = await portal.send(saveResident, { clinic_id, first_name: 'Ida', last_name: 'Noddack' })
  await openAs(page, portal.http, await addPerson(world), `/patient/profile/${patient_id}`)
  const notes = page.getByRole('region', { name: m.note_title() })
  const field = notes.getByLabel(m.note_new_label())
  const store = notes.getByRole('button', { name: m.note_save() })
  const stored = page.getByText('Note stored successfully', { exact: true })
  /** A slow line: the portal answers only when released. */
  let arrive = () => {}
  await page.route(`**/api${createNote.path}`, async (route) => {
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    await route.continue()
  })
  const press = async () => {
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/notes'))
    await store.click()
    await sent
  }

  await field.fill('Turned to the left side')
  await press()
  await field.fill('Turned to the left side, and drank')
  arrive()
  await expect(stored).toBeVisible()
  await expect(field).toHaveValue('Turned to the left side, and drank')

  // Leaving and coming back while it is being sent.
  await field.fill('Ate well')
  await press()
  await page.locator('.resident-back').click()
  await page.waitForURL('**/clinic/profile')
  await page.goBack()
  await expect(field).toHaveValue('Ate well')
  arrive()
  await expect(field).toHaveValue('')

  // Leaving, with the note saved before coming back.
  await field.fill('Slept')
  await press()
  await page.locator('.resident-back').click()
  await page.waitForURL('**/clinic/profile')
  arrive()
  await expect.poll(async () => (await portal.send(listNotes, { patient_id })).items.length).toBe(3)
  await expect(stored.last()).toBeVisible()
  await page.goBack()
  await expect(notes.locator('.note', { hasText: 'Slept' })).toBeVisible()
  await expect(field).toHaveValue('')
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})

test('what is clicked twice is done once [FA-1]', async ({ page, world }) => {
  const { portal } = world
  await openAs(page, portal.http, admin, '/facility/add')
  await page.getByLabel(/^Name/).fill('Clicked Twice House')
  await page.getByRole('button', { name: 'Add facility' }).dblclick()
  await page.waitForURL('**/facility/profile/**')
  const { items } = await portal.send(listClinics, {})
  expect(items.filter(({ name }) => name === 'Clicked Twice House')).toHaveLength(1)
})

test('with the network away a list and a page say so in their place, and come when it is back [LI-9] [ER-1]', async ({
  page,
  context,
  world,
}) => {
  await openAs(page, world.portal.http, await addPerson(world), '/clinic/notifications')
  const main = page.locator('#main')
  const list = main.getByText('No notifications yet').or(main.getByRole('table'))
  await expect(list.first()).toBeVisible()
  await context.setOffline(true)
  await main.getByLabel('Status', { exact: true }).selectOption('Snoozed')
  await expect(main.getByRole('alert')).toContainText('Can’t reach the portal')
  await main.getByRole('button', { name: m.common_try_again() }).click()
  await expect(main.getByRole('alert')).toContainText('Can’t reach the portal')
  await context.setOffline(false)
  await expect(main.getByText('No matching notifications')).toBeVisible()

  // A page that hasn't been opened yet.
  await context.setOffline(true)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Billing' }).click()
  await expect(main.getByText('Can’t reach the portal')).toBeVisible()
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
})

test('a page whose script does not arrive comes once it does, also from a build made since the start [LI-9] [ER-1]', async ({
  page,
  world,
}) => {
  const { http } = world.portal
  await page.route(/\/assets\/index-[\w-]+\.js$/, (route) => route.abort(), { times: 1 })
  await page.goto(`${http}/user/login`)
  await expect(page.getByLabel('E-mail')).toBeVisible()

  const later = `later-build-${randomUUID()}.js`
  const path = new URL(`../../web/dist/assets/${later}`, import.meta.url)
  await writeFile(path, '')
  try {
    expect((await fetch(`${http}/assets/${later}`)).status).toBe(200)
  } finally {
    await rm(path)
  }
  expect((await fetch(`${http}/assets/${later}`)).status).toBe(404)
})

test('a page left open across an update stays until another one is opened, which is new [LI-9] [ER-1]', async ({
  page,
  context,
  world,
}) => {
  const { http } = world.portal
  await openAs(page, http, await addPerson(world), '/clinic/profile')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  const isOld = () => page.evaluate(() => 'isOld' in window).catch(() => true)
  await context.setOffline(true)
  // Chromium keeps an open socket in offline mode, so close it as a lost network would.
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(page.getByText(/^No connection since/)).toBeVisible()
  await page.route(`${http}/`, laterBuild, { times: 1 })
  const looked = page.waitForResponse(`${http}/`)
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await (await looked).finished()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  expect(await isOld()).toBe(true)

  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Billing' }).click()
  await expect.poll(isOld).toBe(false)
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
})

test('with the network away the menu of a phone comes late, the page stays, and its rates grow old [LI-9] [SH-14] [VI-3]', async ({
  page,
  context,
  world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.clock.install()
  await openAs(page, world.portal.http, await addPerson(world), '/clinic/residents?page_size=50')
  await expect(page.getByRole('heading', { name: 'Residents', level: 1 })).toBeVisible()
  const rates = page.locator('.directory-rate b').filter({ hasText: /\d/ })
  await expect(rates).not.toHaveCount(0)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByText('Can’t reach the portal')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Residents', level: 1 })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Billing' })).toBeVisible()
  await expect(rates).not.toHaveCount(0)
  await context.setOffline(true)
  await page.clock.fastForward('01:40')
  await expect(rates).toHaveCount(0)
  await context.setOffline(false)
})

test('whose session has ended elsewhere is told so at the sign-in, once, and finds what they had typed [ID-6] [ID-8] [SH-3] [SH-19] [NO-1]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const clinic_id = (await demoClinic(world)).id
  const { patient_id } = await portal.send(saveResident, { clinic_id, first_name: 'Irène', last_name: 'Joliot' })
  const nurse = await addPerson(world)
  await page.clock.install()
  await openAs(page, portal.http, nurse, `/patient/profile/${patient_id}`)
  const note = page.getByLabel(m.note_new_label())
  await note.fill('Woke at three')
  await page.getByRole('button', { name: 'Actions for Irène Joliot' }).click()
  await page.getByRole('menuitem', { name: 'Discharge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discharge' }).click()
  const undo = page.getByRole('button', { name: /^Undo: Irène Joliot/ })
  await expect(undo).toBeVisible()
  await page.request.post(`${portal.http}/api/auth/sign-out`)
  await expect(page.getByText('You were signed out')).toBeVisible()
  // It disappears immediately; left alone, it would also time out.
  await expect(undo).toHaveCount(0, { timeout: 2_000 })
  await expectAccessible(page)
  await signInHere(page, nurse)
  await expect(note).toHaveValue('Woke at three')
  await note.fill('Woke at three, and again at five')
  await page.clock.fastForward('31:00')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(note).toHaveValue('Woke at three, and again at five')
  // A dialog goes with its page: opened again, it has what was typed, unless it was cancelled.
  const flag = page.getByRole('button', { name: m.resident_flag_change(), exact: true })
  const why = page.getByRole('dialog').getByRole('textbox', { name: m.note_label() })
  await flag.click()
  await why.fill('Breathes fast')
  await page.request.post(`${portal.http}/api/auth/sign-out`)
  await signInHere(page, nurse)
  await flag.click()
  await expect(why).toHaveValue('Breathes fast')
  await page.getByRole('dialog').getByRole('button', { name: m.common_cancel() }).click()
  await page.getByRole('button', { name: m.common_leave_now() }).click()
  await flag.click()
  await expect(why).toHaveValue('')
  await page.goto(`${portal.http}/clinic/notes`)
  const write = page.getByRole('button', { name: m.note_write(), exact: true }).first()
  const dialog = page.getByRole('dialog', { name: m.note_write() })
  const typed = dialog.getByRole('textbox', { name: m.note_label() })
  await write.click()
  await typed.fill('Asked for water')
  await page.clock.fastForward('31:00')
  await page.getByRole('button', { name: 'OK' }).click()
  await write.click()
  await expect(typed).toHaveValue('Asked for water')
  await page.request.post(`${portal.http}/api/auth/sign-out`)
  await signInHere(page, nurse)
  await write.click()
  await expect(typed).toHaveValue('Asked for water')
  await dialog.getByRole('button', { name: m.common_cancel() }).click()
  await page.getByRole('button', { name: m.common_leave_now() }).click()
  await write.click()
  await expect(typed).toHaveValue('')
  await page.goto(`${portal.http}/patient/profile/${patient_id}`)
  await signOut(page)
  await expect(page.getByText('You were signed out')).toHaveCount(0)
  // Nothing of it remains after signing out by hand.
  await signInHere(page, nurse)
  await page.goto(`${portal.http}/patient/profile/${patient_id}`)
  await expect(note).toHaveValue('')
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})

test('who is given another facility goes on where they are, with what they may see now [FA-4] [LI-9]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const nurse = await addPerson(world)
  await openAs(page, portal.http, nurse)
  await expect(page.locator('.card')).not.toHaveCount(0)
  const own = (await demoClinic(world)).id
  const { id: other } = await portal.send(createClinic, { name: 'Willow Court' })
  const counted = page.waitForResponse((response) => response.url().endsWith(createLiveToken.path))
  await portal.send(setUserClinics, { user_id: nurse.id, clinic_ids: [own, other] })
  await counted
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await expect(page.locator('.card')).not.toHaveCount(0)
  await expect(page).not.toHaveURL(/login/)
})
