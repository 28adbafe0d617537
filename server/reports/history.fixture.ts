import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { emptyArchive, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import type { Actor } from '../platform/context.ts'
import type { Route } from '../platform/route.ts'
import { reportLinkRoutes, reportRoutes } from './index.ts'

/** A portal with reports and past readings, written as ingest would. */
export interface House {
  readonly http: TestHttp
  readonly clinic: Place
  readonly staff: SignedInClient
  readonly admin: SignedInClient
  /** staff of another clinic */
  readonly stranger: SignedInClient
  createClinic(tz?: string): Promise<Place>
  addDevice(clinic?: Place | null, tz?: string): Promise<Sensor>
  addResident(clinic?: Place): Promise<string>
  /** Records that a resident had a device. */
  lay(resident: string, device: Sensor, since: Temporal.Instant, until?: Temporal.Instant): Promise<void>
  writeMinutes(device: Sensor, minutes: readonly PastMinute[], clinic?: Place): Promise<void>
  writeReadings(device: Sensor, readings: readonly PastReading[], clinic?: Place): Promise<void>
}

export interface Place {
  readonly id: string
  readonly no: number
}

export interface Sensor {
  readonly id: string
  readonly no: number
}

export interface PastMinute {
  readonly at: Temporal.Instant
  /** average; null: no valid one */
  readonly rr: number | null
  readonly min?: number
  readonly max?: number
  readonly dist?: number | null
  readonly inBed?: boolean
}

export interface PastReading {
  readonly at: Temporal.Instant
  readonly rr: number | null
  readonly dist: number | null
}

/**
 * @param days first and last UTC date of the data
 * @param more routes of other calls
 */
export async function openHouse(days: { first: string; last: string }, more: readonly Route[] = []): Promise<House> {
  const http = await startTestHttp([
    ...reportRoutes(emptyArchive()),
    ...reportLinkRoutes(() => 'http://portal.example'),
    ...more,
  ])
  const { owner } = http
  await sql`select keep_partitions(${days.first}::date, ${days.last}::date, ${days.first}::date, ${days.first}::date)`.execute(
    owner,
  )
  const createClinic = async (tz = 'UTC'): Promise<Place> => {
    const id = await http.createClinic({ tz })
    return owner.selectFrom('clinics').select(['id', 'no']).where('id', '=', id).executeTakeFirstOrThrow()
  }
  const clinic = await createClinic('Europe/London')
  const elsewhere = await createClinic()
  return {
    http,
    clinic,
    staff: await http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] }),
    admin: await http.asUser(),
    stranger: await http.asUser({ groups: ['clinic'], clinicIds: [elsewhere.id] }),
    createClinic,
    async addDevice(place = clinic, tz = 'UTC') {
      const uid = randomUUID()
      return owner
        .insertInto('devices')
        .values({ uid, name: uid, tz, clinic_id: place?.id ?? null, key_hash: Buffer.alloc(32) })
        .returning(['id', 'no'])
        .executeTakeFirstOrThrow()
    },
    async addResident(place = clinic) {
      const resident = { clinic_id: place.id, first_name: 'Ada', last_name: 'Byron' }
      return (await owner.insertInto('residents').values(resident).returning('id').executeTakeFirstOrThrow()).id
    },
    async lay(resident_id, device, since, until) {
      await sql`insert into device_assignments (clinic_id, device_id, resident_id, since, until)
        select clinic_id, ${device.id}, id, ${since}, ${until ?? null} from residents where id = ${resident_id}`.execute(
        owner,
      )
    },
    async writeMinutes(device, minutes, place = clinic) {
      const rows = minutes.map(({ at, rr, min, max, dist = 0.8, inBed = true }) => ({
        device_no: device.no,
        clinic_no: place.no,
        minute: at,
        n: 60,
        n_rr: rr === null ? 0 : 40,
        sum_rr: rr === null ? 0 : rr * 40,
        min_rr: rr === null ? null : (min ?? rr),
        max_rr: rr === null ? null : (max ?? rr),
        n_dist: dist === null ? 0 : 20,
        sum_dist: dist === null ? 0 : dist * 20,
        n_presence: inBed ? 30 : 29,
      }))
      // PostgreSQL allows at most 65,535 parameters.
      for (let at = 0; at < rows.length; at += 5_000)
        await owner
          .insertInto('minutes')
          .values(rows.slice(at, at + 5_000))
          .execute()
    },
    async writeReadings(device, readings, place = clinic) {
      const rows = readings.map(({ at, rr, dist }) => ({ device_no: device.no, clinic_no: place.no, ts: at, rr, dist }))
      for (let at = 0; at < rows.length; at += 10_000)
        await owner
          .insertInto('readings')
          .values(rows.slice(at, at + 10_000))
          .execute()
    },
  }
}

export let house: House

/** Opens it for a file of tests. Each file calls it: they share this module, and hooks are a file's own. */
export function useHouse(...given: Parameters<typeof openHouse>): void {
  beforeAll(async () => {
    house = await openHouse(...given)
  })
  afterAll(() => house.http.close())
}

export const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text)

/** `count` consecutive minutes from `first`. */
export const minutesFrom = (
  first: Temporal.Instant,
  count: number,
  what: Omit<PastMinute, 'at'> = { rr: 15 },
): PastMinute[] => Array.from({ length: count }, (_, index) => ({ ...what, at: first.add({ minutes: index }) }))

/** Today's UTC date, or `days` later. */
export const today = (days = 0): string => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

export const reportJob: Actor = { type: 'job', name: 'roll-hours' }
