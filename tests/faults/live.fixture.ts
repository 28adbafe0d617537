import { topics } from '@eupnea/contract/live.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { isAction, type LiveClient, ofDevice, openLive } from '../kit/live-client.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { type Bed, createWard, type Ward } from '../kit/ward.ts'
import { openWire, type Wire } from './wire.ts'

/** Live monitoring from outside: a portal, sensors on one side of it, live connections on the other. */

export const patience = { timeout: 30_000 }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
export let postgres: ExternalPostgres
export let sql: pg.Pool
export let portal: SpawnedPortal
export let ward: Ward
let nextBed = 0
const clients: LiveClient[] = []
const wires: Wire[] = []

/** Each file of tests calls it: they share this module, and hooks are a file's own. */
export function useLivePortal(): void {
  beforeAll(async () => {
    folder = await temporaryFolder()
    postgres = await startExternalPostgres(folder.path)
    portal = await spawnPortal({ dataDir: folder.path, env: { DATABASE_URL: postgres.url } })
    ward = await createWard(portal, 'live', 20)
    nextBed = 0
    sql = new pg.Pool({ ...postgres.connection, max: 1 })
    // The database stops before its last connection is closed.
    sql.on('error', () => {})
  })

  afterEach(() => {
    for (const client of clients.splice(0)) client.close()
    for (const wire of wires.splice(0)) wire.close()
  })

  afterAll(async () => {
    await portal?.stop()
    await sql?.end()
    await postgres?.stop()
    await folder?.remove()
  })
}

export const newBed = (): Bed => ward.beds[nextBed++]!

export function open(query: Record<string, string>): LiveClient {
  const client = openLive(portal.http, query)
  clients.push(client)
  return client
}
/** @returns once its snapshot has arrived */
export async function join(query: Record<string, string>): Promise<LiveClient> {
  const client = open({ token: portal.token, ...query })
  await client.next(isAction('snapshot'))
  return client
}
export const joinClinic = () => join({ type: 'clinic', clinic_id: ward.clinic_id })
export const patientQuery = ({ patient_id, device_id }: Bed) => ({
  type: 'patient',
  patient_id,
  device_id,
  clinic_id: ward.clinic_id,
})

export async function login(bed: Bed, more: { will?: boolean; clientId?: string } = {}): Promise<Wire> {
  const will = more.will ? { topic: topics.status(bed.device_id), payload: '{"online":false}' } : undefined
  const wire = await openWire({ port: Number(new URL(portal.mqtt).port), ...bed.key, ...more, will })
  wires.push(wire)
  return wire
}
export const statusOf = (bed: Bed, status: 0 | 1) =>
  ofDevice(
    isAction('status', (message) => message.status === status),
    bed,
  )
export const snapshotOf = async (bed: Bed) => {
  const client = await join(patientQuery(bed))
  return (await client.next(isAction('snapshot'))).devices[0]
}

/** The resident has had the device for three days, so stored readings are theirs. */
export async function sinceLongAgo(bed: Bed): Promise<void> {
  await sql.query(`update device_assignments set since = now() - interval '3 days' where device_id = $1`, [
    bed.device_id,
  ])
  await tellChanged(bed)
}

export async function tellChanged({ device_id }: Bed): Promise<void> {
  const event = { type: 'changed', noun: 'devices', clinic_id: ward.clinic_id, device_id }
  await sql.query(`select pg_notify('eupnea', $1)`, [JSON.stringify(event)])
  // A snapshot arrives only after earlier changes were loaded.
  await joinClinic()
}
