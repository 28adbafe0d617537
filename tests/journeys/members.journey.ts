import { randomUUID } from 'node:crypto'
import { assignMember, linkMemberResident } from '@eupnea/contract/members.ts'
import { listMessages } from '@eupnea/contract/outbox.ts'
import { listResidents, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { acceptAgreement } from '@eupnea/contract/sessions.ts'
import { listUsers } from '@eupnea/contract/users.ts'
import { addPerson, admin, desk, expect, lookAt, openAs, phone, test, type World } from './portal.fixture.ts'
import { act, rowOf } from './rows.ts'

test.beforeEach(async ({ world }) => {
  await world.portal.send(acceptAgreement, {})
})

/** A resident with a device at the demo clinic. */
async function measured({ portal }: World) {
  const { items } = await portal.send(listResidents, { device: 'with' })
  return items[0]!
}

test('a member looks at their own nights, shows them to a provider and ends who else sees them [SH-10] [ME-1] [ME-2] [EA-5] [EA-6] [EA-7]', async ({
  page,
  world,
  browser,
}) => {
  await page.setViewportSize(phone)
  const provider = await addPerson(world, { user_type: 'vc-admin', first_name: 'Paula', last_name: 'Provider' })
  const member = await addPerson(world, {
    user_type: 'member',
    clinic_ids: [],
    first_name: 'Mia',
    last_name: 'Member',
  })
  await openAs(page, world.portal.http, member)

  // Until a resident is linked, the page says what to do.
  await expect(page.getByText('No sensor linked yet')).toBeVisible()
  await expect(page.getByText('No provider linked')).toBeVisible()
  await lookAt(page)

  const { patient_id } = await measured(world)
  await world.portal.send(linkMemberResident, { user_uid: member.id, patient_id })
  await world.portal.send(assignMember, { user_uid: member.id, provider_email: provider.email })
  // The day before yesterday is made while the portal already serves.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('region', { name: 'Latest night' })).toContainText('You were in bed for', {
      timeout: 3_000,
    })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('list', { name: 'Time in bed, last 14 nights, hours' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Respiration rate' })).toBeVisible()
  // Hours of neighbouring nights don't run into each other, and the newest has its own.
  const values = page.locator('.day-bar-value:visible')
  const boxes = await values.evaluateAll((all) => {
    // As wide as they get.
    for (const one of all) one.textContent = '10.8'
    return all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect)
  })
  for (const [at, { left }] of boxes.entries()) expect(left).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0)
  await expect(page.locator('.day-bar-value').last()).toBeVisible()
  // The average alone: a single low minute says nothing to a lay reader.
  const chart = page.getByRole('slider', { name: /respiration/i }).last()
  await expect(async () => {
    await chart.press('ArrowLeft')
    expect(await chart.getAttribute('aria-valuetext')).toContain('BrPM')
  }).toPass({ intervals: [0] })
  await expect(chart).toHaveAttribute('aria-valuetext', /: \d+\.\d BrPM$/)
  // A shell of their own: no menu and no search, also where the page is wide.
  await page.setViewportSize(desk)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Search/ })).toHaveCount(0)
  // On paper a head takes its place, and while it loads an outline.
  const shell = page.locator('.member-top')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-head')).toBeVisible()
  await expect(page.locator('.print-head')).toContainText(/Printed .*20\d\d.* by Mia Member/)
  await expect(shell).toBeHidden()
  await expect(page.locator('.own-panel').first()).toHaveCSS('break-inside', 'avoid')
  await page.emulateMedia({ media: null })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/portal-*.js', (route) => held.then(() => route.continue()))
  await page.reload({ waitUntil: 'commit' })
  const outline = { x: 0, y: 0, width: desk.width, height: 60 }
  await expect.poll(() => page.locator('.skeleton-top').boundingBox()).toEqual(outline)
  await expect(page.locator('.skeleton-menu')).toBeHidden()
  release()
  await expect.poll(() => shell.boundingBox()).toEqual(outline)
  await expect(page.getByRole('region', { name: 'Latest night' })).toContainText('You were in bed for')
  await page.setViewportSize(phone)
  await lookAt(page)

  // They show them to another provider, who accepts.
  const other = await addPerson(world, { user_type: 'vc-admin', first_name: 'Olive', last_name: 'Other' })
  await page.getByRole('button', { name: 'Invite provider' }).click()
  await page.getByLabel('Provider’s e-mail').fill(other.email)
  await lookAt(page)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Hasn’t answered yet')).toBeVisible()
  const theirs = await browser.newPage({ viewport: desk })
  await openAs(theirs, world.portal.http, other)
  await expect(theirs.getByText('would like you to see their nights')).toBeVisible()
  await lookAt(theirs)
  await theirs.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(rowOf(theirs, 'Mia Member')).toContainText('h in bed')
  await theirs.close()
  await page.reload()
  await expect(page.getByText('Olive Other')).toBeVisible()
  await page.getByRole('button', { name: 'Unlink Olive Other' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('Olive Other no longer sees your nights')).toBeVisible()

  await page.getByRole('button', { name: 'Unlink Paula Provider' }).click()
  await expect(page.getByRole('dialog', { name: 'Unlink Paula Provider?' })).toBeVisible()
  await lookAt(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('Paula Provider no longer sees your nights')).toBeVisible()
  await expect(page.getByText('No provider linked')).toBeVisible()

  // They can switch off page-view counting, effective immediately.
  await page.getByRole('button', { name: /Hello, Mia Member/ }).click()
  await page.getByRole('menuitem', { name: 'Privacy', exact: true }).click()
  const choice = page.getByRole('switch', { name: /Count page views/ })
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(choice).not.toBeChecked()
  await lookAt(page)
  await page.reload()
  await page.getByRole('button', { name: /Hello, Mia Member/ }).click()
  await page.getByRole('menuitem', { name: 'Privacy', exact: true }).click()
  await expect(page.getByRole('switch', { name: /Count page views/ })).not.toBeChecked()
})

