import { randomUUID } from 'node:crypto'
import { calls } from '@eupnea/contract/calls.ts'
import * as devices from '@eupnea/contract/devices.ts'
import * as notes from '@eupnea/contract/notes.ts'
import * as notifications from '@eupnea/contract/notifications.ts'
import * as residents from '@eupnea/contract/residents.ts'
import { usualThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createMemoryStore,
  emptyArchive,
  type SignedInClient,
  startTestHttp,
  type TestHttp,
} from '../../tests/kit/portal.ts'
import { billingRoutes } from '../billing/index.ts'
import { demoRoutes } from '../demo/index.ts'
import { deviceActivityRoutes, deviceRoutes } from '../devices/index.ts'
import { eligibilityRoutes } from '../eligibility/index.ts'
import { LiveState, stateRoutes } from '../live/state/index.ts'
import { noteRoutes } from '../notes/index.ts'
import { lockedPageRoutes, notificationRoutes } from '../notifications/index.ts'
import { createSealer } from '../platform/seal.ts'
import { reportDeliveryRoutes, reportLinkRoutes, reportRoutes } from '../reports/index.ts'
import { faceSheetRoutes, residentRoutes } from '../residents/index.ts'

/** What entries about a resident's data say (AP-5). That every call leaves one: tests/access/audited.test.ts. */

/** The spare device has no resident; the notification is of an open episode. */
type Bed = Awaited<ReturnType<typeof makeBed>>
interface Touch {
  /** inputs of the call; several if the input decides which entry is written */
  readonly inputs: readonly ((bed: Bed) => Record<string, unknown>)[]
  readonly acts: readonly string[]
  /** what an entry must name: the resident, or the clinic whose residents were shown together */
  readonly names: 'resident' | 'clinic'
}

const patient = ({ patient_id }: Bed) => ({ patient_id })
const device = ({ device_id }: Bed) => ({ device_id })
const clinic = ({ clinic_id }: Bed) => ({ clinic_id })
const notification = ({ notification_id }: Bed) => ({ id: notification_id })
const nothing = () => ({})

