import { readReport } from '@eupnea/contract/reports.ts'
import { formatsOf } from '@eupnea/texts/locale.ts'
import {
  addPerson,
  demoClinic,
  desk,
  expect,
  expectAccessible,
  lookAt,
  openAs,
  type Person,
  phone,
  test,
  type World,
} from './portal.fixture.ts'

let nurse: Person

/** Waits until the simulated sensors have sent readings for today. */
async function awaitReport(world: World) {
  const { portal } = world
  const clinic = await demoClinic(world)
  await expect
    .poll(async () => {
      try {
        await portal.send(readReport, { report: 'daily', clinic_id: clinic.id })
        return true
      } catch {
        return false
      }
    })
    .toBe(true)
  return clinic
}

test.beforeEach(async ({ world }) => {
  nurse ??= await addPerson(world)
})

test('staff share the daily report by a link, and end it [RP-1] [RP-2] [RP-4] [SH-11]', async ({
  page,
  browser,
  world,
}) => {
  const clinic = await awaitReport(world)
  await page.setViewportSize(desk)
  await openAs(page, world.portal.http, nurse, '/clinic/reports')
  await expect(page.getByRole('heading', { name: 'Clinical Reports' })).toBeVisible()
  await expect(
    page.getByText('Current values: last 24 hr avg. Percentage change: last 72 hr avg.').first(),
  ).toBeVisible()
  const [year, month, day] = (await page.getByLabel('Date').inputValue()).split('-')
  const heading = `${clinic.name} | Daily Report | ${month}/${day}/${year}`
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  await lookAt(page)

  const floor = clinic.floors[0]!
  await page.getByLabel('Floor').selectOption(floor)
  await expect(page.getByRole('heading', { name: `${clinic.name} | Floor ${floor} | Daily` }).first()).toBeVisible()

  // A day without any readings.
  await page.getByLabel('Date').fill('2020-02-29')
  await expect(page.getByText('Report could not be generated')).toBeVisible()
  await expect(page.getByText('No data was available for this date')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeDisabled()
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const missing = page.getByRole('alert').filter({ hasText: 'Unable to fetch report data' })
  await expect(missing).toContainText('No data was available for this date')
  await missing.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Date').fill(`${year}-${month}-${day}`)

  await page.getByRole('button', { name: 'Create link' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByLabel('Recipient').fill('Grey Surgery')
  await asked.getByLabel('Works for (days)').fill('2')
  await asked.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByLabel('Link', { exact: true }).inputValue()
  expect(url).toContain('/admin/reports?unique_id=')
  expect(url).toContain(`${month}-${day}-${year}.pdf`)
  await lookAt(page)
  await page.getByRole('button', { name: 'Done' }).click()
  const links = page.locator('.report-links').filter({ has: page.getByRole('heading', { name: /^Links/ }) })
  await expect(links.getByText('Not opened yet').first()).toBeVisible()

  // Someone without an account, on a phone.
  const visitor = await browser.newContext({ viewport: phone })
  const outside = await visitor.newPage()
  await outside.goto(`${world.portal.http}${new URL(url).pathname.replace('admin', 'Admin')}${new URL(url).search}`)
  await expect(outside.getByRole('heading', { name: 'Clinical Reports' })).toBeVisible()
  await expect(
    outside.getByRole('heading', { name: `${clinic.name} | Floor ${floor} | Daily Report` }).first(),
  ).toBeVisible()
  await expect(outside.getByRole('button', { name: 'Save as PDF' })).toBeVisible()
  await expect(outside.getByText(/^1 of \d+$/)).toBeVisible()
  await lookAt(outside)

  // On a phone the links are folded.
  const shown = formatsOf('en-GB').date(`${year}-${month}-${day}T00:00:00Z`, 'UTC')
  await page.setViewportSize(phone)
  await page.reload()
  await links.locator('summary').click()
  await expect(links.getByText(/Opened once/).first()).toBeVisible()
  await links
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText(`Revoke the link to ${shown}, Floor ${floor}?`)
  await lookAt(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(/revoked$/)).toBeVisible()
  await expect(links.getByText(/^Revoked/).first()).toBeVisible()

  await outside.reload()
  await expect(outside.getByText('Report link has been expired')).toBeVisible()
  await expect(outside.getByText('To view old reports please login to your portal')).toBeVisible()
  await lookAt(outside)
  await outside.getByRole('link', { name: 'Older reports' }).click()
  await expect(outside).toHaveURL(/\/user\/login/)
  await visitor.close()
})

test('the open report waits, and a failure of the report is an empty list [RP-4] [ER-2]', async ({ page, world }) => {
  await awaitReport(world)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/reports/open?*', async (route) => {
    await held
    await route.fulfill({ status: 500, json: { code: 'internal_error', title: 'No', message: 'No' } })
  })
  await page.goto(`${world.portal.http}/admin/reports?unique_id=x&fileName=y.pdf&floor=all`)
  await expect(page.getByText('Please wait while we fetch your data', { exact: true })).toBeVisible()
  await expectAccessible(page)
  answer()
  await expect(page.getByText('Report link has been expired')).toBeVisible()

  await page.route('**/api/reports?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', title: 'Gone wrong', message: 'Gone wrong' } }),
  )
  await openAs(page, world.portal.http, nurse, '/clinic/reports')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(1)
  await expect(page.getByText('Gone wrong')).toHaveCount(0)
})

