import * as calls from '@eupnea/contract/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { notificationRoutes, watchMonitoring } from './index.ts'

/** A clinic that is watched, and what its staff are told of it. */

export let portal: TestHttp
export let origin: CtxOrigin
export let clinic_id: string
export let nurse: SignedInClient

const limits = { quietSeconds: 180, lookingSeconds: 3_600 }
export const look = (given: Partial<typeof limits> = {}) => watchMonitoring(origin, { ...limits, ...given })

/** A new clinic for each test. Each file of tests calls it: they share this module, and hooks are a file's own. */
export function useWatchedClinic(): void {
  beforeAll(async () => {
    portal = await startTestHttp(notificationRoutes)
    origin = { database: portal.database, actor: { type: 'job', name: 'watch-monitoring' }, log: createLog('silent') }
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    await sql`delete from clinics`.execute(portal.owner)
    await sql`delete from devices`.execute(portal.owner)
    await sql`delete from heartbeats`.execute(portal.owner)
    await sql`delete from deliveries`.execute(portal.owner)
    clinic_id = await portal.createClinic({ tz: 'Europe/Berlin' })
    nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  })
}

let devices = 0

/** A device of the clinic or another, with a resident by default, last heard this long ago (seconds; null: never). */
export async function addDevice(
  heardAgo: number | null,
  more: { isLinked?: boolean; prefix?: string; online?: boolean; clinic?: string } = {},
) {
  const clinic = more.clinic ?? clinic_id
  const id = `watched-${++devices}`
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash, topic_prefix)
      values (${id}, ${id}, ${id}, 'UTC', ${clinic}, '', ${more.prefix ?? null}) returning id, no
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name) values (${id}, ${clinic}, 'Ada', 'Byron')
    ), a as (
      insert into device_assignments (clinic_id, device_id, resident_id, since, linked_at)
      select ${clinic}, id, ${id}, now() - interval '30 days', now() - interval '1 day' from d where ${more.isLinked ?? true}
    ), p as (
      insert into presence select no, ${more.online ?? false}, now() - interval '1 day' from d
    )
    insert into latest (device_no, clinic_no, ts, seen_at)
    select no, 1, now(), now() - make_interval(secs => ${heardAgo ?? 0}) from d where ${heardAgo !== null}`.execute(
    portal.owner,
  )
  return id
}

export const hear = (id: string) =>
  sql`update latest set seen_at = now() where device_no = (select no from devices where id = ${id})`.execute(
    portal.owner,
  )

export const raised = async () => (await nurse.call(calls.listNotifications, { clinic_id, kind: 'monitoring' })).items
export const outages = async () => (await nurse.call(calls.readMonitoring, { clinic_id })).outages

/** A notification of a clinic that everybody has been told of. @returns its id */
export async function about(clinic: string): Promise<string> {
  const { id } = await portal.owner
    .insertInto('notifications')
    .values({ clinic_id: clinic, title: 'T', description: '', action: 'rr', severity: 'danger', extra_detail: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update notification_steps set done_at = now()`.execute(portal.owner)
  return id
}
