import { listAuditEntries } from '@eupnea/contract/audit.ts'
import { createClinic, updateClinic } from '@eupnea/contract/clinics.ts'
import { createDevice, createDevices, rotateDeviceKey, updateDevice } from '@eupnea/contract/devices.ts'
import { updateClinicPlan } from '@eupnea/contract/plans.ts'
import { readSession } from '@eupnea/contract/sessions.ts'
import {
  createUser,
  deleteUser,
  listUsers,
  readLoginHistory,
  readUser,
  sendSetPasswordEmail,
  setUserStatus,
  updateUser,
} from '@eupnea/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { auditRoutes } from '../audit/index.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { planRoutes } from '../plans/index.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { userRoutes } from './index.ts'

let portal: TestHttp
let maple: string
let birch: string
let admin: SignedInClient
/** administers Maple, works at Birch too */
let head: SignedInClient
let headId: string

const password = 'tall-ships-at-noon'
const names = { first_name: 'Nora', last_name: 'Night' }
let made = 0

const staff = async (clinic_ids: string[], more: object = {}) =>
  (
    await admin.call(createUser, {
      ...{ user_type: 'clinic-web', ...names, email: `staff-${made++}@maple.example`, password, clinic_ids },
      ...more,
    })
  ).id

/** Gives the right to somebody whom the test's kit has made. */
async function administers(who: SignedInClient, clinic_id: string): Promise<string> {
  const { id } = await who.call(readSession, {})
  await admin.call(updateUser, { user_id: id, user_type: 'clinic-web', admin_clinic_ids: [clinic_id] })
  return id
}

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...sessionRoutes(sessions),
    ...userRoutes(sessions),
    ...clinicRoutes(createMemoryStore()),
    ...deviceRoutes,
    ...planRoutes,
    ...auditRoutes,
  ])
  maple = await portal.createClinic({ name: 'Maple' })
  birch = await portal.createClinic({ name: 'Birch' })
  admin = await portal.asUser({ email: 'admin@house.example' })
  head = await portal.asUser({ groups: ['clinic'], clinicIds: [maple, birch], email: 'head@maple.example' })
  headId = await administers(head, maple)
})
afterAll(() => portal.close())