test('the page prints as A4 sheets of 20 rows, then what came too late [RP-2] [WA-8]', async ({ page, world }) => {
  const items = Array.from({ length: 45 }, (_, index) => ({
    patient_id: `p${index}`,
    tracker_ts: '2026-03-09T10:00:00Z',
    room: `Garden wing ${index}`,
    first_name: 'Wilhelmina',
    last_name: 'Lovelace',
    floor_id: '1',
    rr_avg: index === 0 ? 23 : 15,
    rr_outside_range: index === 0,
    limits: { low: 12, high: 22, extreme_high: 30, extreme_low: 8 },
    limits_are_own: false,
    is_on_leave: false,
    // A new facility's: words in place of the changes.
    rr_change_hrs_3days: index < 20 ? 3.5 : null,
    time_in_bed: 18,
    time_in_bed_change_hrs_3days: index < 20 ? -2 : null,
    time_in_bed_hrs_3days: index < 20 ? 20 : null,
  }))
  const late = [{ patient_id: 'p0', room: '1', first_name: 'Ada', last_name: 'Lovelace', floor_id: '1', count: 2 }]
  const downtime = { items: [], late, monitored_share: null }
  const info = { clinic_name: 'Maple Court', date: '2026-03-09', floor: 'all' }
  await page.route('**/api/reports/open?*', (route) => route.fulfill({ json: { info, items, downtime } }))
  const address = `${world.portal.http}/admin/reports?unique_id=x&fileName=y.pdf&floor=all`
  await page.goto(address)
  await expect(page.getByText('3 of 4')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Ada Lovelace' })).toContainText(
    '2 notifications not sent: the data arrived too late',
  )
  const first = page.getByRole('row').nth(1)
  await expect(first.getByRole('cell').nth(0)).toHaveText('Garden wing…')
  await expect(first.getByRole('cell').nth(1)).toHaveText('W. Lovelace')
  await expect(first.getByRole('cell').nth(2)).toContainText('Attention: 23.0')
  await expect(first.getByRole('cell').nth(3)).toContainText('18.0')
  // Words in place of a change take no more room than the number.
  const heightOf = async (row: number) => (await page.getByRole('row').nth(row).boundingBox())!.height
  expect(await heightOf(25)).toBeLessThanOrEqual((await heightOf(3)) + 1)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(4)
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45]\.\d+ 84[12]\.\d+\]/)
})
