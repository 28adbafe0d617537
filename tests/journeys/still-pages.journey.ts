import { linkMemberResident } from '@eupnea/contract/members.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import type { Page } from '@playwright/test'
import { addPerson, admin, demoClinic, desk, expect, openAs, phone, test } from './portal.fixture.ts'

/** What is loading is an outline. */
const outlines = '.skeleton-frame, .skeleton, .skeleton-list, .skeleton-lines'

/** Adds up how far the parts of a page jump, from its first moment. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function expectStill(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator(outlines)).toHaveCount(0)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), url).toBeLessThan(0.05)
}

for (const size of [phone, desk])
  test(`pages of staff, administrators and members stay where they are while they load, at ${size.name} [EA-6]`, async ({
    browser,
    world,
  }) => {
    const { http } = world.portal
    const clinic = await demoClinic(world)
    const residents = await world.portal.send(listResidents, {
      clinic_id: clinic.id,
      status: '1',
      page: 1,
      page_size: 1,
    })
    const { patient_id } = residents.items[0]!
    const member = await addPerson(world, { user_type: 'member', clinic_ids: [] })
    await world.portal.send(linkMemberResident, { user_uid: member.id, patient_id })
    const pages = [
      [
        world.nurse,
        [
          `/patient/profile/${patient_id}`,
          ...['residents', 'rooms', 'notifications', 'handover', 'notes', 'reports', 'reports/downtime', 'duty'].map(
            (of) => `/clinic/${of}`,
          ),
          '/account',
        ],
      ],
      [admin, [`/facility/profile/${clinic.slug}`, '/users/manage', '/audit', '/clinic/alerts', '/clinic/ehr']],
      [member, ['/']],
    ] as const
    for (const [who, paths] of pages) {
      const page = await browser.newPage({ viewport: size })
      await openAs(page, http, who)
      await countShifts(page)
      for (const path of paths) await expectStill(page, http + path)
      await page.close()
    }
  })
