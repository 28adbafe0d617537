import { readAdtSender } from '@eupnea/contract/adt.ts'
import { createClinic } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import { saveEhrConnection } from '@eupnea/contract/ehr-import.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { connectMllp } from '../kit/mllp-client.ts'
import { addPerson, desk, expect, lookAt, openAs, test } from './portal.fixture.ts'

/** ADT messages from the facility's EHR page: who sends them, one that needs a person, and a bed mismatch. */

test('an EHR reports who comes and moves, and staff settle what it cannot [EH-5]', async ({ page, world }) => {
  const { portal } = world
  const { id: clinic_id } = await portal.send(createClinic, { name: 'Elm House', tz: 'UTC' })
  const provider = await addPerson(world, { clinic_ids: [clinic_id], user_type: 'vc-admin' })
  await page.setViewportSize(desk)
  await openAs(page, portal.http, provider, '/clinic/ehr')
  await page.getByRole('button', { name: m.adt_connect() }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(m.adt_sender_name_label()).fill('ELM')
  await dialog.getByRole('button', { name: m.adt_address_add() }).click()
  await dialog
    .getByRole('textbox', { name: /^Address/ })
    .last()
    .fill('127.0.0.1')
  await dialog.getByRole('button', { name: m.common_save() }).click()
  await expect(page.getByText(m.adt_empty())).toBeVisible()

  const { port } = await portal.send(readAdtSender, { clinic_id })
  const ehr = await connectMllp(port!)
  let sent = 0
  const send = (event: string, who: string, room: string) =>
    ehr.send(
      [
        `MSH|^~\\&|EHR|ELM|||20261101||ADT^${event}|N${++sent}|P|2.5`,
        `EVN||202611011${sent}00`,
        `PID|1||${who}^^^ELM^MR||${who === 'M2' ? 'Nameless' : 'Byron^Ada'}||19321210|F`,
        `PV1|1|I|^${room}^A`,
      ].join('\r'),
    )
  expect(await send('A01', 'M1', '101')).toContain('MSA|AA|N1')
  const { items } = await portal.send(listResidents, { clinic_id })
  const { device_id } = await portal.send(createDevice, { clinic_id, device_uid: 'elm-1', name: 'Sensor 101' })
  await portal.send(assignDevice, { device_id, patient_id: items[0]!.patient_id, status: 1 })
  expect(await send('A02', 'M1', '102')).toContain('MSA|AA|N2')
  expect(await send('A01', 'M2', '103')).toContain('MSA|AE|N3')

  await expect(page.getByText(m.bed_sensor_room({ sensor: 'Sensor 101', room: '101-A' }))).toBeVisible()
  await lookAt(page)
  await page.getByText(m.bed_confirm(), { exact: true }).click()
  await expect(page.getByText(m.bed_confirm_done())).toBeVisible()
  await page.getByRole('button', { name: m.adt_read_label({ number: 'N3' }) }).click()
  await expect(page.getByText('PID|1||M2^^^ELM^MR||Nameless')).toBeVisible()
  await page.getByRole('button', { name: m.adt_dismiss(), exact: true }).click()
  await expect(page.getByText(m.adt_dismiss_done())).toBeVisible()
  ehr.close()
})

test('the dialog that connects an EHR, or ends that, closes, also when the page knows before the answer comes [EH-2]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const { id: clinic_id } = await portal.send(createClinic, { name: 'Ash House', tz: 'UTC' })
  const provider = await addPerson(world, { clinic_ids: [clinic_id], user_type: 'vc-admin' })
  await page.setViewportSize(desk)
  await openAs(page, portal.http, provider, '/clinic/ehr')
  let answered = Promise.withResolvers<void>()
  await page.route(`**/api${saveEhrConnection.path.replaceAll(/\{\w+\}/g, '*')}`, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  const dialog = page.getByRole('dialog')
  const acts = page.getByRole('button', { name: m.common_actions_label({ name: m.ehr_import_source_fhir() }) })
  const connect = page.getByRole('button', { name: m.ehr_import_connect(), exact: true, includeHidden: true })
  await connect.click()
  await dialog.getByLabel(m.ehr_import_source_label()).selectOption('fhir')
  await dialog.getByLabel(m.ehr_import_address_label()).fill('https://ehr.example/fhir')
  await dialog.getByLabel(m.ehr_import_client_id_label()).fill('eupnea')
  await dialog.getByRole('button', { name: m.ehr_import_connect_act() }).click()
  await expect(connect).toHaveCount(0)
  answered.resolve()
  await expect(page.getByText(m.ehr_import_connect_done())).toBeVisible()
  await expect(dialog).toHaveCount(0)

  answered = Promise.withResolvers()
  await acts.click()
  await page.getByRole('menuitem', { name: m.ehr_import_disconnect() }).click()
  await dialog.getByRole('button', { name: m.ehr_import_disconnect() }).click()
  await expect(connect).toHaveCount(1)
  answered.resolve()
  await expect(page.getByText(m.ehr_import_disconnect_done())).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
