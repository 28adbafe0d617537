import { createClinic as declaration } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevices } from '@eupnea/contract/devices.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import { createUser } from '@eupnea/contract/users.ts'
import { createClinic } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import type { Ctx } from '../platform/context.ts'
import { residentRoutes } from '../residents/index.ts'
import { generatePassword, type Sessions } from '../sessions/index.ts'
import { userRoutes } from '../users/index.ts'
import { demoFloors, demoResidents } from './demo-people.ts'
import { makeCall } from './make-call.ts'

export interface Demo {
  readonly clinic_id: string
  /** e-mail of the clinic's only user */
  readonly email: string
  /** to be shown now, because only its hash is stored */
  readonly password: string
}

const demoEmail = 'demo@eupnea.local'
const tz = 'Europe/London'

/**
 * Creates the demonstration clinic: 24 residents, each with a room and a device, and a clinic user (interfaces.md
 * section 1). Uses the same calls as people do, in the transaction of `ctx`.
 */
export async function createDemo(ctx: Ctx, sessions: Sessions): Promise<Demo> {
  const clinic = declaration.input.parse({
    name: 'Maple Court',
    tz,
    floors: demoFloors,
    clinicDetail: 'Demonstration facility. Residents are invented and sensors simulated.',
  })
  const { id: clinic_id } = await createClinic({ ctx, input: clinic, isDemo: true })
  const { items: devices } = await makeCall(ctx, deviceRoutes, createDevices, {
    clinic_id,
    data: demoResidents.map(({ room }) => ({ device_uid: `demo-${room}`, name: `Sensor ${room}`, tz })),
  })
  // The sensors send what they measured on the days before.
  const since = Temporal.Now.instant().subtract({ hours: 72 }).toString()
  for (const [index, person] of demoResidents.entries()) {
    const { patient_id } = await makeCall(ctx, residentRoutes, saveResident, { clinic_id, ...person })
    const { device_id } = devices[index]!
    await makeCall(ctx, deviceRoutes, assignDevice, { device_id, patient_id, status: 1, since })
  }
  const password = generatePassword()
  await makeCall(ctx, userRoutes(sessions), createUser, {
    user_type: 'clinic-web',
    clinic_ids: [clinic_id],
    first_name: 'Demo',
    last_name: 'Nurse',
    email: demoEmail,
    password,
  })
  return { clinic_id, email: demoEmail, password }
}
