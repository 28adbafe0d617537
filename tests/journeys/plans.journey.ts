import { createClinic } from '@eupnea/contract/clinics.ts'
import { listPlanReviews, readClinicPlan, readResidentPlan } from '@eupnea/contract/plans.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import type { Locator } from '@playwright/test'
import { addPerson, admin, desk, expect, lookAt, openAs, test } from './portal.fixture.ts'

const field = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true })

test('a provider sets a resident’s own limits and sees what they would have done [PL-1] [PL-4]', async ({
  page,
  world,
}) => {
  test.setTimeout(60_000)
  const { portal } = world
  const { id: clinic_id } = await portal.send(createClinic, { name: 'Plan House' })
  const resident = { clinic_id, first_name: 'Ida', last_name: 'Plan', room: '7' }
  const { patient_id } = await portal.send(saveResident, resident)
  const provider = await addPerson(world, { user_type: 'vc-admin', clinic_ids: [clinic_id] })
  const nurse = await addPerson(world, { clinic_ids: [clinic_id] })
  await page.setViewportSize(desk)

  await openAs(page, portal.http, provider, `/patient/profile/${patient_id}`)
  const panel = page.getByRole('region', { name: m.plan_title() })
  await expect(panel.getByText(m.plan_default_product())).toBeVisible()
  await expect(panel.getByText(m.plan_usual_none())).toBeVisible()
  await panel.getByRole('button', { name: m.plan_set_own() }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByText(m.plan_preview_none({ days: 14 }))).toBeVisible()
  await lookAt(page)

  // Out of order: said beside the field that was changed, and nothing is sent.
  await field(form, m.plan_low()).fill('23')
  await form.getByRole('button', { name: m.plan_save() }).click()
  await expect(form.getByText(m.plan_below({ limit: m.plan_high() }))).toBeVisible()
  await expect(field(form, m.plan_low())).toBeFocused()
  await field(form, m.plan_low()).fill('10')
  await field(form, m.plan_high()).fill('26')
  await form.getByRole('button', { name: m.plan_save() }).click()
  await expect(form.getByText(m.plan_reason_missing())).toBeVisible()
  await field(form, m.plan_reason()).fill('Usually breathes fast')
  await form.getByLabel(m.plan_review_on()).fill('2026-01-05')
  await form.getByRole('button', { name: m.plan_save() }).click()
  await expect(page.getByText(m.plan_saved(), { exact: true })).toBeVisible()
  await expect(panel.getByText(m.plan_whose_own())).toBeVisible()
  await expect(panel.getByText(m.plan_review_due({ date: '5 Jan 2026' }))).toBeVisible()
  await lookAt(page)
  expect(await portal.send(readResidentPlan, { patient_id })).toMatchObject({
    is_own: true,
    plan: { low: 10, high: 26, extreme_low: 8, review_on: '2026-01-05', reason: 'Usually breathes fast' },
  })

  // A nurse reads it, finds it among the reviews, and cannot change it.
  await openAs(page, portal.http, nurse, '/clinic/residents')
  await page.getByText(m.plan_reviews_count({ count: 1 })).click()
  await page.getByRole('list', { name: m.plan_reviews_title() }).getByRole('link').click()
  await expect(panel.getByText(m.plan_whose_own())).toBeVisible()
  await expect(panel.getByText('Usually breathes fast').first()).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(0)

  // Back to the facility's; what was stays to be read.
  await openAs(page, portal.http, provider, `/patient/profile/${patient_id}`)
  await panel.getByRole('button', { name: m.common_actions_label({ name: m.plan_title() }) }).click()
  await page.getByRole('menuitem', { name: m.plan_remove() }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.plan_remove() }).click()
  await expect(panel.getByText(m.plan_default_product())).toBeVisible()
  await panel.getByText(m.plan_versions_title()).click()
  await expect(panel.getByText(m.plan_version_clinics())).toBeVisible()
  await expect(panel.getByText('Extremely low 8, low 10, high 26, extremely high 30')).toBeVisible()
  expect((await portal.send(listPlanReviews, { clinic_id })).items).toEqual([])
})

test('an administrator sets the facility’s plan in its settings [PL-1]', async ({ page, world }) => {
  const { portal } = world
  const { id: clinic_id, slug } = await portal.send(createClinic, { name: 'Default House' })
  await openAs(page, portal.http, admin, `/facility/settings/${slug}`)
  const panel = page.getByRole('region', { name: m.plan_default_title() })
  await expect(panel.getByText(m.plan_default_product())).toBeVisible()
  await panel.getByRole('button', { name: m.plan_edit() }).click()
  const form = page.getByRole('dialog')
  await field(form, m.plan_extreme_low()).fill('')
  await field(form, m.plan_out_of_bed_minutes()).fill('15')
  await field(form, m.plan_reason()).fill('As the house decided')
  await form.getByRole('button', { name: m.plan_save() }).click()
  await expect(form.getByText(m.rule_not_time())).toHaveCount(2)
  await form.getByLabel(m.plan_out_of_bed_from()).fill('22:00')
  await form.getByLabel(m.plan_out_of_bed_until()).fill('06:30')
  await form.getByRole('button', { name: m.plan_save() }).click()
  await expect(page.getByText(m.plan_saved(), { exact: true })).toBeVisible()
  expect(await portal.send(readClinicPlan, { clinic_id })).toMatchObject({
    extreme_low: null,
    out_of_bed: { minutes: 15, from: '22:00', until: '06:30' },
    reason: 'As the house decided',
  })
})
