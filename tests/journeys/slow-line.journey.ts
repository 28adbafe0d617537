import { readHandover } from '@eupnea/contract/handover.ts'
import { listLastRr, listResidents } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import type { Page } from '@playwright/test'
import { demoClinic, expect, openAs, phone, test } from './portal.fixture.ts'

test.use({ viewport: phone })

/** A slow line: answers to this call come only when released. */
async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/api${path}?*`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a resident’s page says nothing of now before it is known [RE-7]', async ({ page, world }) => {
  const { id: clinic_id } = await demoClinic(world)
  const { items } = await world.portal.send(listResidents, { clinic_id, device: 'with' })
  const path = `/patient/profile/${items[0]!.patient_id}`
  const now = page.getByRole('region', { name: m.resident_now_title() })
  const answer = await hold(page, listLastRr.path)
  const live = Promise.withResolvers<void>()
  await page.routeWebSocket(/./, (socket) => void live.promise.then(() => socket.connectToServer()))
  await openAs(page, world.portal.http, world.nurse, path)
  await expect(now.getByRole('status')).toBeAttached()
  await expect(now).not.toContainText(m.resident_rate_none_yet())
  await expect(now).not.toContainText(m.resident_time_in_bed_day())
  // Live values say nothing of the time in bed.
  live.resolve()
  await expect(now).toContainText(m.resident_presence())
  await expect(now).not.toContainText(m.resident_time_in_bed_day())
  answer()
  await expect(now).toContainText(m.resident_time_in_bed_day())
})

test('the handover’s shift and buttons take no other room once they are known [HO-1]', async ({ page, world }) => {
  const answer = await hold(page, readHandover.path)
  await openAs(page, world.portal.http, world.nurse, '/clinic/handover')
  const places = () =>
    page
      .locator('.shift-choice > *')
      .evaluateAll((all) => all.map((part) => [part.getBoundingClientRect().left, part.getBoundingClientRect().top]))
  await expect(page.getByLabel(m.handover_shift_label())).toBeVisible()
  const before = await places()
  answer()
  await expect(page.getByRole('button', { name: m.handover_print() })).toBeVisible()
  expect(await places()).toEqual(before)
})
