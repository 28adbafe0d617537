import { createClinic } from '@eupnea/contract/clinics.ts'
import { readDowntime } from '@eupnea/contract/downtime.ts'
import { createWard } from '../kit/ward.ts'
import { addPerson, desk, expect, lookAt, openAs, saveCsv, test } from './portal.fixture.ts'

test('a nurse sees which bed is not monitored, since when and why [WA-10]', async ({ page, world }) => {
  const { portal } = world
  // Its only sensor never sends.
  const { clinic_id, beds } = await createWard(portal, 'Hazel Lane', 1)
  const nurse = await addPerson(world, { clinic_ids: [clinic_id] })
  await expect.poll(async () => (await portal.send(readDowntime, { clinic_id })).items.length).toBe(1)
  await page.setViewportSize(desk)
  await openAs(page, portal.http, nurse, '/clinic/reports')
  await page.getByRole('link', { name: 'Downtime' }).click()
  const row = page.locator('tbody tr, .table-list > li', { hasText: 'Ada Byron 0' })
  await expect(row).toContainText('sensor silent')
  await expect(row).toContainText('Ongoing')
  await expect(page.getByText('Monitored 0.0% of the last 7 days')).toBeVisible()
  await lookAt(page)
  const csv = await saveCsv(page, 'Downtime')
  expect(csv).toMatchObject([{ device_id: beds[0]!.device_id, cause: 'silent', is_ongoing: 'true' }])

  await page.getByLabel('To').fill('2020-01-31')
  await expect(page.getByText('No downtime on these days')).toBeVisible()
  await expect(page.getByText('No monitored beds in this period')).toBeVisible()
  await page.getByRole('button', { name: 'Show last 7 days' }).click()
  await expect(row).toBeVisible()

  // Where no bed is monitored, none is said to have been.
  const { id: bare } = await portal.send(createClinic, { name: 'Bare House' })
  await openAs(page, portal.http, await addPerson(world, { clinic_ids: [bare] }), '/clinic/reports/downtime')
  await expect(page.getByText('No monitored beds in this period')).toBeVisible()
  await expect(page.getByText('Link sensors to residents to monitor their beds.')).toBeVisible()
  await expect(page.getByText('No downtime')).toHaveCount(0)
  await expect(page.getByText(/needs 8 nights/)).toHaveCount(0)
})