describe('a facility administrator', () => {
  it('is a Clinic user with the right for some of their facilities, from the next call on [EA-3]', async () => {
    expect(await head.call(readSession, {})).toMatchObject({
      role: 'Clinic',
      isClinicAdmin: true,
      admin_clinic_ids: [maple],
    })
    const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [birch] })
    expect(await nurse.call(readSession, {})).toMatchObject({ isClinicAdmin: false, admin_clinic_ids: [] })
    expect(await nurse.refused(listUsers, {})).toMatchObject({ status: 403 })
    expect(await nurse.refused(updateClinic, { clinic_id: maple })).toMatchObject({ status: 403 })
  })

  it('sets what is theirs: settings, recipients and plan, and nothing elsewhere [EA-3] [PL-1]', async () => {
    const saved = await head.call(updateClinic, { clinic_id: maple, alert_recipients: ['desk@maple.example'] })
    expect(saved.alert_recipients).toEqual(['desk@maple.example'])
    expect(await head.refused(updateClinic, { clinic_id: birch, clinicDetail: 'x' })).toMatchObject({ status: 404 })
    await head.call(updateClinicPlan, { clinic_id: maple, low: 11, reason: 'quiet house' })
    expect(await head.refused(updateClinicPlan, { clinic_id: birch, low: 11 })).toMatchObject({ status: 404 })
    expect(await head.refused(createClinic, { name: 'Third' })).toMatchObject({ status: 403 })
  })

  it('adds sensors there, gives them keys and names them, but moves none [EA-3] [DE-2]', async () => {
    const { device_id } = await head.call(createDevice, { clinic_id: maple, device_uid: 'M-1' })
    await head.call(createDevices, { clinic_id: maple, data: [{ device_uid: 'M-2' }] })
    expect((await head.call(rotateDeviceKey, { device_id })).username).toBe(device_id)
    expect((await head.call(updateDevice, { device_id, name: 'Window' })).name).toBe('Window')
    expect(await head.refused(createDevice, { device_uid: 'M-3' })).toMatchObject({ status: 422 })
    expect(await head.refused(createDevice, { clinic_id: birch, device_uid: 'M-3' })).toMatchObject({ status: 404 })
    for (const moved of [{ clinic_id: null }, { clinic_id: birch }, { topic_prefix: 'bed-9' }])
      expect(await head.refused(updateDevice, { device_id, ...moved })).toMatchObject({ status: 422 })
    const prefixed = { device_uid: 'M-4', topic_prefix: 'bed-9' }
    for (const refusal of [
      await head.refused(createDevice, { clinic_id: maple, ...prefixed }),
      await head.refused(createDevices, { clinic_id: maple, data: [prefixed] }),
    ])
      expect(refusal).toMatchObject({ status: 422, body: { field: 'topic_prefix' } })
    const other = await admin.call(createDevice, { clinic_id: birch, device_uid: 'B-1' })
    expect(await head.refused(rotateDeviceKey, { device_id: other.device_id })).toMatchObject({ status: 404 })
    // A name that a sensor elsewhere has is taken, and says nothing about that one.
    expect(await head.refused(createDevice, { clinic_id: maple, device_uid: 'B-1' })).toMatchObject({
      status: 409,
      body: { field: 'device_uid' },
    })
  })

  it('manages those who work there and nowhere else [EA-3]', async () => {
    const nurse = await staff([maple])
    const both = await staff([maple, birch])
    const elsewhere = await staff([birch])
    const provider = await staff([maple], { user_type: 'vc-admin' })
    const { users } = await head.call(listUsers, { page_size: 50 })
    const listed = users.map(({ id }) => id)
    expect(listed).toEqual(expect.arrayContaining([headId, nurse, both, provider]))
    expect(listed).not.toContain(elsewhere)
    // The list says nothing of Birch, which they don't administer.
    expect(users.find(({ id }) => id === both)).toMatchObject({ clinic_ids: [maple] })

    expect(await head.call(updateUser, { user_id: nurse, first_name: 'Nina' })).toMatchObject({ first_name: 'Nina' })
    await head.call(setUserStatus, { user_id: nurse, status: 0 })
    await head.call(setUserStatus, { user_id: nurse, status: 1 })
    for (const user_id of [both, provider]) {
      expect((await head.call(readUser, { user_id })).id).toBe(user_id)
      expect(await head.refused(updateUser, { user_id, first_name: 'X' })).toMatchObject({ status: 403 })
      expect(await head.refused(deleteUser, { user_id })).toMatchObject({ status: 403 })
      expect(await head.refused(sendSetPasswordEmail, { user_id })).toMatchObject({ status: 403 })
    }
    for (const call of [updateUser, deleteUser, sendSetPasswordEmail] as const)
      expect(await head.refused(call, { user_id: elsewhere })).toMatchObject({ status: 404 })
    expect(await head.refused(setUserStatus, { user_id: elsewhere, status: 0 })).toMatchObject({ status: 404 })
    await head.call(deleteUser, { user_id: nurse })
  })

  it('sees from where those sign in who work nowhere else, and their own [EA-3] [US-3]', async () => {
    for (const user_id of [await staff([maple]), headId])
      expect((await head.call(readLoginHistory, { user_id })).AuthEvents).toEqual([])
    for (const user_id of [await staff([maple, birch]), await staff([maple], { user_type: 'vc-admin' })])
      expect(await head.refused(readLoginHistory, { user_id })).toMatchObject({ status: 403 })
    expect(await head.refused(readLoginHistory, { user_id: await staff([birch]) })).toMatchObject({ status: 404 })
  })

  it('makes Clinic users of their facilities, and gives no right that reaches further [EA-3] [ID-7]', async () => {
    const person = () => ({ ...names, email: `new-${made++}@maple.example`, password })
    const web = { user_type: 'clinic-web' } as const
    const { id } = await head.call(createUser, { ...person(), ...web, clinic_ids: [maple], admin_clinic_ids: [maple] })
    expect(await head.call(readUser, { user_id: id })).toMatchObject({ admin_clinic_ids: [maple], groups: ['clinic'] })
    const refusals = [
      [{ ...web, clinic_ids: [birch] }, 422],
      [{ ...web, clinic_ids: [maple, birch] }, 422],
      [{ ...web, clinic_ids: [] }, 422],
      [{ ...web, clinic_ids: [maple], admin_clinic_ids: [birch] }, 422],
      [{ user_type: 'clinic-app', clinic_ids: [maple], admin_clinic_ids: [maple] }, 422],
      [{ ...web, clinic_ids: [maple], is_admin_feature: true }, 403],
      [{ user_type: 'vc-admin', clinic_ids: [maple] }, 403],
      [{ user_type: 'sa' }, 403],
      [{ user_type: 'member', clinic_ids: [maple] }, 403],
    ] as const
    for (const [wanted, status] of refusals)
      expect(await head.refused(createUser, { ...person(), ...wanted }), JSON.stringify(wanted)).toMatchObject({
        status,
      })
    for (const wanted of [{ user_type: 'vc-admin' }, { is_admin_feature: true }] as const)
      expect(await head.refused(updateUser, { user_id: id, ...wanted })).toMatchObject({ status: 403 })
    expect(await head.refused(updateUser, { user_id: id, clinic_ids: [birch] })).toMatchObject({ status: 422 })
    expect(await head.refused(updateUser, { user_id: id, clinic_ids: [] })).toMatchObject({ status: 422 })
  })

  it('loses the right with the facility or the type, and not by their own hand [EA-3] [US-8]', async () => {
    const user_id = await staff([maple], { admin_clinic_ids: [maple] })
    expect(await admin.call(updateUser, { user_id, clinic_ids: [birch] })).toMatchObject({ admin_clinic_ids: [] })
    expect(await admin.call(updateUser, { user_id, clinic_ids: [maple] })).toMatchObject({ admin_clinic_ids: [] })
    await admin.call(updateUser, { user_id, admin_clinic_ids: [maple] })
    expect(await admin.call(updateUser, { user_id, user_type: 'vc-admin' })).toMatchObject({ admin_clinic_ids: [] })
    const { items } = await admin.call(listAuditEntries, { person: user_id, act: 'user.update', page_size: 50 })
    expect(items.filter((entry) => JSON.stringify(entry).includes('admin_clinic_ids'))).toHaveLength(3)
    const own = await portal.asUser({ groups: ['clinic'], clinicIds: [maple], email: 'own@maple.example' })
    const id = await administers(own, maple)
    expect(await own.refused(updateUser, { user_id: id, admin_clinic_ids: [] })).toMatchObject({ status: 409 })
  })
})
