import { readFile } from 'node:fs/promises'
import { createClinic } from '@eupnea/contract/clinics.ts'
import { createNote } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { pagesOf } from '../kit/read-pdf.ts'
import { createWard } from '../kit/ward.ts'
import { addPerson, expect, expectAccessible, noSideways, openAs, sizes, test } from './portal.fixture.ts'

test('a nurse takes over a floor: reads, saves the sheet, and says so; a saved view has the shift of now [HO-1] [EA-2]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const { clinic_id, beds } = await createWard(portal, 'Rowan House', 3)
  const nurse = await addPerson(world, { clinic_ids: [clinic_id] })
  await portal.send(createNote, { patient_id: beds[1]!.patient_id, note: 'Coughs since supper' })
  await openAs(page, portal.http, nurse, '/clinic/profile')
  await page.getByRole('link', { name: 'Handover' }).last().click()
  // By default the shift whose end is nearest: until its middle, that is the one before. The note is of this one.
  const shift = page.getByLabel('Shift')
  await expect(page).toHaveURL(/from=.+&until=/)
  const from = () => new URL(page.url()).searchParams.get('from')
  await shift.selectOption({ index: 0 })
  await page.getByLabel('Floor').selectOption('1')
  await expect(page).toHaveURL(/floor=1/)
  const row = page.getByRole('listitem').filter({ hasText: 'Ada Byron 1' }).first()
  await expect(row).toContainText('Coughs since supper')
  await expect(page.getByRole('heading', { name: 'Handover: Floor 1, Rowan House' })).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Handover-Rowan House-1-\d{4}-\d\d-\d\d-\d\d-00\.pdf$/)
  const pages = pagesOf(await readFile(await file.path()))
  if (pages) expect(pages.join(' ')).toContain('Coughs since supper')

  await page.getByRole('button', { name: 'I’ve taken over' }).click()
  await expect(page.getByText(/^Taken over by Grace Hopper at \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'I’ve taken over' })).toBeHidden()
  // The address is enough for a colleague to see the same.
  await page.reload()
  await expect(page.getByText(/^Taken over by Grace Hopper/)).toBeVisible()
  await page.setViewportSize(sizes[1])
  await noSideways(page)
  await expect(row).toContainText('Coughs since supper')

  // Paper with two columns: the picture of the shift hides none of its lines.
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-head')).toContainText(/Printed .* by Grace Hopper/)
  await expect(page.locator('.print-head')).toBeVisible()
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(sheets).toHaveLength(1)
  const space = await row.evaluate((item) => {
    item.closest('article')?.setAttribute('data-condensed', 'true')
    const night = Object.assign(document.createElement('div'), { className: 'night', style: 'height: 40px' })
    item.append(night)
    const top = item.querySelector('.lines')?.getBoundingClientRect().top ?? 0
    const { bottom } = night.getBoundingClientRect()
    night.remove()
    return top - bottom
  })
  expect(space).toBeGreaterThanOrEqual(0)
  await page.emulateMedia({ media: 'screen' })

  // A view is saved of the floor; it opens with the shift whose end is nearest, not with the one that was shown.
  await page.setViewportSize(sizes[0])
  const views = page.getByRole('button', { name: `Saved views: ${m.handover_title()}` })
  await views.click()
  await page.getByRole('button', { name: m.saved_view_save() }).click()
  await page.getByRole('dialog').getByLabel(m.saved_view_name_label()).fill('Ground')
  await page.getByRole('dialog').getByRole('button', { name: m.saved_view_save_act() }).click()
  await expect(page.getByText(m.saved_view_save_done())).toBeVisible()
  const [older] = await shift.selectOption({ index: 3 })
  await expect(shift).toHaveValue(older!)
  const olderFrom = from()
  await views.click()
  await page.getByRole('button', { name: 'Ground', exact: true }).click()
  await expect.poll(from).not.toBe(olderFrom)
  await expect(shift).not.toHaveValue(older!)

  // A view of a floor that is gone says so, and leads on.
  await page.goto(page.url().replace('floor=1', 'floor=9'))
  await expect(page.getByText(m.handover_floor_gone_title({ floor: 'Floor 9' }))).toBeVisible()
  await expectAccessible(page, { colours: false })
  await page.getByRole('button', { name: m.handover_floor_all() }).click()
  await expect(page.getByRole('heading', { name: 'Handover: All floors, Rowan House' })).toBeVisible()

  // A facility without residents leads to where they are added.
  const { id: bare } = await portal.send(createClinic, { name: 'Ash House', tz: 'Europe/London' })
  await openAs(page, portal.http, await addPerson(world, { clinic_ids: [bare] }), '/clinic/handover')
  await expect(page.getByRole('link', { name: m.common_to_residents() })).toBeVisible()
  // With nobody to hand over, there is nothing to print or to take over.
  for (const name of ['Print', 'Save as PDF', 'I’ve taken over'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('link', { name: m.common_to_residents() }).click()
  await expect(page).toHaveURL(/\/clinic\/residents/)
})
