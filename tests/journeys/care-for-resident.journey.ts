import { desk, expect, lookAt, openAs, test } from './portal.fixture.ts'

const card = '.card'

test('a resident’s page answers from above: now, tonight, the nights before, what happened; the wave on request; paper has all of it [RE-7] [LI-8] [VI-1] [VI-2] [VI-3] [VI-4] [EA-5]', async ({
  page,
  world,
}) => {
  await openAs(page, world.portal.http, world.nurse)
  // The demonstration's past may still be under way, and curves are asked for once a minute.
  await expect(page.locator(card, { hasText: 'Bennett' }).locator('[data-part=spark]')).toHaveAttribute('d', /^M/, {
    timeout: 120_000,
  })
  await page.locator(card, { hasText: 'Bennett' }).click()
  await expect(page).toHaveURL(/\/patient\/profile\/[^/]+\/[^/]+$/)
  await expect(page.getByRole('heading', { name: /Bennett/ })).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect(page.getByText(/72 h/).first()).toBeVisible()

  // By keyboard, and as a table, the night is read cell by cell.
  const night = page.getByRole('slider', { name: /^Night of/ })
  await night.focus()
  await page.keyboard.press('Home')
  await expect(night).toHaveAttribute('aria-valuetext', /^18:00: (Not monitored|Out of bed|In bed|\d)/)
  await page.keyboard.press('End')
  await expect(night).toHaveAttribute('aria-valuetext', /BrPM, |Out of bed|Not monitored|In bed/)
  const chart = page.getByRole('slider', { name: /24 h/ })
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', /: (No data|[\d.]+ BrPM)/)
  await chart.hover()
  await expect(chart).toHaveAttribute('aria-valuetext', /: (No data|[\d.]+ BrPM)/)
  const curve = page.getByRole('figure').filter({ has: chart })
  await curve.getByText('Show as table').click()
  await expect(curve.getByRole('row').nth(1)).toContainText('BrPM')
  await night.locator('xpath=ancestor::section[1]').getByText('Show as table').click()
  await expect(page.getByRole('rowheader', { name: '18:00', exact: true })).toBeVisible()
  // The header and fourteen nights.
  await expect(
    page
      .getByRole('table')
      .filter({ has: page.getByRole('columnheader', { name: 'Rate' }) })
      .getByRole('row'),
  ).toHaveCount(15)
  await page.getByRole('button', { name: 'Show waveform' }).click()
  await expect(page.getByRole('button', { name: 'Hide waveform' })).toBeVisible()
  await lookAt(page)
  await page.getByRole('button', { name: 'Hide waveform' }).click()
  await expect(page.getByRole('button', { name: 'Show waveform' })).toBeVisible()

  // For paper a chart is drawn as wide as a sheet, so that its letters keep their size.
  const width = () => chart.evaluate((plot) => plot.querySelector('.u-wrap')?.getBoundingClientRect().width)
  const before = await width()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect.poll(width).toBe(664)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(width).toBe(before)
  // On a narrower one it shrinks with its box. What can only be pressed is left out.
  await page.emulateMedia({ media: 'print' })
  const drawn = await chart.evaluate((plot) => {
    plot.style.width = '300px'
    return plot.querySelector('.u-wrap')?.getBoundingClientRect().width
  })
  expect(drawn).toBeLessThanOrEqual(300)
  // A sheet is as narrow as a small window, and has all numbers of the fortnight.
  await page.setViewportSize({ width: 700, height: 900 })
  await expect(page.getByRole('columnheader', { name: 'Not monitored' })).toBeVisible()
  await page.setViewportSize(desk)
  // A doctor gets two sheets, on either paper.
  for (const format of ['A4', 'Letter']) {
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(2)
  }
  for (const hidden of ['resident-back', 'resident-span-choice', 'note-composer', 'waveform-request', 'billing-months'])
    await expect(page.locator(`.${hidden}`), hidden).toBeHidden()

  // With colours of one's own, the legend has those of the canvas.
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
  const [mark, ink] = await page
    .locator('.resident-curve-legend [data-mark="line"]')
    .evaluate((item) => [getComputedStyle(item, '::before').backgroundColor, getComputedStyle(item).color])
  expect(mark).toBe(ink)
  // Behind the canvas is the system's ground, not that of the chosen theme.
  await page.emulateMedia({ media: 'screen', forcedColors: 'active', colorScheme: 'dark' })
  const backgrounds = [chart, page.locator('body')].map((part) =>
    part.evaluate((element) => getComputedStyle(element).backgroundColor),
  )
  const [behind, ground] = await Promise.all(backgrounds)
  expect(behind).toBe(ground)
})

test('a flag moves on and its log says who and why [RE-6]', async ({ page, world }) => {
  await openAs(page, world.portal.http, world.nurse)
  await page.locator(card, { hasText: 'Clarke' }).click()
  await page.getByRole('button', { name: /flag/i }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Current flag: No flag')
  await dialog.getByText('Flagged', { exact: true }).click()
  await dialog.getByRole('textbox').fill('Restless since midnight')
  await dialog.getByRole('button', { name: /save|set|change/i }).click()
  // What is typed is text on the page too, before it is saved.
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Restless since midnight')).toBeVisible()
  await page.goto(`${world.portal.http}/clinic/profile`)
  await expect(page.locator(card, { hasText: 'Clarke' })).toContainText('Flagged')
})

test('a discharge removes the card from every open dashboard, and can be undone [RE-4] [LI-6]', async ({
  page,
  context,
  world,
}) => {
  await openAs(page, world.portal.http, world.nurse)
  await expect(page.locator(card).nth(23)).toBeAttached()
  const other = await context.newPage()
  await other.goto(`${world.portal.http}/clinic/profile`)
  await other.locator(card, { hasText: 'Yates' }).click()
  await other.getByRole('button', { name: 'Actions for Dennis Yates' }).click()
  await other.getByRole('menuitem', { name: 'Discharge' }).click()
  await expect(other.getByRole('dialog')).toContainText(/Discharge Dennis Yates, room 212\?/)
  await other
    .getByRole('dialog')
    .getByRole('button', { name: /discharge/i })
    .click()
  await expect(other.getByText('Resident Discharged Successfully')).toBeVisible()
  await expect(page.locator(card)).toHaveCount(23)
  await expect(page.locator(card, { hasText: 'Yates' })).toHaveCount(0)
  await other.getByRole('button', { name: /undo/i }).click()
  await expect(page.locator(card, { hasText: 'Yates' })).toHaveCount(1)
  await expect(page.locator(card).nth(23)).toBeAttached()
})
