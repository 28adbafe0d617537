import { createClinic } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevice, deleteDevice, listDevices, returnDevice } from '@eupnea/contract/devices.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { connectDevice } from '../../sensors/device-client.ts'
import { openWire } from '../faults/wire.ts'
import { addPerson, admin, demoClinic, desk, expect, lookAt, openAs, test, type World } from './portal.fixture.ts'

/** A sensor that reports it is online, and whose last will reports it gone. */
async function connect({ portal }: World, { username, password }: { username: string; password: string }) {
  const topic = `devices/${username}/status`
  const port = Number(new URL(portal.mqtt).port)
  const wire = await openWire({ port, username, password, will: { topic, payload: '{"online":false}' } })
  await wire.publish(topic, '{"online":true}')
  return wire
}

test('staff link a resident to a device of their inventory [SH-9] [DE-2] [DE-3] [DE-4] [DE-6]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const clinic = await demoClinic(world)
  const uid = 'SHELF-1'
  const device = await portal.send(createDevice, { device_uid: uid, name: uid, clinic_id: clinic.id })
  const stock = await portal.send(createDevice, { device_uid: 'STOCK-1' })
  const { patient_id } = await portal.send(saveResident, {
    clinic_id: clinic.id,
    first_name: 'Mary',
    last_name: 'Somerville 1',
    room: '77',
  })
  await page.setViewportSize(desk)
  await openAs(page, portal.http, await addPerson(world), '/clinic/inventory')
  await expect(page.getByLabel('Sensor counts')).toContainText('Installed')
  const search = page.getByRole('searchbox')
  // Staff don't see what is in stock.
  await search.fill('STOCK-1')
  await expect(page.getByText('No matching sensors')).toBeVisible()
  await search.fill(uid)
  const row = page.locator('tbody tr, .table-list > li', { hasText: uid })
  await expect(row).toContainText('Not in use')
  await expect(row).toContainText('Disconnected')
  await lookAt(page)
  // Before it is somebody's: then a sensor without readings is silent.
  const wire = await connect(world, device.key)
  await expect(row).toContainText('Connected')
  await expect(row).not.toContainText('Disconnected')

  await page.getByRole('button', { name: `Actions for ${uid}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Activity', 'Link resident', 'Rename'])
  await page.getByRole('menuitem', { name: 'Link resident' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Link resident' }).click()
  await expect(dialog.getByText('Choose a resident')).toBeVisible()
  await dialog.getByLabel('Search residents without a sensor').fill('Somerville 1')
  await dialog.getByRole('radio', { name: 'Mary Somerville 1' }).check()
  await lookAt(page)
  await dialog.getByRole('button', { name: 'Link resident' }).click()
  await expect(page.getByText('Resident Linked Successfully')).toBeVisible()
  await expect(row).toContainText('Room 77')
  wire.cut()

  await page.getByRole('tab', { name: 'Records' }).click()
  await search.fill(uid)
  await expect(row).toContainText('Current')
  await lookAt(page)
  await page.getByRole('button', { name: `Unlink ${uid}` }).click()
  await expect(dialog).toContainText(`Unlink ${uid} from room 77?`)
  await dialog.getByRole('button', { name: 'Unlink sensor' }).click()
  await expect(page.getByText('Device unassigned successfully')).toBeVisible()
  await expect(row).toContainText('Previous')

  await portal.send(setResidentStatus, { patient_id, status: 0 })
  for (const { device_id } of [device, stock]) await portal.send(deleteDevice, { device_id })
})

test('a device out of stock is assigned to a resident, and a list of connected devices follows them [DE-4] [DE-7]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const clinic = await demoClinic(world)
  const device = await portal.send(createDevice, { device_uid: 'FLIP-1', name: 'FLIP-1' })
  const { patient_id } = await portal.send(saveResident, {
    clinic_id: clinic.id,
    first_name: 'Émilie',
    last_name: 'Flip',
  })
  await openAs(page, portal.http, admin, '/devices/manage')
  await page.getByRole('searchbox').fill('FLIP-1')
  await page.getByRole('button', { name: 'Actions for FLIP-1' }).click()
  await page.getByRole('menuitem', { name: 'Link resident' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Facility').selectOption({ label: clinic.name })
  await dialog.getByLabel('Search residents without a sensor').fill('Flip')
  await dialog.getByRole('radio', { name: 'Émilie Flip' }).check()
  await dialog.getByRole('button', { name: 'Link resident' }).click()
  await expect(page.getByText('Device Assigned successfully')).toBeVisible()

  await page.getByLabel('Connection').selectOption('1')
  await expect(page.getByText('No matching sensors')).toBeVisible()
  const wire = await connect(world, device.key)
  await expect(page.locator('tbody tr', { hasText: 'FLIP-1' })).toBeVisible()
  wire.cut()
  await expect(page.getByText('No matching sensors')).toBeVisible({ timeout: 60_000 })
  await portal.send(assignDevice, { device_id: device.device_id, patient_id, status: 0 })
  await portal.send(setResidentStatus, { patient_id, status: 0 })
  for (const { device_id } of (await portal.send(listDevices, { search: 'FLIP-1' })).items)
    await portal.send(deleteDevice, { device_id })
})

test('the activity of a device is shown by the facility’s clock, also far away from it [DE-4]', async ({
  browser,
  world,
}) => {
  const { portal } = world
  const { id: clinic_id, tz } = await demoClinic(world)
  const device = await portal.send(createDevice, { device_uid: 'FAR-1', name: 'FAR-1', clinic_id })
  const sensor = connectDevice({ url: portal.mqtt, deviceId: device.device_id, password: device.key.password })
  const ts = Date.now()
  sensor.send({ ts, rr: 16, dist: 0.8 })
  await sensor.drained()
  const context = await browser.newContext({ timezoneId: 'Pacific/Kiritimati' })
  const page = await context.newPage()
  await openAs(page, portal.http, await addPerson(world), '/clinic/inventory')
  await page.getByRole('searchbox').fill('FAR-1')
  await page.getByRole('button', { name: 'Actions for FAR-1' }).click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
  const there = new Date(ts).toLocaleTimeString('en-GB', { timeZone: tz })
  await expect(page.getByRole('region', { name: 'Latest readings' })).toContainText(there)
  await sensor.close()
  await context.close()
  await portal.send(returnDevice, { device_id: device.device_id })
})

test('an empty inventory offers its administrator the first sensor [EA-3]', async ({ page, world }) => {
  const { id } = await world.portal.send(createClinic, { name: 'Alder' })
  await openAs(page, world.portal.http, admin, `/clinic/inventory?facility=${id}`)
  const empty = page.getByText('No sensors yet').locator('..')
  await empty.getByRole('button', { name: 'Add sensor' }).click()
  await expect(page.getByRole('dialog', { name: 'Add sensor' })).toBeVisible()
})
