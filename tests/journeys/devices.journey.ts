import { readFile } from 'node:fs/promises'
import { listClinics } from '@eupnea/contract/clinics.ts'
import {
  assignDevice,
  createDevice,
  deleteDevice,
  listDeviceRecords,
  listDevices,
  readDevice,
  updateDevice,
} from '@eupnea/contract/devices.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import type { Locator, Page } from '@playwright/test'
import { LoginRefused, openWire, type Wire } from '../faults/wire.ts'
import { admin, desk, expect, expectAccessible, lookAt, openAs, test, type World } from './portal.fixture.ts'
import { act, rowOf } from './rows.ts'

const openDevices = (page: Page, { portal }: Pick<World, 'portal'>) =>
  openAs(page, portal.http, admin, '/devices/manage')

/** Connects like a sensor, with a last will that reports it gone. */
const connect = ({ portal }: World, { username, password }: { username: string; password: string }): Promise<Wire> =>
  openWire({
    port: Number(new URL(portal.mqtt).port),
    username,
    password,
    will: { topic: `devices/${username}/status`, payload: '{"online":false}' },
  })

async function clinicIdOf({ portal }: World): Promise<string> {
  const { items } = await portal.send(listClinics, { name: 'Maple Court' })
  return items[0]!.id
}

/** What the dialog shows only once. */
const keyOf = async (dialog: Locator) => ({
  username: await dialog.getByLabel('Username', { exact: true }).inputValue(),
  password: await dialog.getByLabel('Key', { exact: true }).inputValue(),
})