const touches: Record<string, Touch> = {
  listResidents: { inputs: [clinic, nothing], acts: ['resident.list'], names: 'clinic' },
  listLastRr: { inputs: [clinic], acts: ['resident.list-live'], names: 'clinic' },
  readResident: { inputs: [patient], acts: ['resident.read'], names: 'resident' },
  saveResident: {
    inputs: [(bed) => ({ ...patient(bed), room: '7' })],
    acts: ['resident.update'],
    names: 'resident',
  },
  setResidentStatus: {
    inputs: [2, 1, 0].map((status) => (bed: Bed) => ({ ...patient(bed), status })),
    acts: ['resident.discharge', 'resident.readmit', 'resident.delete'],
    names: 'resident',
  },
  undoResidentStatus: {
    inputs: [(bed) => ({ ...patient(bed), status: 1 })],
    acts: ['resident.undelete'],
    names: 'resident',
  },
  listRooms: { inputs: [clinic], acts: ['resident.list-rooms'], names: 'clinic' },
  removeFaceSheet: { inputs: [patient], acts: ['resident.remove-face-sheet'], names: 'resident' },
  listStatusLogs: { inputs: [patient], acts: ['resident.read-flags'], names: 'resident' },
  emptyBed: { inputs: [patient], acts: ['resident.empty-bed'], names: 'resident' },
  flagResident: {
    inputs: [(bed) => ({ ...patient(bed), status: 2, note: 'looked pale' })],
    acts: ['resident.flag'],
    names: 'resident',
  },
  listDevices: { inputs: [clinic, nothing], acts: ['device.list'], names: 'clinic' },
  listAllDevices: { inputs: [clinic], acts: ['device.list-all'], names: 'clinic' },
  listDeviceRecords: {
    inputs: [clinic, nothing, device],
    acts: ['device.list-records'],
    names: 'clinic',
  },
  setRecordStatus: {
    inputs: [({ record_id }) => ({ record_id, record_status: 'previous' })],
    acts: ['device.unassign'],
    names: 'resident',
  },
  listInventory: { inputs: [clinic, nothing], acts: ['device.list-inventory'], names: 'clinic' },
  readDeviceActivity: {
    inputs: [({ patient_id }) => ({ device_uid: `uid-${patient_id}` })],
    acts: ['device.read-activity'],
    names: 'resident',
  },
  replaceDevices: {
    inputs: [
      ({ clinic_id, device_id, spare_id }) => ({
        clinic_id,
        data: [{ old_device_id: device_id, new_device_id: spare_id }],
      }),
    ],
    acts: ['device.replace'],
    names: 'resident',
  },
  removeDevice: {
    inputs: [(bed) => ({ ...clinic(bed), ...device(bed) })],
    acts: ['device.unassign', 'device.remove'],
    names: 'resident',
  },
  renameDevice: {
    inputs: [(bed) => ({ ...device(bed), name: 'Window' })],
    acts: ['device.rename'],
    names: 'resident',
  },
  updateDevice: {
    inputs: [(bed) => ({ ...device(bed), name: 'Window' })],
    acts: ['device.update'],
    names: 'resident',
  },
  readDevice: { inputs: [device], acts: ['device.read'], names: 'resident' },
  assignDevice: {
    inputs: [0, 1].map((status) => (bed: Bed) => ({ ...patient(bed), ...device(bed), status })),
    acts: ['device.unassign', 'device.assign'],
    names: 'resident',
  },
  listMalformedMessages: { inputs: [device], acts: ['device.read-malformed'], names: 'resident' },
  readLiveGraph: { inputs: [device], acts: ['report.live-graph'], names: 'resident' },
  readReport: {
    inputs: [
      ...['raw', 'rr', 'tib', 'patient', 'minutely'].map((report) => (bed: Bed) => ({ ...patient(bed), report })),
      ...['raw', 'rr', 'tib'].map((report) => (bed: Bed) => ({ ...device(bed), report })),
      (bed) => ({ ...clinic(bed), report: 'tib-combined', patient_ids: bed.patient_id }),
    ],
    acts: ['report.raw', 'report.rr', 'report.tib', 'report.patient', 'report.minutely', 'report.tib-combined'],
    names: 'resident',
  },
  listReportResidents: { inputs: [clinic], acts: ['report.list-residents'], names: 'clinic' },
  listReportDevices: { inputs: [clinic], acts: ['report.list-devices'], names: 'clinic' },
  createReportLink: {
    inputs: [(bed) => ({ ...clinic(bed), date: '2026-01-01', recipient: 'Dr Grey', days: 1 })],
    acts: ['report.create-link'],
    names: 'clinic',
  },
  readReportPassword: { inputs: [clinic], acts: ['report.read-password'], names: 'clinic' },
  replaceReportPassword: { inputs: [clinic], acts: ['report.replace-password'], names: 'clinic' },
  listNotes: { inputs: [clinic, nothing], acts: ['note.list'], names: 'clinic' },
  listStoredNotes: { inputs: [patient], acts: ['note.read'], names: 'resident' },
  createNote: {
    inputs: ['note', 'change'].map((kind) => (bed: Bed) => ({ ...patient(bed), kind, note: 'looked pale' })),
    acts: ['note.create', 'note.create-change'],
    names: 'resident',
  },
  updateNote: {
    inputs: [({ note_id }) => ({ note_id, note: 'looked pale' })],
    acts: ['note.update'],
    names: 'resident',
  },
  listNoteVersions: { inputs: [({ note_id }) => ({ note_id })], acts: ['note.read-versions'], names: 'resident' },
  listEligibilityLogs: { inputs: [clinic], acts: ['eligibility.list'], names: 'clinic' },
  listNotifications: { inputs: [clinic, nothing], acts: ['notification.list'], names: 'clinic' },
  readNotification: { inputs: [notification], acts: ['notification.read'], names: 'resident' },
  seeNotification: { inputs: [notification], acts: ['notification.see'], names: 'resident' },
  seeAllNotifications: { inputs: [clinic], acts: ['notification.see-all'], names: 'clinic' },
  snoozeNotification: {
    inputs: [(bed) => ({ ...notification(bed), minutes: 30 })],
    acts: ['notification.snooze'],
    names: 'resident',
  },
  acknowledgeNotification: { inputs: [notification], acts: ['notification.acknowledge'], names: 'resident' },
  unacknowledgeNotification: { inputs: [notification], acts: ['notification.unacknowledge'], names: 'resident' },
  unsnoozeNotification: { inputs: [notification], acts: ['notification.unsnooze'], names: 'resident' },
  listCurrentNotifications: { inputs: [clinic], acts: ['notification.watch'], names: 'clinic' },
  createLockToken: { inputs: [clinic], acts: ['notification.watch-locked'], names: 'clinic' },
  listBilling: { inputs: [clinic], acts: ['billing.list'], names: 'clinic' },
  listClinicMonthlyBilling: { inputs: [clinic], acts: ['billing.list-month'], names: 'clinic' },
  listBillingDays: { inputs: [patient], acts: ['billing.read-days'], names: 'resident' },
  removeDemo: { inputs: [clinic], acts: ['clinic.remove-demo'], names: 'clinic' },
}

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...residentRoutes,
    ...faceSheetRoutes(createMemoryStore()),
    ...deviceRoutes,
    ...deviceActivityRoutes(emptyArchive()),
    ...notificationRoutes,
    ...lockedPageRoutes('secret', sessions),
    ...reportRoutes(emptyArchive()),
    ...reportLinkRoutes(() => 'http://localhost'),
    ...reportDeliveryRoutes(createMemoryStore(), createSealer('secret')),
    ...billingRoutes(usualThresholds),
    ...noteRoutes(createMemoryStore()),
    ...eligibilityRoutes('secret', () => 'http://localhost'),
    ...demoRoutes,
    ...stateRoutes(new LiveState()),
  ])
  admin = await portal.asUser()
})
afterAll(() => portal.close())

