import { admin } from '../kit/spawn-portal.ts'
import { acceptAgreement, expect, expectAccessible, lookAt, test } from './portal.fixture.ts'

/** The API documentation, to read and try out (AP-1). */

test('whoever writes programs reads every call and tries one [AP-1] [SH-3]', async ({ page, world }) => {
  const { http } = world.portal
  await page.goto(`${http}/docs`)
  await page.waitForURL(/\/user\/login$/)
  await page.getByLabel('E-mail').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // Hundreds of calls at once: seconds, where the machine has something else to do.
  await expect(page.getByRole('heading', { name: 'Eupnea portal' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'clinics' })).toBeVisible()
  await lookAt(page)
  await page.getByRole('heading', { name: 'clinics' }).click()
  await page
    .getByRole('button', { name: /GET .*\/clinics$/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table .response-col_status').filter({ hasText: '200' })).toBeVisible()
  // Swagger UI's own summaries and examples are excluded.
  await expectAccessible(page, { but: ['nested-interactive', 'scrollable-region-focusable'] })

  await page.goto(http)
  await acceptAgreement(page)
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'API documentation' }).click()
  await page.waitForURL(/\/docs$/, { waitUntil: 'commit' })
})
