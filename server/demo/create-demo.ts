import { createClinic as declaration } from '@eupnea/contract/clinics.ts'
import { assignDevice, createDevices } from '@eupnea/contract/devices.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import { createUser } from '@eupnea/contract/users.ts'
import { recordAudit } from '../audit/index.ts'
import { createClinic } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import type { Ctx } from '../platform/context.ts'
import { residentRoutes } from '../residents/index.ts'
import { generatePassword, type Sessions } from '../sessions/index.ts'
import { userRoutes } from '../users/index.ts'
import { insertMemberLink, lieSince } from './demo.sql.ts'
import { demoFloors, demoResidents } from './demo-people.ts'
import { makeCall } from './make-call.ts'
import { demoZone, memberRoom, staff, storyDays } from './story.ts'

export interface Demo {
  readonly clinic_id: string
  /** its nurse */
  readonly email: string
  /** to be shown now, because only its hash is stored */
  readonly password: string
  /** who sees their own nights; null without a past that has some */
  readonly member: { readonly email: string; readonly password: string } | null
}

const demoEmail = 'demo@eupnea.local'
export const memberEmail = 'member@eupnea.local'
const tz = demoZone
/** How far back a sensor's first resident may be said to have lain there (WA-13). */
const longestSince = 72

/**
 * Creates the demonstration clinic: 24 residents, each with a room and a device, a clinic user, and if it has a past
 * long enough for the story, its staff and a member (VI-5). Uses the same calls as people do, in the transaction of
 * `ctx`.
 * @param days of past, which `startPast` makes
 */
export async function createDemo(ctx: Ctx, sessions: Sessions, days: number): Promise<Demo> {
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
  const now = Temporal.Now.instant()
  const since = now.subtract({ hours: longestSince }).toString()
  let memberOf = ''
  for (const [index, person] of demoResidents.entries()) {
    const { patient_id } = await makeCall(ctx, residentRoutes, saveResident, { clinic_id, ...person })
    const { device_id } = devices[index]!
    await makeCall(ctx, deviceRoutes, assignDevice, { device_id, patient_id, status: 1, since })
    if (person.room === memberRoom) memberOf = patient_id
  }
  await lieSince(ctx, clinic_id, now.subtract({ hours: 24 * days }))
  const users = userRoutes(sessions)
  const add = async (first_name: string, last_name: string, email: string, user_type: 'clinic-web' | 'member') => {
    const password = generatePassword()
    const clinic_ids = user_type === 'member' ? [] : [clinic_id]
    const { id } = await makeCall(ctx, users, createUser, {
      ...{ user_type, clinic_ids, first_name, last_name, email, password },
    })
    return { id, email, password }
  }
  const nurse = await add('Demo', 'Nurse', demoEmail, 'clinic-web')
  const demo = { clinic_id, email: nurse.email, password: nurse.password }
  if (days <= storyDays) return { ...demo, member: null }
  for (const name of staff) {
    const [first, last] = name.split(' ') as [string, string]
    await add(first, last, `${first.toLowerCase()}@eupnea.local`, 'clinic-web')
  }
  const { first_name, last_name } = demoResidents.find(({ room }) => room === memberRoom)!
  const { id, ...member } = await add(first_name, last_name, memberEmail, 'member')
  await insertMemberLink(ctx, id, memberOf)
  await recordAudit(ctx, { act: 'member.link-resident', clinic_id, resident_id: memberOf, detail: { user_id: id } })
  return { ...demo, member }
}
