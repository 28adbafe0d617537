import * as calls from '@eupnea/contract/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { raiseEpisode } from '../live/ingest/effects.sql.ts'
import { createPool } from '../platform/database.ts'
import { lockedPageRoutes, notificationRoutes } from './index.ts'

/** A wing with beds of which notifications are raised, and the nurses who look after it. */

export const secret = 'signs tokens'

export interface Bed {
  readonly patient_id: string
  readonly device_id: string
}

export let portal: TestHttp
export let clinic_id: string
export let nurse: SignedInClient
export let colleague: SignedInClient
/** of another facility */
export let stranger: SignedInClient
export let bed: Bed

/** A new wing with one bed for each test. Each file of tests calls it: they share this module, and hooks are a file's own. */
export function useWing(): void {
  beforeAll(async () => {
    portal = await startTestHttp((sessions) => [...notificationRoutes, ...lockedPageRoutes(secret, sessions)])
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    clinic_id = await portal.createClinic()
    nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    colleague = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    bed = await addBed()
  })
}

export async function addBed(last_name = 'Byron', room = '12'): Promise<Bed> {
  const patient_id = await portal.createResident({ clinic_id, last_name, preferred_name: 'Addie', room })
  const device_id = await portal.createDevice({ clinic_id })
  await portal.owner
    .insertInto('device_assignments')
    .values({ clinic_id, device_id, resident_id: patient_id })
    .execute()
  return { patient_id, device_id }
}

/** Raises a notification as ingest does when the mean of ten minutes is out of range. */
export async function raise(
  severity: 'warning' | 'danger' = 'warning',
  of = bed,
  rr = severity === 'danger' ? 34 : 25,
  at = Date.now(),
): Promise<string | null> {
  const pool = createPool(portal.connections.work, { name: 'samples', max: 1, settings: { 'app.scope': 'all' } })
  const client = await pool.connect()
  try {
    return await raiseEpisode(client, {
      clinicId: clinic_id,
      residentId: of.patient_id,
      deviceId: of.device_id,
      direction: 'high',
      severity,
      title: severity === 'danger' ? 'Extremely High Respiratory' : 'High Respiratory',
      description: 'Respiration rate over the last 10 minutes',
      rr,
      kind: 'episode',
      at,
      isLate: false,
      aheadMs: null,
      tz: 'UTC',
    })
  } finally {
    client.release()
    await pool.end()
  }
}

export const endEpisode = () =>
  sql`update episodes set ended_at = now() where clinic_id = ${clinic_id}`.execute(portal.owner)

/** Pretends that it was acknowledged, and seen, so many minutes ago. */
export const passMinutes = (id: string, minutes: number) =>
  sql`with past as (
      update notification_views set seen_at = seen_at - make_interval(mins => ${minutes}) where notification_id = ${id}
    ) update notifications set acknowledged_at = acknowledged_at - make_interval(mins => ${minutes}),
      snoozed_at = snoozed_at - make_interval(mins => ${minutes}) where id = ${id}`.execute(portal.owner)

export const list = async (who: SignedInClient, filter: Record<string, unknown> = {}) =>
  (await who.call(calls.listNotifications, { clinic_id, ...filter })).items

export const unseen = async (who: SignedInClient) =>
  (await who.call(calls.countUnseenNotifications, { clinic_id })).unseen
