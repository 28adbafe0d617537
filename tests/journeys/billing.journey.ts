import { listBilling, listBillingDays, listClinicMonthlyBilling } from '@eupnea/contract/billing.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { addPerson, demoClinic, desk, expect, lookAt, openAs, test, type World } from './portal.fixture.ts'

/** Waits until the simulated sensors have sent valid readings, for today too: past days come first. */
async function awaitMonitored(world: World) {
  const { portal } = world
  const clinic = await demoClinic(world)
  const list = () => portal.send(listBilling, { clinic_id: clinic.id, sort: 'n_days', order: 'desc' })
  await expect.poll(async () => (await list()).items[0]?.n_days ?? 0).toBeGreaterThan(0)
  const item = (await list()).items[0]!
  const today = async () => (await portal.send(listBillingDays, { patient_id: item.id })).items.at(-1)!
  await expect.poll(async () => (await today()).validDataPoints, { timeout: 120_000 }).toBeGreaterThan(0)
  return { clinic, item }
}

/** The resident's billing row of this month, as it is now. */
async function readItem(world: World, id: string) {
  const { portal } = world
  const clinic = await demoClinic(world)
  const { items } = await portal.send(listClinicMonthlyBilling, { clinic_id: clinic.id, page_size: 100 })
  return items.find((one) => one.id === id)!
}

test("staff read a month's billing and a resident's days [BI-1] [BI-2] [BI-3]", async ({ page, world }) => {
  const { item } = await awaitMonitored(world)
  await page.setViewportSize(desk)
  await openAs(page, world.portal.http, await addPerson(world), '/clinic/billing')
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  const totals = page.getByLabel(/^Totals for/)
  await expect(totals).toContainText('CPT 99454')
  const search = page.getByRole('searchbox')
  await search.fill(item.resident_name)
  const row = page.locator('tbody tr:not(.table-details-row), .table-list > li', { hasText: item.resident_name })
  // Days and code as the portal has them now: past days may still be coming in.
  await expect(async () => {
    const { n_days, totalDays, cptCode } = await readItem(world, item.id)
    await expect(row.first()).toContainText(`${n_days} of ${totalDays}`, { timeout: 500 })
    await expect(row.first()).toContainText(cptCode ?? 'None', { timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await lookAt(page)

  await row
    .first()
    .getByRole('button', { name: `Details: ${item.resident_name}` })
    .click()
  const calendar = page.getByRole('table', { name: new RegExp(`^Days with data: ${item.resident_name}`) })
  await expect(calendar).toContainText(/[\d,]+ of [\d,]+ minutes usable, today so far/)
  await lookAt(page)

  await page.getByLabel('CPT code').selectOption('99454')
  await expect(page.getByText('No matching residents')).toBeVisible()
  await page.getByRole('button', { name: 'Show all residents' }).click()
  await expect(page.getByText('No matching residents')).toHaveCount(0)

  await page.getByLabel('Period').selectOption('30')
  await expect(page.getByLabel(/^From/)).toBeVisible()
  await expect(totals).toHaveAccessibleName(/ to /)
  await expect(page.getByText(/of 30/).first()).toBeVisible()
  await page.getByLabel(/^From/).fill('2020-02-01')
  await expect(page.getByText('Nothing to bill for 1 Feb 2020 to 1 Mar 2020')).toBeVisible()
  await lookAt(page)
})

test('the resident’s page has the monitored days, month by month [BI-3] [RE-7]', async ({ page, world }) => {
  const { item } = await awaitMonitored(world)
  await openAs(page, world.portal.http, await addPerson(world), `/patient/profile/${item.id}/${item.deviceId}`)
  const panel = page.getByRole('region', { name: 'Days with data' })
  await expect(panel.getByText(/^\d+ of \d+ days$/)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Next month' })).toBeDisabled()
  await expect(panel.getByRole('table')).toContainText(/today so far/)
  await panel.getByRole('button', { name: 'Previous month' }).click()
  await expect(panel.getByRole('button', { name: 'Next month' })).toBeEnabled()
  await expect(panel.getByRole('table')).not.toContainText(/today so far/)
  // Further back than the demonstration's days reach.
  await panel.getByRole('button', { name: 'Previous month' }).click()
  await expect(panel.getByText('CPT code')).toContainText('None')
})

test('a failure of billing is an empty list without a message [ER-2]', async ({ page, world }) => {
  const { portal } = world
  const clinic = await demoClinic(world)
  const [resident] = (await portal.send(listResidents, { clinic_id: clinic.id, device: 'with' })).items
  await page.route('**/api/billing*/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', title: 'Gone wrong', message: 'Gone wrong' } }),
  )
  await openAs(page, portal.http, await addPerson(world), '/clinic/billing')
  await expect(page.getByText(/^Nothing to bill for/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText('Gone wrong')).toHaveCount(0)
  await page.goto(`${portal.http}/patient/profile/${resident!.patient_id}/${resident!.device_id}`)
  await expect(page.getByText('No days to show')).toBeVisible()
  await expect(page.getByText('Gone wrong')).toHaveCount(0)
})
