import { listReportResidents, readReport } from '@eupnea/contract/reports.ts'
import {
  addPerson,
  demoClinic,
  desk,
  expect,
  expectAccessible,
  lookAt,
  openAs,
  type Person,
  saveCsv,
  test,
  type World,
} from './portal.fixture.ts'

let nurse: Person

test.beforeEach(async ({ world }) => {
  nurse ??= await addPerson(world)
})

/** A resident with readings from the simulated sensors. */
async function awaitResident(world: World) {
  const { portal } = world
  const clinic = await demoClinic(world)
  const { items } = await portal.send(listReportResidents, { clinic_id: clinic.id })
  const resident = items.find(({ since }) => since !== null)!
  await expect
    .poll(
      async () => (await portal.send(readReport, { report: 'patient', patient_id: resident.patient_id })).items.length,
    )
    .toBeGreaterThan(0)
  return resident
}

test('staff read the reports of residents and keep them as CSV [RP-6] [RP-8]', async ({ page, world }) => {
  const resident = await awaitResident(world)
  await page.setViewportSize(desk)
  await openAs(page, world.portal.http, nurse, '/clinic/reports')
  await page.getByRole('link', { name: 'Resident reports' }).click()
  await expect(page.getByRole('heading', { name: 'Resident reports' })).toBeVisible()
  await expect(page.getByText('Includes discharged residents.')).toBeVisible()
  await lookAt(page)

  await page.getByRole('combobox', { name: 'Resident', exact: true }).fill(resident.last_name)
  await page
    .getByRole('option', { name: `${resident.last_name}, ${resident.first_name}` })
    .first()
    .click()
  await expect(page.getByRole('table', { name: 'Daily report' })).toBeVisible()
  await lookAt(page)
  const days = await saveCsv(page, 'Daily report')
  expect(days.length).toBeGreaterThan(0)
  expect(Object.keys(days[0]!)).toEqual(expect.arrayContaining(['date', 'rr_avg', 'night.rr_avg', 'evening.minutes']))

  await page.getByLabel('Interval').selectOption('Monthly')
  await expect(page.getByRole('table', { name: 'Monthly report' })).toBeVisible()

  await page.getByRole('combobox', { name: 'Report', exact: true }).selectOption('Resident, minute averages')
  const minutes = page.getByRole('table', { name: 'Minute averages', exact: true })
  await expect(minutes.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/).first()).toBeVisible()
  await lookAt(page)
  expect((await saveCsv(page, 'Minute averages'))[0]!.time).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)

  await page.getByRole('combobox', { name: 'Report', exact: true }).selectOption('Resident, raw data')
  await expect(page.getByRole('table', { name: 'Raw data', exact: true })).toBeVisible()
  const readings = await saveCsv(page, 'Raw data')
  expect(Object.keys(readings[0]!)).toEqual(['ts', 'rr', 'dist', 'time'])

  await page.getByRole('combobox', { name: 'Report', exact: true }).selectOption('All residents, time in bed')
  await expect(page.getByRole('table', { name: 'Time in bed', exact: true })).toBeVisible()
  await lookAt(page)
  await page.getByRole('combobox', { name: 'Report', exact: true }).selectOption('All residents, respiration 24/72 h')
  await expect(page.getByRole('table', { name: 'Respiration, last 24 and 72 hours' })).toBeVisible()
  await lookAt(page)

  await page.goto(`${world.portal.http}/clinic/residents`)
  const residents = await saveCsv(page, 'Residents')
  expect(residents.map(({ patient_id }) => patient_id)).toContain(resident.patient_id)
})

test('Back comes to the report that was chosen; a day that has not come yet has none, and the page says so beside the date [RP-1] [RP-6] [EA-2]', async ({
  page,
  world,
}) => {
  await awaitResident(world)
  await openAs(page, world.portal.http, nurse, '/clinic/reports/resident')
  const report = page.getByRole('combobox', { name: 'Report', exact: true })
  await report.selectOption('All residents, respiration 24/72 h')
  const list = page.getByRole('table', { name: 'Respiration, last 24 and 72 hours' })
  await list.getByRole('link').first().click()
  await page.waitForURL(/\/patient\/profile\//)
  await page.goBack()
  await expect(report).toHaveValue('rr-24-72')

  await page.getByRole('link', { name: 'Daily report' }).click()
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10)
  await page.getByLabel('Floor').selectOption('Floor 2')
  await page.getByLabel('Date').fill(yesterday)
  await expect(page.getByText('| Floor 2 |').first()).toBeVisible()
  await page.getByRole('link', { name: 'Notes' }).click()
  await page.waitForURL(/\/clinic\/notes/)
  await page.goBack()
  await expect(page.getByLabel('Floor')).toHaveValue('2')
  const date = page.getByLabel('Date')
  await expect(date).toHaveValue(yesterday)

  // A link to the same page shows what its address says, in the fields too.
  await page.getByRole('link', { name: 'Daily report' }).click()
  await expect(date).not.toHaveValue(yesterday)
  await page.goto(`${world.portal.http}/clinic/reports/resident?report=rr-24-72`)
  await page.getByRole('link', { name: 'Resident reports' }).click()
  await expect(report).toHaveValue('patient')
  await page.goto(`${world.portal.http}/clinic/reports`)
  await page.getByLabel('Date').waitFor()

  await date.fill('2099-01-01')
  await expect(page.getByText('Choose today or an earlier date')).toBeVisible()
  await expect(date).toHaveAttribute('aria-invalid', 'true')
  await date.fill('2020-01-01')
  await expect(page.getByText('Choose today or an earlier date')).toHaveCount(0)
})

test('failures of residents and reports are empty lists without a message [ER-2]', async ({ page, world }) => {
  const fails = { status: 500, json: { code: 'internal_error', title: 'Gone wrong', message: 'Gone wrong' } }
  let isBroken = true
  for (const path of ['**/api/residents?*', '**/api/reports?*'])
    await page.route(path, (route) => (isBroken ? route.fulfill(fails) : route.fallback()))
  for (const [path, list] of [
    ['/clinic/residents', 'Residents'],
    ['/clinic/reports/resident', 'Respiration, last 24 and 72 hours'],
  ] as const) {
    isBroken = true
    await openAs(page, world.portal.http, nurse, path)
    if (path.includes('reports'))
      await page
        .getByRole('combobox', { name: 'Report', exact: true })
        .selectOption('All residents, respiration 24/72 h')
    const quiet = page.getByRole('region', { name: list, exact: true })
    await expect(quiet.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByText('Gone wrong')).toHaveCount(0)
    // Nor does it claim that there are no residents.
    await expect(page.getByText('No residents yet')).toHaveCount(0)
    await expectAccessible(page)
    isBroken = false
    await quiet.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: `Download CSV: ${list}` })).toBeVisible()
  }
})
