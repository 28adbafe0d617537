import { listEligibilityLogs } from '@eupnea/contract/eligibility.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import {
  addPerson,
  demoClinic,
  desk,
  expect,
  lookAt,
  openAs,
  smallPdf,
  storeFaceSheet,
  test,
} from './portal.fixture.ts'
import { rowOf } from './rows.ts'

test('face sheets are logged and opened by links that end [BI-4] [RE-2] [FI-2]', async ({
  page,
  playwright,
  world,
}) => {
  const { portal } = world
  const clinic_id = (await demoClinic(world)).id
  const last_name = 'Noether-1'
  const names = { first_name: 'Emmy', last_name, room: '7', billing_information: 'B-1' }
  const { patient_id } = await portal.send(saveResident, { clinic_id, ...names })
  await page.setViewportSize(desk)
  await openAs(page, portal.http, await addPerson(world), '/clinic/eligibility')

  // A new upload appears without a reload, with who uploaded it and for whom. Before the first there is nothing to filter.
  await storeFaceSheet(world, patient_id, 1)
  const first = rowOf(page, 'face-sheet-B-1-1')
  await expect(first).toContainText(`Emmy ${last_name}`)
  await page.getByRole('searchbox').fill('no such 1')
  await expect(page.getByText('No matching face sheets')).toBeVisible()
  // Typed by keyboard, a year is none until its last digit.
  await page.getByLabel('From', { exact: true }).fill('')
  await page.getByLabel('From', { exact: true }).pressSequentially('01022020')
  await expect(page).toHaveURL(/from=2020-01-02/)
  await page.getByRole('searchbox').fill(last_name)
  await expect(first).toBeVisible()
  expect(page.url()).not.toContain('Noether')
  await lookAt(page)

  // The link works without a session.
  const visitor = await playwright.request.newContext()
  const link = new URL((await first.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? '', portal.http).href
  const opened = await visitor.get(link)
  expect((await opened.body()).equals(smallPdf)).toBe(true)
  expect((await visitor.get(link.replace(/signature=./, 'signature=*'))).status()).toBe(404)

  // A replacement: the former link stops working, and the log keeps both.
  await storeFaceSheet(world, patient_id, 2)
  await expect(rowOf(page, 'face-sheet-B-1-2')).toBeVisible()
  await expect(first).toContainText('Replaced')
  const ended = await visitor.get(link)
  expect([ended.status(), (await ended.json()).title]).toEqual([404, 'This link has expired'])
  await visitor.dispose()
  // Programs read why as JSON; a person is shown a page.
  const tab = await page.context().newPage()
  await tab.goto(link)
  await expect(tab.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await lookAt(tab)
  await tab.close()

  // By day, in the clinic's zone.
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await expect(page.getByText('No matching face sheets')).toBeVisible()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect(rowOf(page, 'face-sheet-B-1-2')).toBeVisible()
  const { items } = await portal.send(listEligibilityLogs, { clinic_id, patient_id })
  expect(items.map(({ uploaded_by }) => uploaded_by)).toHaveLength(2)
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})
