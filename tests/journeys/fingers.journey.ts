import { createClinic } from '@eupnea/contract/clinics.ts'
import { addPerson, expect, openAs, phone, test } from './portal.fixture.ts'

test.use({ hasTouch: true, viewport: phone })

test('a pop-up that goes moves nothing on a page that is scrolled to its end [ER-1]', async ({ page, world }) => {
  const { id } = await world.portal.send(createClinic, { name: 'Rowan' })
  const nurse = await addPerson(world, { clinic_ids: [id] })
  await openAs(page, world.portal.http, nurse, '/clinic/duty')
  await page.getByRole('button', { name: 'Go on duty' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go on duty' }).click()
  const done = page.getByRole('alert').filter({ hasText: 'You are on duty' })
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

test('a wall display in a small or magnified window scrolls rather than cutting cards [DA-7]', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(page, world.portal.http, world.nurse, '/clinic/wall')
  const cards = page.locator('.wall-cards > li')
  await expect(cards).not.toHaveCount(0)
  const heights = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(72)
})