async function makeBed(is_demo = false) {
  const { id: clinic_id } = await portal.owner
    .insertInto('clinics')
    .values({ slug: randomUUID(), name: 'Test House', tz: 'UTC', is_demo })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = { first_name: 'Ada', last_name: 'Byron' }
  const { patient_id } = await admin.call(residents.saveResident, { clinic_id, ...names })
  const { device_id } = await admin.call(devices.createDevice, { clinic_id, device_uid: `uid-${patient_id}` })
  await admin.call(devices.assignDevice, { device_id, patient_id, status: 1 })
  const { device_id: spare_id } = await admin.call(devices.createDevice, { clinic_id })
  const { items } = await admin.call(devices.listDeviceRecords, { device_id })
  const { note_id } = await admin.call(notes.createNote, { patient_id, note: 'slept well' })
  const of = { clinic_id, resident_id: patient_id, device_id, severity: 'danger', kind: 'no_breathing' }
  const episode = await portal.owner.insertInto('episodes').values(of).returning('id').executeTakeFirstOrThrow()
  const words = { title: '', description: '', action: 'no_breathing', severity: 'danger', kind: 'no_breathing' }
  const { id: notification_id } = await portal.owner
    .insertInto('notifications')
    .values({ clinic_id, patient_id, episode_id: episode.id, ...words, extra_detail: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { clinic_id, patient_id, device_id, record_id: items[0]!.record_id, spare_id, note_id, notification_id }
}

describe.each(Object.keys(touches))('%s', (name) => {
  it('leaves an entry: who, what, whose, when and from where [AP-5]', async () => {
    const call = calls.find((one) => one.name === name)!
    const { inputs, acts, names } = touches[name]!
    const bed = await makeBed(name === 'removeDemo')
    const isForAdmins = call.access !== 'public' && !call.access.roles.includes('Clinic')
    if (name === 'undoResidentStatus')
      await portal.owner.updateTable('residents').set({ status: 0 }).where('id', '=', bed.patient_id).execute()
    const caller = await portal.asUser(isForAdmins ? {} : { groups: ['clinic'], clinicIds: [bed.clinic_id] })
    if (name === 'unacknowledgeNotification')
      await caller.call(notifications.acknowledgeNotification, { id: bed.notification_id })
    if (name === 'unsnoozeNotification')
      await caller.call(notifications.snoozeNotification, { id: bed.notification_id, minutes: 30 })
    for (const input of inputs) await caller.call(call, input(bed))
    const entries = await portal.owner
      .selectFrom('audit_entries')
      .selectAll()
      .where('actor_id', '=', caller.userId)
      .orderBy('id')
      .execute()
    expect([...new Set(entries.map(({ act }) => act))]).toEqual(expect.arrayContaining([...acts]))
    const own = entries.filter(({ act }) => acts.includes(act))
    expect(own.length).toBeGreaterThanOrEqual(inputs.length)
    for (const entry of own) {
      expect(entry).toMatchObject({ actor_type: 'user', actor_name: caller.email, clinic_id: bed.clinic_id })
      if (names === 'resident') expect(entry.resident_id).toBe(bed.patient_id)
      expect(entry.address).toBe('127.0.0.1')
      expect(entry.request_id).toBeTruthy()
      expect(Math.abs(Date.now() - entry.at.epochMilliseconds)).toBeLessThan(60_000)
      // Records what was done, not what was read: names and notes stay out of the log.
      expect(JSON.stringify(entry.detail)).not.toMatch(/Ada|Byron|pale/)
    }
  })
})

it('a new resident is in the log from the first moment, and a refused call leaves nothing [AP-5]', async () => {
  const bed = await makeBed()
  const added = await portal.owner
    .selectFrom('audit_entries')
    .where('resident_id', '=', bed.patient_id)
    .where('act', '=', 'resident.create')
    .selectAll()
    .execute()
  expect(added).toMatchObject([{ actor_id: admin.userId, clinic_id: bed.clinic_id }])
  const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
  expect((await stranger.refused(residents.readResident, patient(bed))).status).toBe(404)
  expect((await stranger.refused(residents.setResidentStatus, { ...patient(bed), status: 2 })).status).toBe(404)
  const left = portal.owner.selectFrom('audit_entries').where('actor_id', '=', stranger.userId).select('id')
  expect(await left.execute()).toEqual([])
})

it('a list over several facilities is found by each of them [AP-5]', async () => {
  const [first, second] = [await makeBed(), await makeBed()]
  const both = await portal.asUser({ groups: ['vc-admin'], clinicIds: [first.clinic_id, second.clinic_id] })
  await both.call(residents.listResidents, {})
  await both.call(devices.listDevices, {})
  const entries = await portal.owner
    .selectFrom('audit_entries')
    .where('actor_id', '=', both.userId)
    .select(['act', 'clinic_id'])
    .execute()
  const clinics = [first.clinic_id, second.clinic_id]
  expect(entries).toHaveLength(4)
  for (const act of ['resident.list', 'device.list'])
    expect(entries.filter((entry) => entry.act === act).map(({ clinic_id }) => clinic_id)).toEqual(
      expect.arrayContaining(clinics),
    )
})
