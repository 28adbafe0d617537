import * as calls from '@eupnea/contract/notifications.ts'
import { sql } from 'kysely'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { raiseEpisode } from '../live/ingest/effects.sql.ts'
import { createPool } from '../platform/database.ts'
import { lockedPageRoutes, notificationRoutes } from './index.ts'

/** A wing with beds of which notifications are raised, and the nurses who look after it. */

export const secret = 'signs tokens'

export const startPortal = (): Promise<TestHttp> =>
  startTestHttp((sessions) => [...notificationRoutes, ...lockedPageRoutes(secret, sessions)])

export interface Bed {
  readonly patient_id: string
  readonly device_id: string
}

export interface Wing {
  readonly portal: TestHttp
  readonly clinic_id: string
  readonly nurse: SignedInClient
  readonly colleague: SignedInClient
  /** of another facility */
  readonly stranger: SignedInClient
  readonly bed: Bed
}

/** A new wing with one bed. */
export async function openWing(portal: TestHttp): Promise<Wing> {
  const clinic_id = await portal.createClinic()
  return {
    portal,
    clinic_id,
    nurse: await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] }),
    colleague: await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] }),
    stranger: await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] }),
    bed: await makeBed(portal, clinic_id),
  }
}

async function makeBed(portal: TestHttp, clinic_id: string, last_name = 'Byron', room = '12'): Promise<Bed> {
  const patient_id = await portal.createResident({ clinic_id, last_name, preferred_name: 'Addie', room })
  const device_id = await portal.createDevice({ clinic_id })
  await portal.owner
    .insertInto('device_assignments')
    .values({ clinic_id, device_id, resident_id: patient_id })
    .execute()
  return { patient_id, device_id }
}

/** What happens in a wing, and what its nurses see of it. @param given as it is now */
export function happeningsIn(given: () => Pick<Wing, 'portal' | 'clinic_id' | 'bed'>) {
  return {
    addBed: (last_name?: string, room?: string) => makeBed(given().portal, given().clinic_id, last_name, room),

    /** Raises a notification as ingest does when the mean of ten minutes is out of range. */
    async raise(
      severity: 'warning' | 'danger' = 'warning',
      of: Bed = given().bed,
      rr = severity === 'danger' ? 34 : 25,
      at = Date.now(),
    ): Promise<string | null> {
      const { portal, clinic_id } = given()
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
    },

    endEpisode: () =>
      sql`update episodes set ended_at = now() where clinic_id = ${given().clinic_id}`.execute(given().portal.owner),

    /** Pretends that it was acknowledged, and seen, so many minutes ago. */
    passMinutes: (id: string, minutes: number) =>
      sql`with past as (
          update notification_views set seen_at = seen_at - make_interval(mins => ${minutes}) where notification_id = ${id}
        ) update notifications set acknowledged_at = acknowledged_at - make_interval(mins => ${minutes}),
          snoozed_at = snoozed_at - make_interval(mins => ${minutes}) where id = ${id}`.execute(given().portal.owner),

    list: async (who: SignedInClient, filter: Record<string, unknown> = {}) =>
      (await who.call(calls.listNotifications, { clinic_id: given().clinic_id, ...filter })).items,
    unseen: async (who: SignedInClient) =>
      (await who.call(calls.countUnseenNotifications, { clinic_id: given().clinic_id })).unseen,
  }
}
