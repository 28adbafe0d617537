import { createMedicalGroup, deleteMedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import type { Page } from '@playwright/test'
import { addPerson, admin, demoClinic, desk, expect, openAs, saveCsv, storeFaceSheet, test } from './portal.fixture.ts'

/** The number of rows that a list says it has, across all pages. */
async function totalOf(page: Page, list: string): Promise<number> {
  const range = page.getByRole('navigation', { name: `Pages: ${list}` }).getByRole('status')
  await expect(range).toHaveText(/ of [\d,]+$/)
  return Number((await range.innerText()).split(' of ')[1]!.replaceAll(',', ''))
}

test('lists of the portal are downloaded whole, and as they are narrowed; an export says how far it is [RP-8] [AR-4]', async ({
  page,
  world: { portal },
}) => {
  const groups: string[] = []
  for (let no = 1; no <= 12; no++)
    groups.push((await portal.send(createMedicalGroup, { name: `Rowan, "Hill" ${no}` })).medical_group_id)
  await page.setViewportSize(desk)
  await openAs(page, portal.http, admin, '/group/manage')
  expect(await totalOf(page, 'Medical groups')).toBeGreaterThanOrEqual(12)
  expect((await saveCsv(page, 'Medical groups')).length).toBe(await totalOf(page, 'Medical groups'))
  // The file contains the search result, with commas and quotes intact.
  await page.getByRole('searchbox').fill('"Hill" 1')
  await expect.poll(() => totalOf(page, 'Medical groups')).toBe(4)
  const found = (await saveCsv(page, 'Medical groups')).map(({ name }) => name)
  expect(found.toSorted()).toEqual([1, 10, 11, 12].map((no) => `Rowan, "Hill" ${no}`))

  for (const [path, list] of [
    ['/users/manage', 'Users'],
    ['/facility/manage', 'Facilities'],
    ['/devices/manage', 'Sensors'],
  ] as const) {
    await page.goto(portal.http + path)
    const total = await totalOf(page, list)
    expect((await saveCsv(page, list)).length).toBe(total)
  }
  for (const id of groups) await portal.send(deleteMedicalGroup, { medical_group_id: id })

  // Without a reload; its answers are made here, because a real one is done too soon.
  let progress = 0.1
  const running = { ...{ export_id: 'e', clinic_id: 'c', clinic_name: 'Rowan', state: 'running' }, expires_at: null }
  const rest = { first_day: '2026-11-01', last_day: '2026-11-02', residents: 0, rows: 0, bytes: 0, created_by: '' }
  await page.route('**/api/deidentified-exports?*', (route) =>
    route.fulfill({ json: { items: [{ ...running, ...rest, progress }], pagination: { total_records: 1 } } }),
  )
  await page.clock.install()
  await page.goto(`${portal.http}/deidentified-exports`)
  await expect(page.getByText(m.deidentified_export_running({ percent: '10' }))).toBeVisible()
  progress = 0.6
  await page.clock.fastForward('00:10')
  await expect(page.getByText(m.deidentified_export_running({ percent: '60' }))).toBeVisible()
})

test('lists of a facility and of a person are downloaded too [RP-8] [BI-3] [US-3]', async ({ page, world }) => {
  const { portal } = world
  const nurse = await addPerson(world)
  const clinic_id = (await demoClinic(world)).id
  const names = { first_name: 'Sofja', last_name: 'Kowalewskaja', billing_information: 'B 8' }
  const { patient_id } = await portal.send(saveResident, { clinic_id, room: '8', ...names })
  await storeFaceSheet(world, patient_id, 1)
  await page.setViewportSize(desk)

  for (const [path, list] of [
    ['/clinic/residents', 'Residents'],
    ['/clinic/eligibility', 'Eligibility logs'],
  ] as const) {
    await openAs(page, portal.http, nurse, path)
    const total = await totalOf(page, list)
    const saved = await saveCsv(page, list)
    expect(saved.length).toBe(total)
    expect(JSON.stringify(saved)).toContain('Kowalewskaja')
  }

  // Billing as filtered: the residents of the month, then of 30 days.
  await page.goto(`${portal.http}/clinic/billing`)
  const monitored = await totalOf(page, 'Residents')
  const bills = await saveCsv(page, 'Residents')
  expect(bills.length).toBe(monitored)
  expect(bills.every(({ id, n_days }) => id && n_days)).toBe(true)
  await page.getByLabel('Period').selectOption('30')
  await expect(page.getByText(/of 30/).first()).toBeVisible()
  expect((await saveCsv(page, 'Residents')).every(({ totalDays }) => totalDays === '30')).toBe(true)

  await page.context().clearCookies()
  await openAs(page, portal.http, admin, `/users/profile/${nurse.id}`)
  const total = await totalOf(page, 'Sign-ins')
  expect((await saveCsv(page, 'Sign-ins')).length).toBe(total)
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})