test('a device from the box to its records [DE-1] [DE-2] [DE-3] [DE-4] [DE-7] [DE-8] [LI-6]', async ({
  page,
  world,
}) => {
  test.slow()
  const { portal } = world
  const uid = 'SN-1'
  const name = 'Bed 1'
  const dialog = page.getByRole('dialog')
  await page.setViewportSize(desk)
  await openDevices(page, { portal })
  await expect(page.getByLabel('Sensor counts')).toContainText('Installed')
  await expect(page.getByText('Connection status is live')).toBeVisible()
  await lookAt(page)

  // Added; the key is shown once.
  await page.getByRole('button', { name: 'Add sensor' }).click()
  await expect(dialog.getByLabel('Sensor ID')).toBeFocused()
  await dialog.getByLabel('Sensor ID').fill(uid)
  await dialog.getByLabel('Facility').selectOption({ label: 'Maple Court' })
  await lookAt(page)
  await dialog.getByRole('button', { name: 'Add sensor' }).click()
  await expect(page.getByText('Device created successfully')).toBeVisible()
  await expect(dialog).toContainText('You won’t see it again')
  await lookAt(page)
  const key = await keyOf(dialog)
  // Shown only this once, so a stray click doesn't close it.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('searchbox').fill(uid)
  await expect(rowOf(page, uid)).toContainText('Disconnected')
  expect(page.url()).not.toContain(uid)

  // It connects, and the list shows it without a reload.
  const wire = await connect(world, key)
  await wire.publish(`devices/${key.username}/status`, '{"online":true,"fw_version":"9.9"}', { retain: true })
  await wire.publish(`devices/${key.username}/telemetry`, JSON.stringify({ ts: Date.now(), rr: 15, dist: 1 }))
  await wire.publish(`devices/${key.username}/telemetry`, 'hello')
  await expect(rowOf(page, uid)).toContainText('Connected')
  await act(page, uid, 'Activity')
  await expect(dialog).toContainText('15.0 BrPM')
  await expect(dialog).toContainText('Not JSON')
  await lookAt(page)
  await page.keyboard.press('Escape')

  await act(page, uid, 'Rename')
  await dialog.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Device name updated')).toBeVisible()
  await expect(rowOf(page, uid)).toContainText(name)

  // A new key: the old one stops working.
  await act(page, name, 'New key')
  await dialog.getByRole('button', { name: 'Create new key' }).click()
  await expect(dialog).toContainText('You won’t see it again')
  const fresh = await keyOf(dialog)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await wire.closed
  await expect(rowOf(page, uid)).toContainText('Disconnected')
  await expect(connect(world, key)).rejects.toThrow(LoginRefused)
  const again = await connect(world, fresh)
  await again.publish(`devices/${key.username}/status`, '{"online":true}', { retain: true })
  await expect(rowOf(page, uid)).not.toContainText('Disconnected')

  // Linked elsewhere, it updates in the list without a reload.
  const clinic_id = await clinicIdOf(world)
  const { patient_id } = await portal.send(saveResident, {
    clinic_id,
    first_name: 'Edith',
    last_name: 'Journey',
    room: '901',
  })
  await portal.send(assignDevice, { device_id: key.username, patient_id })
  await expect(rowOf(page, uid)).toContainText('Room 901')

  // Replaced: the new one takes over name and resident.
  const other = await portal.send(createDevice, { device_uid: 'NEW-1' })
  await act(page, name, 'Replace')
  await dialog.getByLabel('New sensor ID').fill('not there')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(dialog).toContainText('Sensor not found')
  await expect(dialog.getByLabel('New sensor ID')).toHaveValue('not there')
  await lookAt(page)
  await dialog.getByLabel('New sensor ID').fill('NEW-1')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Device updated successfully').first()).toBeVisible()
  await page.getByRole('searchbox').fill('NEW-1')
  await expect(rowOf(page, 'NEW-1')).toContainText(name)
  await expect(rowOf(page, 'NEW-1')).toContainText('Room 901')

  await act(page, name, 'Remove from facility')
  await expect(dialog).toContainText(`Remove ${name} from Maple Court?`)
  await lookAt(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Device Removed Successfully')).toBeVisible()
  await expect(rowOf(page, 'NEW-1')).toContainText('In stock')

  // The records show it, and the inventory shows who added it to stock; both by keyboard.
  await page.getByRole('tab', { name: 'Sensors' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Inventory' })).toBeFocused()
  await expect(rowOf(page, 'NEW-1')).toContainText('Active')
  await lookAt(page)
  for (const [deed, then] of [
    ['Deactivate', 'Inactive'],
    ['Activate', 'Active'],
  ] as const) {
    await act(page, name, deed)
    await dialog.getByRole('button', { name: deed }).click()
    await expect(page.getByText('Devices Status Updated successfully').last()).toBeVisible()
    await expect(rowOf(page, 'NEW-1')).toContainText(then)
  }
  await page.getByRole('tab', { name: 'Inventory' }).focus()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/tab=records/)
  await page.getByRole('searchbox').fill('901')
  await expect(page.getByText('1–2 of 2', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Room 901').first()).toContainText('Previous')
  await lookAt(page)

  // Returned, then back in stock with a new key.
  await page.getByRole('tab', { name: 'Inventory' }).click()
  await page.getByRole('searchbox').fill('NEW-1')
  await act(page, name, 'Return')
  await dialog.getByRole('button', { name: 'Return' }).click()
  await expect(page.getByText('Device removed successfully', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'NEW-1')).toContainText('Returned')
  await act(page, name, 'Add to stock')
  await dialog.getByRole('button', { name: 'Add to stock' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'NEW-1')).toContainText('Active')
  await act(page, name, 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Device deleted successfully')).toBeVisible()
  await expect(page.getByText('No matching sensors')).toBeVisible()
  await lookAt(page)

  again.close()
  const { items } = await portal.send(listDeviceRecords, { patient_id })
  expect(items.map(({ device_id }) => device_id)).toEqual([key.username])
  expect(other.device_id).not.toBe(key.username)
  await portal.send(setResidentStatus, { patient_id, status: 0 })
})

// Runs after the test that waits for live connections: hundreds of devices keep the portal busy for a while.
test('many devices, each line checked [DE-2] [DE-8]', async ({ page, world: { portal } }) => {
  const dialog = page.getByRole('dialog')
  const uid = (index: number) => `MANY-1-${index}`
  await page.setViewportSize(desk)
  await openDevices(page, { portal })
  await page.getByRole('button', { name: 'Add several' }).click()
  await dialog.getByLabel('Facility').selectOption({ label: 'Maple Court' })
  const lines = [uid(0), `${uid(1)},Window,Mars/Olympus`, `${uid(2)},Door,Europe/London`, 'demo-201']
  await dialog.getByRole('textbox', { name: 'Sensors' }).fill(lines.join('\n'))
  await expect(dialog.getByRole('list', { name: 'Lines with errors' })).toContainText('Line 2')
  await expect(dialog).toContainText('Replace Mars/Olympus with a time zone')
  await dialog.getByRole('button', { name: 'Add sensors' }).click()
  await expect(dialog).toContainText('Fix the lines with errors')
  await lookAt(page)

  // All or nothing: the server's error appears beside its line, and nothing was added.
  await dialog.getByRole('textbox', { name: 'Sensors' }).fill([uid(0), 'demo-201'].join('\n'))
  await dialog.getByRole('button', { name: 'Add sensors' }).click()
  await expect(dialog.getByRole('list', { name: 'Lines with errors' })).toContainText(
    'Line 2 demo-201: Another sensor already has this ID',
  )
  expect((await portal.send(listDevices, { search: uid(0) })).items).toEqual([])

  // Valid lines only; more than fit in one call.
  const count = 520
  const many = Array.from({ length: count }, (_, index) => uid(index))
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'devices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['device_uid,name', ...many.map((one) => `${one},"Bed, ${one}"`), 'demo-201,Taken'].join('\r\n'),
    ),
  })
  await dialog.getByLabel('Add valid lines only').check()
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/devices/bulk/*', async (route) => {
    await asked.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: `Add ${count + 1} sensors` }).click()
  // Whoever leaves now would never see the keys.
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Leave while saving?' })
  await expect(leaving).toContainText('you won’t see their keys')
  await leaving.getByRole('button', { name: 'Stay' }).click()
  asked.resolve()
  await expect(
    page.getByText(`success: ${count} sensors added, ${count + 1} of ${count + 1} lines sent.`),
  ).toBeVisible()
  await expect(page.getByText('Devices added successfully').first()).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Lines with errors' })).toContainText(`Line ${count + 2}`)
  await lookAt(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download keys (CSV)' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n')).toHaveLength(count + 2)
  expect(file).toContain(`"${uid(count - 1)}","Bed, ${uid(count - 1)}"`)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('searchbox').fill('MANY-1')
  await expect(page.getByText(`1–10 of ${count}`, { exact: true })).toBeVisible()
  await lookAt(page)
  // No more at a time than the portal has connections to its database.
  for (let left = count; left > 0; left -= 20) {
    const { items } = await portal.send(listDevices, { search: 'MANY-1', limit: 20 })
    await Promise.all(items.map(({ device_id }) => portal.send(deleteDevice, { device_id })))
  }
})

test('many are replaced: all or none, and then whatever can be [DE-2]', async ({ page, world }) => {
  const { portal } = world
  const clinic_id = await clinicIdOf(world)
  const dialog = page.getByRole('dialog')
  for (const device_uid of ['OLD-1', 'OLD-2']) await portal.send(createDevice, { clinic_id, device_uid })
  await portal.send(createDevice, { device_uid: 'FRESH-1' })
  await openDevices(page, { portal })
  await page.getByRole('button', { name: 'Replace several' }).click()
  await dialog.getByLabel('Facility').selectOption({ label: 'Maple Court' })
  await dialog.getByRole('textbox', { name: 'Replacements' }).fill('OLD-1, FRESH-1\nOLD-2, FRESH-2')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  const faults = dialog.getByRole('list', { name: 'Lines with errors' })
  await expect(faults).toContainText('Line 2 OLD-2: Sensor not found')
  await expect(dialog).toContainText('Nothing was replaced')
  await expectAccessible(page)
  // What one facility answered says nothing of another.
  await dialog.getByLabel('Facility').selectOption({ index: 0 })
  await expect(faults).toBeHidden()
  await dialog.getByLabel('Facility').selectOption({ label: 'Maple Court' })
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(dialog).toContainText('Nothing was replaced')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('error: 1 sensor replaced, 1 not')
  await portal.send(createDevice, { device_uid: 'FRESH-2' })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Device updated successfully')).toBeVisible()
  for (const uid of ['OLD-1', 'OLD-2', 'FRESH-1', 'FRESH-2']) {
    const { items } = await portal.send(listDevices, { search: uid })
    const device = items.find(({ device_uid }) => device_uid === uid)!
    expect(device.clinic_id, uid).toBe(uid.startsWith('FRESH') ? clinic_id : null)
  }
  for (const search of ['OLD-', 'FRESH-'])
    for (const { device_id } of (await portal.send(listDevices, { search })).items)
      await portal.send(deleteDevice, { device_id })
})

test('says what someone else has changed meanwhile, and keeps what was typed [DE-4]', async ({ page, world }) => {
  const { portal } = world
  const { device_id } = await portal.send(createDevice, { device_uid: 'EDIT-1', name: 'Before' })
  const dialog = page.getByRole('dialog')
  await openDevices(page, { portal })
  await page.getByRole('searchbox').fill('EDIT-1')
  await act(page, 'Before', 'Edit')
  await dialog.getByLabel('Name').fill('Mine')
  await portal.send(updateDevice, { device_id, name: 'Theirs' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Someone else changed this to Theirs')
  await expect(dialog.getByLabel('Name')).toHaveValue('Mine')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Device settings has been changed')).toBeVisible()
  await expect(rowOf(page, 'EDIT-1')).toContainText('Mine')
  await portal.send(deleteDevice, { device_id })
})

test('sets how far from a sensor somebody still counts as in bed [WA-9]', async ({ page, world }) => {
  const { portal } = world
  const { device_id } = await portal.send(createDevice, { device_uid: 'HIGH-1', name: 'Ceiling' })
  const dialog = page.getByRole('dialog')
  await openDevices(page, { portal })
  await page.getByRole('searchbox').fill('HIGH-1')
  await act(page, 'Ceiling', 'Edit')
  const range = dialog.getByLabel('Presence range (m)')
  await expect(range).toHaveValue('1.5')
  await range.fill('11')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(range).toBeFocused()
  await range.fill('3.2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Device settings has been changed')).toBeVisible()
  expect(await portal.send(readDevice, { device_id })).toMatchObject({ presence_range: 3.2 })
  await portal.send(deleteDevice, { device_id })
})

test('adding, replacing and removing a device say please wait, and error when that failed [DE-2]', async ({
  page,
  world,
}) => {
  const { portal } = world
  const clinic_id = await clinicIdOf(world)
  const { device_id } = await portal.send(createDevice, { device_uid: 'WAITED-FOR', clinic_id })
  const dialog = page.getByRole('dialog')
  /** null: nothing was asked yet */
  let answer: (() => void) | null = null
  await page.route(/\/api\/devices(\/replace\/.*|\/remove\/.*)?$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    const refusal = { code: 'not_now', title: 'Something went wrong', message: 'Not now' }
    await route.fulfill({ status: 409, json: { ...refusal, request_id: 'r' } })
  })
  const isSaid = async () => {
    await expect(dialog.getByRole('status')).toHaveText('please wait')
    await expect.poll(() => answer).not.toBeNull()
    answer?.()
    answer = null
    await expect(dialog.getByRole('status')).toHaveText('error')
    await expect(dialog).toContainText('Not now')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await openDevices(page, { portal })
  await page.getByRole('button', { name: 'Add sensor' }).click()
  await dialog.getByRole('button', { name: 'Add sensor' }).click()
  await isSaid()

  await page.getByRole('searchbox').fill('WAITED-FOR')
  await act(page, 'WAITED-FOR', 'Replace')
  await dialog.getByLabel('New sensor ID').fill('any')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await isSaid()

  await act(page, 'WAITED-FOR', 'Remove from facility')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await isSaid()
  await portal.send(deleteDevice, { device_id })
})
