import { createClinic } from '@eupnea/contract/clinics.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import type { CDPSession, Locator } from '@playwright/test'
import { addPerson, demoClinic, expect, openAs, phone, test } from './portal.fixture.ts'

test.use({ hasTouch: true, viewport: phone })

/** A finger from the middle of what is shown, in small steps, as a browser needs to tell reading from scrolling. */
async function swipe(cdp: CDPSession, place: Locator, by: { readonly x: number; readonly y: number }) {
  const { x, y, width, height } = (await place.boundingBox())!
  const at = (part: number) => [{ x: x + width / 2 + by.x * part, y: y + height / 2 + by.y * part }]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 10; step++)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 10) })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a finger reads a chart, a touch elsewhere ends that, and a finger that scrolls reads nothing [VI-4]', async ({
  page,
  world,
}) => {
  const { id } = await demoClinic(world)
  const { items } = await world.portal.send(listResidents, { clinic_id: id })
  await openAs(page, world.portal.http, world.nurse, `/patient/profile/${items[0]!.patient_id}`)
  const chart = page.getByRole('slider', { name: /^Respiration rate, last 24/ })
  await chart.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const cdp = await page.context().newCDPSession(page)
  const reading = page.locator('.chart-tooltip')
  await swipe(cdp, chart, { x: 80, y: 0 })
  await expect(reading).toHaveCount(1)
  await page.getByRole('heading', { name: 'Respiration rate' }).tap()
  await expect(reading).toHaveCount(0)

  const before = await page.evaluate(() => scrollY)
  await swipe(cdp, chart, { x: 0, y: -150 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
  await expect(reading).toHaveCount(0)
})

test('a small button is pressed beside it too, and a pop-up that goes moves nothing on a page at its end [ER-1]', async ({
  page,
  world,
}) => {
  const { id } = await world.portal.send(createClinic, { name: 'Rowan' })
  const nurse = await addPerson(world, { clinic_ids: [id] })
  await openAs(page, world.portal.http, nurse, '/clinic/duty')
  await page.getByRole('button', { name: 'Go on duty' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go on duty' }).click()
  const done = page.getByRole('alert').filter({ hasText: 'You are on duty' })
  // A finger that lands beside a small button presses it.
  const end = page.getByRole('button', { name: 'End duty' })
  const pressed = (above: number) =>
    end.evaluate((button, up) => {
      const { left, top, width } = button.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top - up) === button
    }, above)
  expect([await pressed(8), await pressed(12)]).toEqual([true, false])
  for (const narrow of [page.getByRole('button', { name: 'Search everything' }), page.getByRole('checkbox').first()]) {
    const besides = narrow.evaluate((target) => {
      const { left, top, height } = target.getBoundingClientRect()
      return document.elementFromPoint(left - 6, top + height / 2) === target
    })
    expect(await besides).toBe(true)
  }
  // It stays for as long as something points at it.
  await done.hover()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const lowest = page.getByRole('checkbox').last()
  const place = await lowest.boundingBox()
  await done.getByRole('button', { name: 'Close' }).click()
  await expect(done).toHaveCount(0)
  expect(await lowest.boundingBox()).toEqual(place)

  // Out of sight, the room goes.
  const room = () => page.evaluate(() => getComputedStyle(document.querySelector('.shell-body')!, '::after').height)
  expect(await room()).not.toBe('0px')
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(room).toBe('0px')
})

test('what is drawn is pressed, not what lies beside, above or below it [ER-1]', async ({ page, world }) => {
  await openAs(page, world.portal.http, world.nurse, '/clinic/residents')
  /** those of which a part presses something else */
  const overlaid = (targets: Locator) =>
    targets.evaluateAll((all) =>
      all
        .filter((target) => {
          target.scrollIntoView({ block: 'center' })
          const { left, top, right, bottom } = target.getBoundingClientRect()
          const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
          const edges = [
            [left + 2, middle.y],
            [right - 2, middle.y],
            [middle.x, top + 2],
            [middle.x, bottom - 2],
          ] as const
          return edges.some(([x, y]) => !target.contains(document.elementFromPoint(x, y)))
        })
        .map((target) => target.getAttribute('aria-label') ?? target.textContent),
    )
  const steps = page.locator('.pager-step')
  await expect(steps).toHaveCount(4)
  expect(await overlaid(steps)).toEqual([])
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .tap()
  const acts = page.getByRole('menuitem')
  await expect(acts.last()).toBeVisible()
  expect(await overlaid(acts)).toEqual([])
  await page.keyboard.press('Escape')
  // What stands below a name is selected, not opened.
  await page.goto(`${world.portal.http}/clinic/inventory`)
  const ids = page.locator('#main .table-name + span')
  await expect(ids).not.toHaveCount(0)
  expect(await overlaid(ids)).toEqual([])
  await page.setViewportSize({ width: 1100, height: 900 })
  await page.goto(`${world.portal.http}/clinic/billing`)
  const heads = page.locator('.table-sort')
  await expect(page.locator('.table-name').first()).toBeVisible()
  expect(await overlaid(heads)).toEqual([])
  await page.goto(`${world.portal.http}/clinic/handover`)
  const names = page.locator('.brief .table-name')
  await expect(names).not.toHaveCount(0)
  expect(await overlaid(names)).toEqual([])
})

test('fields are as high as a finger needs [ER-1]', async ({ page, world }) => {
  await openAs(page, world.portal.http, world.nurse, '/clinic/residents')
  /** those that are lower; of a field without a frame of its own, the frame around it */
  const low = () =>
    page
      .locator(':is(input, select):not([type="checkbox"], [type="radio"], [type="file"]):visible')
      .evaluateAll((all) =>
        all
          .map((field) => field.closest('.table-search, .chip-search') ?? field)
          .filter((field) => field.getBoundingClientRect().height < 44)
          .map((field) => field.outerHTML),
      )
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(await low()).toEqual([])
  await page.getByRole('button', { name: 'Add resident' }).click()
  await expect(page.getByRole('dialog').getByLabel('First name')).toBeVisible()
  expect(await low()).toEqual([])
  await page.goto(`${world.portal.http}/clinic/profile`)
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(await low()).toEqual([])
})

test('a wall display in a small or magnified window scrolls rather than cutting cards [DA-7]', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(page, world.portal.http, world.nurse, '/clinic/wall')
  const cards = page.locator('.wall-cards > li:not([hidden])')
  await expect(cards).not.toHaveCount(0)
  // Until bar and footer are measured, cards go to another page: what is found may be gone when it is measured.
  const least = () => cards.evaluateAll((all) => Math.min(...all.map((card) => card.getBoundingClientRect().height)))
  await expect.poll(least).toBeGreaterThanOrEqual(104)

  // The less room a warning, or a bar of several lines, leaves on a screen, the fewer cards a page has.
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const [place, height] of [
    ['.wall-notice', '150px'],
    ['.wall-side', '130px'],
  ] as const) {
    await expect(cards).toHaveCount(24)
    await page.locator(place).evaluate((element, minHeight) => {
      element.style.minHeight = minHeight
    }, height)
    await expect(page.getByText(/^1 of \d$/)).toBeVisible()
    const below = await page.locator('.wall-foot').evaluate((foot) => foot.getBoundingClientRect().bottom - innerHeight)
    expect(below).toBeLessThanOrEqual(0)
    await page.locator(place).evaluate((element) => element.removeAttribute('style'))
  }
})
