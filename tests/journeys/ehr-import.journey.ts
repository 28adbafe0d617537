import { createClinic } from '@eupnea/contract/clinics.ts'
import { saveEhrConnection } from '@eupnea/contract/ehr-import.ts'
import { readResident, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import type { Page } from '@playwright/test'
import { type PccServer, pccCredentials, pccOrg, pccPatients, startPccServer } from '../kit/ehr-servers/index.ts'
import {
  addPerson,
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

/** Importing residents from an EHR: connect it, review the changes, decide, confirm (EH-1 to EH-3). */

let ehr: PccServer

test.beforeEach(async () => {
  ehr = await startPccServer([
    ...pccPatients(30),
    {
      patientId: 1,
      medicalRecordNumber: 'MR-ADA',
      firstName: 'Ada',
      lastName: 'Lovelace',
      birthDate: '1935-12-10',
      roomDesc: '12',
    },
    { patientId: 2, firstName: '', lastName: 'Nameless' },
  ])
})
test.afterEach(() => ehr.close())

/** A clinic with one resident, and the user who manages it. */
async function makeHouse(
  world: World,
  name: string,
): Promise<{ clinic_id: string; patient_id: string; provider: Person; nurse: Person }> {
  const { portal } = world
  const { id: clinic_id } = await portal.send(createClinic, { name })
  const fields = { clinic_id, first_name: 'Ada', last_name: 'Lovelace', dob: '1935-12-10', room: '9' }
  const { patient_id } = await portal.send(saveResident, fields)
  const of = { clinic_ids: [clinic_id] }
  return {
    clinic_id,
    patient_id,
    provider: await addPerson(world, { ...of, user_type: 'vc-admin' }),
    nurse: await addPerson(world, of),
  }
}

const kind = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Rows shown' }).getByRole('button', { name })

test('residents come from the EHR after somebody has looked [EH-1] [EH-2] [EH-3]', async ({ page, browser, world }) => {
  const { provider, nurse } = await makeHouse(world, 'Import House')
  await page.setViewportSize(desk)
  await openAs(page, world.portal.http, provider, '/clinic/ehr')
  await expect(page.getByText('No EHR connected')).toBeVisible()
  await lookAt(page)

  await page.getByRole('button', { name: 'Connect EHR' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(dialog.getByLabel('Address', { exact: false }).first()).toBeFocused()
  await dialog.getByLabel(/^Address \*|^Address$/).fill('http://ehr.example.org')
  await dialog.getByLabel(/orgUuid/).fill(pccOrg.org_uuid)
  await dialog.getByLabel(/facId/).fill(pccOrg.facility_id)
  await dialog.getByLabel(/Client ID/).fill(pccCredentials.client_id)
  await dialog.getByLabel(/^Client secret/).fill(pccCredentials.secret)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(dialog.getByText('Use an address that starts with https://')).toBeVisible()
  await lookAt(page)
  await dialog.getByLabel(/^Address \*|^Address$/).fill(ehr.url)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('EHR connected')).toBeVisible()
  await expect(page.getByText(pccCredentials.secret)).toHaveCount(0)

  await page.getByRole('button', { name: 'Start import' }).click()
  await expect(page.getByText('PCC Integration started successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible()
  await expect(page.getByText('32 records read. Nothing has been saved yet.')).toBeVisible()
  await lookAt(page)

  await kind(page, /Failed/).click()
  await expect(page.getByText('First name: missing')).toBeVisible()
  await kind(page, /Needs decision/).click()
  await page.getByRole('button', { name: 'Decide about Ada Lovelace' }).click()
  await lookAt(page)
  await page.getByRole('radio', { name: /Ada Lovelace \(current resident\)/ }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Decide' }).click()
  await expect(page.locator('.ehr-outcome', { hasText: 'Linked' })).toBeVisible()
  await kind(page, /New/).click()
  await page.getByRole('button', { name: /^Skip Ada Byron Aaa/ }).click()
  await expect(page.getByText('Skipped').first()).toBeVisible()

  // A colleague opens the page on a phone, sees the same, and confirms.
  const other = await browser.newPage({ viewport: phone })
  await openAs(other, world.portal.http, nurse, '/clinic/ehr')
  await expect(other.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await other.getByRole('button', { name: 'Confirm import' }).click()
  await expect(other.getByText('30 residents will be added', { exact: false })).toBeVisible()
  await other.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Imported' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
  await expect(page.getByText('32 records read. 30 changes saved.')).toBeVisible()
  await lookAt(page)
  await page.goto(`${world.portal.http}/clinic/residents`)
  await page.getByRole('searchbox').fill('Lovelace')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(page.getByText('Lovelace').first()).toBeVisible()
  await other.close()
})

test('who was discharged comes back when somebody links them to the EHR, and the dialog says so [EH-3]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const { clinic_id, patient_id, nurse } = await makeHouse(world, 'Returning House')
  await portal.send(setResidentStatus, { patient_id, status: 2 })
  await portal.send(saveEhrConnection, {
    ...{ clinic_id, source: 'pcc', base_url: ehr.url },
    ...pccOrg,
    ...pccCredentials,
  })
  await openAs(page, portal.http, nurse, '/clinic/ehr')
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByRole('button', { name: 'Decide about Ada Lovelace' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('will be readmitted if linked', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(dialog.getByText('Choose a resident, or skip')).toBeVisible()
  await dialog.getByRole('radio', { name: /Ada Lovelace \(discharged\)/ }).check()
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(page.locator('.ehr-outcome', { hasText: 'Linked and readmitted' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm import' }).click()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible()
  expect(await portal.send(readResident, { patient_id })).toMatchObject({ status: 1, mrNo: 'MR-ADA', room: '9' })
})

test('an EHR that does not answer as it should is named, and the connection can be taken away [EH-2] [EH-3]', async ({
  page,
  world,
}) => {
  const { provider } = await makeHouse(world, 'Failing House')
  ehr.meddle = () => ({ status: 403, body: {} })
  await page.clock.install()
  await openAs(page, world.portal.http, provider, '/clinic/ehr')
  const dialog = page.getByRole('dialog')
  const connect = page.getByRole('button', { name: 'Connect EHR' })
  const timeOut = async () => {
    await page.clock.fastForward('31:00')
    await page.getByRole('button', { name: 'OK' }).click()
    await connect.click()
  }
  await connect.click()
  await dialog.getByLabel(/Client ID/).fill('eupnea')
  await dialog.getByLabel(/^Client secret/).fill('hidden')
  await timeOut()
  await expect(dialog.getByLabel(/Client ID/)).toHaveValue('eupnea')
  await expect(dialog.getByLabel(/^Client secret/)).toHaveValue('')
  await dialog.getByLabel('Source').selectOption('fhir')
  await dialog.getByLabel(/^Address \*|^Address$/).fill(`${ehr.url}/r4`)
  await timeOut()
  await expect(dialog.getByLabel('Source')).toHaveValue('fhir')
  await expect(dialog.getByLabel(/^Client secret/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('textbox', { name: 'Public key' })).toHaveValue(/\/api\/ehr-import\/jwks\//)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start import' }).click()
  await expect(page.getByText('The EHR responded with 404. 0 changes saved.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('No EHR connected')).toBeVisible()
})
