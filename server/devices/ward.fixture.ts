import { createDevice } from '@eupnea/contract/devices.ts'
import { emptyArchive, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { type Actor, type Ctx, withCtx } from '../platform/context.ts'
import { createDatabase, createPool } from '../platform/database.ts'
import { PortalError } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
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

export type Wide = Awaited<ReturnType<typeof openWide>>

/** Enough connections for truly simultaneous verbs. */
export async function openWide({ http }: Ward) {
  const database = createDatabase(createPool(http.connections.work, { name: 'wide', max: 50 }))
  await Promise.all(Array.from({ length: 50 }, () => database.selectFrom('clinics').select('id').execute()))
  return {
    /** @returns 200, or the code of the refusal and its message */
    attempt: async (actor: Actor, work: (ctx: Ctx) => Promise<unknown>): Promise<string> => {
      try {
        await withCtx({ database, actor, log: createLog('fatal') }, work)
        return '200'
      } catch (error) {
        if (error instanceof PortalError) return `${error.code}: ${error.message}`
        throw error
      }
    },
    close: () => database.destroy(),
  }
}
