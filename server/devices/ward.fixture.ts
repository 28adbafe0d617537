import { createDevice } from '@eupnea/contract/devices.ts'
import { emptyArchive, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import type { Actor } from '../platform/context.ts'
import { residentRoutes } from '../residents/index.ts'
import { deviceActivityRoutes, deviceRoutes } from './index.ts'

/** A portal with the device and resident calls, and people and records to use them with. */
export interface Ward {
  readonly http: TestHttp
  readonly clinic_id: string
  readonly admin: SignedInClient
  readonly staff: SignedInClient
  /** staff of another clinic */
  readonly stranger: SignedInClient
  addResident(values?: { clinic_id?: string; room?: string; status?: number }): Promise<string>
  /** @returns its id */
  addDevice(values?: { clinic_id?: string | null; device_uid?: string; name?: string }): Promise<string>
}

export async function openWard(): Promise<Ward> {
  const http = await startTestHttp([...deviceRoutes, ...deviceActivityRoutes(emptyArchive()), ...residentRoutes])
  const clinic_id = await http.createClinic({ name: 'Elm House', tz: 'Europe/London' })
  const elsewhere = await http.createClinic({ name: 'Oak House' })
  const admin = await http.asUser()
  return {
    http,
    clinic_id,
    admin,
    staff: await http.asUser({ groups: ['clinic'], clinicIds: [clinic_id] }),
    stranger: await http.asUser({ groups: ['clinic'], clinicIds: [elsewhere] }),
    addResident: (values = {}) => http.createResident({ clinic_id, ...values }),
    addDevice: async (values = {}) => (await admin.call(createDevice, { clinic_id, ...values })).device_id,
  }
}

/** Staff of these clinics, for tests that call verbs without HTTP. */
export const staffOf = (...clinicIds: string[]): Actor => ({
  type: 'user',
  profile: { avatar: null, isEmailVerified: true, isAgreementDue: false },
  id: 'staff',
  name: 'Staff',
  email: 'staff@test.example',
  role: 'Clinic',
  isAdminFeature: false,
  sessionId: 'session',
  token: 'token',
  clinicIds,
})
