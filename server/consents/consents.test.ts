import { updateClinic } from '@eupnea/contract/clinics.ts'
import { readConsent, saveConsent } from '@eupnea/contract/consents.ts'
import { assignDevice, readDevice } from '@eupnea/contract/devices.ts'
import { listResidents, readResident, saveResident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { consentRoutes } from './index.ts'

let portal: TestHttp
let admin: SignedInClient
let staff: SignedInClient
let stranger: SignedInClient
let clinic_id: string

beforeAll(async () => {
  portal = await startTestHttp([
    ...consentRoutes,
    ...deviceRoutes,
    ...residentRoutes,
    ...clinicRoutes(createMemoryStore()),
  ])
  clinic_id = await portal.createClinic({ tz: 'Europe/London' })
  admin = await portal.asUser()
  staff = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
})
afterAll(() => portal.close())

const addResident = (status = 1): Promise<string> => portal.createResident({ clinic_id, status })

const addDevice = (): Promise<string> => portal.createDevice({ clinic_id })

const decided = { by: 'Ada Byron', on: '2026-03-01' }

describe('consent to monitoring', () => {
  it('is no decision of a day that hasn’t begun where the facility is [PL-5]', async () => {
    const place = await portal.createClinic({ tz: 'Pacific/Pago_Pago' })
    const { patient_id } = await admin.call(saveResident, { clinic_id: place, first_name: 'Ada', last_name: 'Byron' })
    // 25 hours ahead of it
    const on = Temporal.Now.plainDateISO('Pacific/Kiritimati').toString()
    const { body } = await admin.refused(saveConsent, { patient_id, state: 'given', by: 'Ada Byron', on })
    expect([body.field, body.errors?.[0]?.code]).toEqual(['on', 'in_future'])
  })

  it('is kept as versions, with who recorded each [PL-5]', async () => {
    const patient_id = await addResident()
    expect(await staff.call(readConsent, { patient_id })).toMatchObject({
      ...{ patient_id, clinic_id, consent: null, is_review_due: false, is_required: false, versions: [] },
    })
    await staff.call(saveConsent, { patient_id, state: 'given', ...decided })
    const given = {
      patient_id,
      state: 'best_interest' as const,
      by: 'Her daughter',
      on: '2026-04-01',
      review_on: '2026-05-01',
    }
    const now = await staff.call(saveConsent, given)
    expect(now.consent).toMatchObject({ state: 'best_interest', by: 'Her daughter', recorded_by: 'Test User' })
    expect(now.is_review_due).toBe(true)
    expect(now.versions.map(({ state }) => state)).toEqual(['best_interest', 'given'])
    expect(await staff.call(readResident, { patient_id })).toMatchObject({
      consent: 'best_interest',
      is_consent_review_due: true,
    })
    // The same again is no decision.
    const again = await staff.call(saveConsent, given)
    expect(again.versions).toHaveLength(2)
  })

  it('refuses what is no decision, and residents who are not there [PL-5] [FA-4]', async () => {
    const patient_id = await addResident()
    const refusal = async (input: object) => {
      const { status, body } = await staff.refused(saveConsent, { patient_id, state: 'given', ...decided, ...input })
      return [status, body.field]
    }
    expect(await refusal({ review_on: '2026-03-01' })).toEqual([422, 'review_on'])
    expect(await refusal({ by: ' ' })).toEqual([422, 'by'])
    expect(await refusal({ on: '2199-01-01' })).toEqual([422, 'on'])
    expect((await refusal({ state: 'maybe' }))[1]).toBe('state')
    for (const whose of [await addResident(0), 'nobody'])
      expect((await staff.refused(saveConsent, { patient_id: whose, state: 'given', ...decided })).status).toBe(404)
    expect((await stranger.refused(saveConsent, { patient_id, state: 'given', ...decided })).status).toBe(404)
    expect((await stranger.refused(readConsent, { patient_id })).status).toBe(404)
  })

  it.each([
    ['declined', 'consent_declined', m.consent_declined_refused],
    ['withdrawn', 'consent_withdrawn', m.consent_withdrawn_refused],
  ] as const)('that is %s unlinks the device, and no other can be linked [PL-5]', async (state, code, message) => {
    const patient_id = await addResident()
    const device_id = await addDevice()
    await staff.call(assignDevice, { device_id, patient_id })
    await staff.call(saveConsent, { patient_id, state, ...decided })
    expect(await staff.call(readDevice, { device_id })).toMatchObject({ patient_id: null, status: 'available' })
    const { status, body } = await staff.refused(assignDevice, { device_id, patient_id })
    expect([status, body.code, body.field, body.message]).toEqual([409, code, 'patient_id', message()])
    const acts = await portal.owner
      .selectFrom('audit_entries')
      .select('act')
      .where('resident_id', '=', patient_id)
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['device.assign', 'consent.save', 'device.unassign'])
    await staff.call(saveConsent, { patient_id, state: 'given', ...decided })
    expect(await staff.call(assignDevice, { device_id, patient_id })).toMatchObject({ patient_id })
  })

  it.each(['declined', 'withdrawn'] as const)(
    'that was %s gives nobody the readings of that time, once it is given [PL-5] [WA-13]',
    async (state) => {
      const [patient_id, device_id] = [await addResident(), await addDevice()]
      await staff.call(saveConsent, { patient_id, state, ...decided })
      const refusing = Temporal.Now.instant().toString()
      await staff.call(saveConsent, { patient_id, state: 'given', ...decided })
      const since = Temporal.Now.instant().toString()
      await staff.call(saveConsent, { patient_id, state: 'best_interest', ...decided })
      const { status, body } = await staff.refused(assignDevice, { device_id, patient_id, since: refusing })
      expect([status, body.field, body.message]).toEqual([422, 'since', m.device_since_of_refusal()])
      expect(await staff.call(assignDevice, { device_id, patient_id, since })).toMatchObject({ patient_id })
    },
  )

  it('is not linked past when both happen at once [PL-5]', async () => {
    for (let round = 0; round < 10; round++) {
      const [patient_id, device_id] = [await addResident(), await addDevice()]
      await Promise.allSettled([
        staff.call(assignDevice, { device_id, patient_id }),
        staff.call(saveConsent, { patient_id, state: 'declined', ...decided }),
      ])
      expect((await staff.call(readDevice, { device_id })).patient_id).toBeNull()
    }
  })

  it('is required where the facility says so; linked devices stay [PL-5]', async () => {
    const [patient_id, device_id] = [await addResident(), await addDevice()]
    const linked = { device_id: await addDevice(), patient_id: await addResident() }
    await staff.call(assignDevice, linked)
    await admin.call(updateClinic, { clinic_id, requires_consent: true })
    const { status, body } = await staff.refused(assignDevice, { device_id, patient_id })
    expect([status, body.code, body.message]).toEqual([409, 'consent_missing', m.consent_missing_refused()])
    expect(await staff.call(assignDevice, linked)).toMatchObject({ patient_id: linked.patient_id })
    await staff.call(saveConsent, { patient_id, state: 'best_interest', ...decided })
    expect(await staff.call(assignDevice, { device_id, patient_id })).toMatchObject({ patient_id })
    await admin.call(updateClinic, { clinic_id, requires_consent: false })
  })

  it('is due for review by the day that the portal counts, not the database [PL-5]', async () => {
    // PostgreSQL reads the sign of such a zone the other way round. Of an older one it knows no newer names at all.
    const tz = '+14:00'
    const ahead = await portal.createClinic({ tz })
    const patient_id = await portal.createResident({ clinic_id: ahead })
    const review_on = Temporal.Now.plainDateISO(tz).toString()
    await admin.call(saveConsent, { patient_id, state: 'given', ...decided, review_on })
    expect((await admin.call(readConsent, { patient_id })).is_review_due).toBe(true)
    expect((await admin.call(readResident, { patient_id })).is_consent_review_due).toBe(true)
    for (const clinic_id of [ahead, undefined])
      expect((await admin.call(listResidents, { clinic_id, consent: 'review_due' })).items).toContainEqual(
        expect.objectContaining({ patient_id, is_consent_review_due: true }),
      )
  })

  it('lists who is monitored without it, and whose review is due [PL-5]', async () => {
    const [silent, asked, due] = [await addResident(), await addResident(), await addResident()]
    for (const patient_id of [silent, asked, due])
      await staff.call(assignDevice, { device_id: await addDevice(), patient_id })
    await staff.call(saveConsent, { patient_id: asked, state: 'given', ...decided, review_on: '2199-01-01' })
    await staff.call(saveConsent, { patient_id: due, state: 'given', ...decided, review_on: '2026-06-01' })
    const listed = async (consent: 'missing' | 'review_due') =>
      (await staff.call(listResidents, { clinic_id, consent, page_size: 200 })).items.map(
        ({ patient_id }) => patient_id,
      )
    const missing = await listed('missing')
    expect(missing).toContain(silent)
    expect(missing).not.toContain(asked)
    // Nobody monitors them.
    expect(missing).not.toContain(await addResident())
    expect(await listed('review_due')).toContain(due)
    expect(await listed('review_due')).not.toContain(asked)
  })
})
