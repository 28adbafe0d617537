import { readFile } from 'node:fs/promises'
import { readReport } from '@eupnea/contract/reports.ts'
import { formatsOf } from '@eupnea/texts/locale.ts'
import { factsOf, pagesOf } from '../kit/read-pdf.ts'
import { addPerson, demoClinic, desk, expect, lookAt, openAs, type Person, phone, test } from './portal.fixture.ts'

let nurse: Person

test('a nurse saves the daily report as a PDF, sends it, and finds it again [RP-2] [RP-5] [RP-6] [RP-7]', async ({
  page,
  browser,
  world,
}) => {
  const { portal } = world
  nurse ??= await addPerson(world)
  const clinic = await demoClinic(world)
  const isReady = () =>
    portal.send(readReport, { report: 'daily', clinic_id: clinic.id }).then(
      () => true,
      () => false,
    )
  await expect.poll(isReady).toBe(true)
  await page.setViewportSize(desk)
  await openAs(page, portal.http, nurse, '/clinic/reports')
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible()
  const [year, month, day] = (await page.getByLabel('Date').inputValue()).split('-')
  const fileName = `Daily-Report-${clinic.name}-${month}-${day}-${year}.pdf`

  const save = async (on = page) => {
    const [download] = await Promise.all([
      on.waitForEvent('download'),
      on.getByRole('button', { name: 'Save as PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(fileName)
    return new Uint8Array(await readFile(await download.path()))
  }
  const pdf = await save()
  expect(await factsOf(pdf)).toMatchObject({ isTagged: true, language: 'en-GB' })
  const heading = `${clinic.name} | Daily Report | ${month}/${day}/${year}`
  expect(pagesOf(pdf)?.[0] ?? heading).toContain(heading)

  const earlier = page.locator('.report-links').filter({ has: page.getByRole('heading', { name: /^Earlier reports/ }) })
  await expect(earlier.getByText(`by ${nurse.email}`).first()).toBeVisible()
  await expect(earlier.getByText('Not sent').first()).toBeVisible()
  await lookAt(page)

  const name = formatsOf('en-GB').date(`${year}-${month}-${day}T00:00:00Z`, 'UTC')
  const [opened] = await Promise.all([
    page.waitForEvent('download'),
    earlier
      .getByRole('button', { name: `Open report ${name}` })
      .first()
      .click(),
  ])
  expect(opened.suggestedFilename()).toBe(fileName)

  await earlier
    .getByRole('button', { name: `Send report ${name}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Send report ${name}`)).toBeVisible()
  await expect(dialog.getByRole('checkbox').first()).toBeFocused()
  await expect(dialog.getByLabel('PDF password')).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Another password' }).check()
  await expect(dialog.getByLabel('PDF password')).toHaveValue('')
  await dialog.getByRole('button', { name: new RegExp(`^Use .*${month}${day}$`) }).click()
  await expect(dialog.getByText(/Easy to guess/)).toBeVisible()
  await dialog.getByRole('radio', { name: /report password/ }).check()
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect(dialog.getByLabel('Facility’s report password').last()).toHaveValue(/^(\w{4}-){3}\w{4}$/)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Choose at least one recipient')).toBeVisible()
  await dialog.getByRole('checkbox', { name: nurse.email }).check()
  await lookAt(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Report sent successfully')).toBeVisible()
  await expect(earlier.getByText(/Sent to 1 address/).first()).toBeVisible()

  // Sending straight from the page creates the report; a cancelled dialog leaves none behind.
  const kept = await earlier.getByRole('listitem').count()
  await page.getByRole('button', { name: 'Send by e-mail' }).click()
  await expect(dialog.getByText(`Send report ${name}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Send by e-mail' }).click()
  await dialog.getByRole('checkbox', { name: nurse.email }).check()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(earlier.getByRole('listitem')).toHaveCount(kept + 1)

  await page.getByRole('button', { name: 'Create link' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByLabel('Recipient').fill('Grey Surgery')
  await asked.getByLabel('Works for (days)').fill('2')
  await asked.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByLabel('Link', { exact: true }).inputValue()
  const visitor = await browser.newContext({ viewport: phone })
  const outside = await visitor.newPage()
  await outside.goto(portal.http + url.slice(new URL(url).origin.length))
  await expect(outside.getByText(/^1 of \d+$/)).toBeVisible()
  await outside.getByRole('checkbox').first().check()
  expect((await factsOf(await save(outside))).pages).toBeGreaterThan(0)
  await visitor.close()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.route('**/api/reports/send-download', (route) =>
    route.fulfill({
      status: 503,
      json: {
        code: 'report_not_saved',
        title: 'Error Saving Report',
        message: 'Something went wrong while saving report (Errorp2).',
      },
    }),
  )
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  await expect(page.getByText('Error Saving Report')).toBeVisible()
  await expect(page.getByText('Something went wrong while saving report (Errorp2).')).toBeVisible()
})

test('the day of the report is the one in the field, also when midnight passes [RP-1]', async ({ page, world }) => {
  const { portal } = world
  const clinic = await demoClinic(world)
  const today = Temporal.Now.zonedDateTimeISO(clinic.tz).startOfDay()
  const shown = (day: Temporal.ZonedDateTime) =>
    `| Daily Report | ${day.toPlainDate().toLocaleString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })}`
  // The portal's clock agrees with the browser's: a minute before midnight at the clinic.
  await page.clock.install({ time: today.epochMilliseconds - 60_000 })
  const date = async () => new Date(await page.evaluate(() => Date.now())).toUTCString()
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: await date() } })
  })
  await openAs(page, portal.http, await addPerson(world), '/clinic/reports')
  const field = page.getByLabel('Date')
  await expect(field).toHaveValue(today.subtract({ days: 1 }).toPlainDate().toString())
  await page.clock.fastForward('03:00')
  await page.getByLabel('Floor').selectOption({ index: 1 })
  await page.getByLabel('Floor').selectOption({ index: 0 })
  await expect(page.getByRole('heading', { name: shown(today) }).first()).toBeVisible()
  await expect(field).toHaveValue(today.toPlainDate().toString())
})
