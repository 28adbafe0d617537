import { sendDownloadReport } from '@eupnea/contract/report-deliveries.ts'
import { readSession } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { expect, openAs, test } from './portal.fixture.ts'

/** What pages show while the portal has no database, and what they do once it has. */

const away = {
  status: 503,
  json: { code: 'database_unavailable', title: m.common_failed_title(), message: m.platform_database_down() },
}

test('a page that couldn’t be opened opens by itself once it can be [ER-1] [DA-7]', async ({ page, world }) => {
  await openAs(page, world.portal.http, world.nurse, '/clinic/wall')
  await page.route(`**/api${readSession.path}`, (route) => route.fulfill(away))
  await page.reload()
  await expect(page.getByText(m.platform_database_down())).toBeVisible()
  await page.unroute(`**/api${readSession.path}`)
  await expect(page.locator('.wall')).toBeVisible()
})

for (const width of [768, 900, 1024, 1100, 1280])
  test(`at ${width} pixels, bad news leaves the facility its name [SH-15]`, async ({ page, world }) => {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, world.portal.http, world.nurse, '/clinic/notes')
    await expect(page.locator('.live[data-kind="live"]')).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText(/^No connection since/)).toBeVisible()
    const name = page.locator('.top-bar-clinic-name')
    expect(await name.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    await page.context().setOffline(false)
  })

test('what turns in a button that waits is in its middle, also with less motion [ER-1]', async ({ page, world }) => {
  await openAs(page, world.portal.http, world.nurse, '/clinic/reports')
  await page.route(`**/api${sendDownloadReport.path}`, () => {})
  const button = page.getByRole('button', { name: m.report_save() })
  await button.click()
  const middle = (box: { x: number; y: number; width: number; height: number } | null) => [
    Math.round(box!.x + box!.width / 2),
    Math.round(box!.y + box!.height / 2),
  ]
  const turning = page.locator('.mantine-Button-loader')
  await expect(turning).toBeVisible()
  expect(middle(await turning.boundingBox())).toEqual(middle(await button.boundingBox()))
})