test('a provider invites, shares and revokes [SH-10] [ME-1] [ME-2]', async ({ page, world, browser }) => {
  await page.setViewportSize(desk)
  const provider = await addPerson(world, { user_type: 'vc-admin', first_name: 'Paula', last_name: 'Provider' })
  const coach = await addPerson(world, { user_type: 'vc-admin', first_name: 'Carl', last_name: 'Coach' })
  const email = `${randomUUID()}@example.org`
  await openAs(page, world.portal.http, provider)
  await expect(page.getByRole('heading', { name: 'Maple Court' })).toBeVisible()
  await expect(page.getByText('No members yet')).toBeVisible()
  await lookAt(page)

  // An error appears beside its field, and what was typed stays.
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByLabel('First name').fill('Ida')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Enter a last name')).toBeVisible()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await page.getByLabel('Last name').fill('Noddack')
  await page.getByLabel('E-mail').fill(email)
  await lookAt(page)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation Sent')).toBeVisible()
  await expect(page.getByText(`Ida Noddack (${email})`)).toBeVisible()

  // The invited person chooses, on a phone, a password and accepts.
  const link = await invitationLink(world, email)
  const other = await browser.newPage({ viewport: phone })
  await other.goto(link)
  await other.getByLabel('New password', { exact: true }).fill('two herons stand in fog')
  await other.getByLabel('Repeat new password', { exact: true }).fill('two herons stand in fog')
  await other.getByRole('button', { name: 'Save and continue' }).click()
  const agreement = other.getByRole('dialog', { name: 'User agreement' })
  await expect(agreement).toContainText('Your account is yours alone.')
  await expect(agreement).not.toContainText('Open only what your work requires')
  await agreement.getByRole('button', { name: 'I accept' }).click()
  await expect(other.getByText('would like to see your nights')).toBeVisible()
  await lookAt(other)
  await other.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(other.getByText('Paula Provider can now see your nights')).toBeVisible()
  await other.close()

  const { patient_id } = await measured(world)
  await page.reload()
  await expect(rowOf(page, 'Ida Noddack')).toContainText('No resident linked')
  const user_uid = await idOf(world, email)
  await world.portal.send(linkMemberResident, { user_uid, patient_id })
  await expect(async () => {
    await page.reload()
    await expect(rowOf(page, 'Ida Noddack')).toContainText('h in bed', { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await act(page, 'Ida Noddack', 'Share')
  await page.getByLabel('Provider’s e-mail').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('No provider has this e-mail')).toBeVisible()
  await page.getByLabel('Provider’s e-mail').fill(coach.email)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Member shared successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Details: Ida Noddack' }).click()
  await expect(page.getByText('sleep sessions in total')).toBeVisible()
  await lookAt(page)
  await page.getByRole('button', { name: 'Revoke Carl Coach' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await expect(page.getByText('Provider Revoked')).toBeVisible()
  await act(page, 'Ida Noddack', 'Assign to provider')
  await page.getByLabel('Provider’s e-mail').fill(coach.email)
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('Member assigned to Provider')).toBeVisible()
})

test('an administrator links a member and erases a resident [ME-1] [PR-1]', async ({ page, world }) => {
  await page.setViewportSize(desk)
  const member = await addPerson(world, {
    user_type: 'member',
    clinic_ids: [],
    first_name: 'Lena',
    last_name: 'Linked',
  })
  const { patient_id, first_name, last_name, clinic_id } = await measured(world)
  await openAs(page, world.portal.http, admin, `/users/profile/${member.id}`)
  await expect(page.getByRole('region', { name: 'Facility access' })).toContainText('Members see only their own nights')
  await page.getByRole('button', { name: 'Link resident' }).click()
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Resident' })
  await field.click()
  await field.fill(last_name)
  await page.getByRole('option', { name: new RegExp(`${first_name} ${last_name}`) }).click()
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByText('Resident Linked Successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'a resident at Maple Court' })).toHaveAttribute(
    'href',
    new RegExp(patient_id),
  )
  await lookAt(page)

  const who = { first_name: 'Zelda', last_name: 'Gone' }
  const gone = await world.portal.send(saveResident, { clinic_id, ...who })
  await page.goto(`${world.portal.http}/privacy`)
  await page.getByRole('button', { name: 'Add request' }).click()
  await page.getByLabel('Erasure').check()
  const subject = page.getByRole('dialog').getByRole('combobox', { name: 'Resident' })
  await subject.click()
  await subject.fill('Zelda')
  await page.getByRole('option', { name: new RegExp(who.last_name) }).click()
  await lookAt(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add request' }).click()
  const name = `Zelda ${who.last_name}`
  await expect(rowOf(page, name)).toContainText('in 14 days')
  await lookAt(page)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`resident-${gone.patient_id}.json`)

  // A resident in care can't be erased.
  await expect(rowOf(page, name)).toContainText('Discharge before erasing')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Refuse' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Erase' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await world.portal.send(setResidentStatus, { patient_id: gone.patient_id, status: 2 })
  await page.reload()
  await act(page, name, 'Erase')
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByText(`${name} erased`)).toBeVisible()
  await expect(rowOf(page, 'Erased resident').first()).toContainText('Done')
})

/** The password link in the mail to the invited person, who gets two mails. */
async function invitationLink(world: World, email: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const { items } = await world.portal.send(listMessages, {})
      const texts = items.filter(({ recipient }) => recipient === email).map(({ text }) => text ?? '')
      link = /https?:\S+#set-password=\S+/.exec(texts.join('\n'))?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

async function idOf({ portal }: World, email: string): Promise<string> {
  const { users } = await portal.send(listUsers, { email })
  return users[0]!.id
}
