import * as calls from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { raiseEpisode } from '../live/ingest/effects.sql.ts'
import { createPool } from '../platform/database.ts'
import { notificationRoutes } from './index.ts'

/** What people can do with notifications (AL-3, AL-4, AL-7). */

let portal: TestHttp
let clinic_id: string
let nurse: SignedInClient
let colleague: SignedInClient
let stranger: SignedInClient
let bed: { patient_id: string; device_id: string }

beforeAll(async () => {
  portal = await startTestHttp(notificationRoutes)
})
afterAll(() => portal.close())
beforeEach(async () => {
  clinic_id = await portal.createClinic()
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  colleague = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
  bed = await addBed()
})

let beds = 0

async function addBed(last_name = 'Byron', room = '12') {
  const patient_id = `p${++beds}`
  const device_id = `d${beds}`
  await portal.owner
    .insertInto('residents')
    .values({ id: patient_id, clinic_id, first_name: 'Ada', last_name, preferred_name: 'Addie', room })
    .execute()
  await portal.owner
    .insertInto('devices')
    .values({ id: device_id, uid: device_id, name: device_id, tz: 'UTC', clinic_id, key_hash: Buffer.alloc(0) })
    .execute()
  await portal.owner
    .insertInto('device_assignments')
    .values({ clinic_id, device_id, resident_id: patient_id })
    .execute()
  return { patient_id, device_id }
}

/** Raises a notification as ingest does when the mean of ten minutes is out of range. */
async function raise(severity: 'warning' | 'danger' = 'warning', of = bed): Promise<string | null> {
  const pool = createPool(portal.connection, { name: 'samples', max: 1, settings: { 'app.scope': 'all' } })
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
      rr: severity === 'danger' ? 34 : 25,
      kind: 'episode',
      at: Date.now(),
      isLate: false,
      aheadMs: null,
      tz: 'UTC',
    })
  } finally {
    client.release()
    await pool.end()
  }
}

const endEpisode = () =>
  portal.owner.updateTable('episodes').set({ ended_at: sql`now()` }).where('clinic_id', '=', clinic_id).execute()

/** Pretends that the snooze is over. */
const passSnooze = (id: string) =>
  sql`with past as (
      update notification_views set seen_at = seen_at - interval '2 hours' where notification_id = ${id}
    ) update notifications set snoozed_until = now() - interval '1 hour' where id = ${id}`.execute(portal.owner)

const list = async (who: SignedInClient, filter: Record<string, unknown> = {}) =>
  (await who.call(calls.listNotifications, { clinic_id, ...filter })).items
const unseen = async (who: SignedInClient) => (await who.call(calls.countUnseenNotifications, { clinic_id })).unseen

describe('the list', () => {
  it('carries what the specification names, and whom it is about [AL-3]', async () => {
    const id = await raise('danger')
    const [item] = await list(nurse)
    expect(item).toMatchObject({
      id,
      kind: 'episode',
      title: 'Extremely High Respiratory',
      action: 'rr',
      severity: 'danger',
      state: 'open',
      seen: false,
      clinic_id,
      patientId: bed.patient_id,
      extra_detail: { ...bed, rr: 34, alert: 'high' },
      first_name: 'Ada',
      last_name: 'Byron',
      preferred_name: 'Addie',
      room: '12',
      acknowledged: null,
      snoozed: null,
      ended_at: null,
    })
    expect(item!.createdAt).toBe(item!.created_at)
    for (const call of [calls.listNotifications, calls.countUnseenNotifications])
      expect((await stranger.refused(call, { clinic_id })).status).toBe(404)
    expect((await stranger.call(calls.listNotifications, {})).items).toEqual([])
  })

  it('links to the resident only while the device exists and the resident is known [AL-4]', async () => {
    await raise()
    const linkOf = async () => (await list(nurse))[0]!.link
    expect(await linkOf()).toEqual(bed)
    await portal.owner.updateTable('residents').set({ status: 2 }).where('id', '=', bed.patient_id).execute()
    expect(await linkOf()).toEqual(bed)
    await portal.owner.updateTable('residents').set({ status: 0 }).where('id', '=', bed.patient_id).execute()
    expect(await linkOf()).toBeNull()
    await portal.owner.updateTable('residents').set({ status: 1 }).where('id', '=', bed.patient_id).execute()
    await sql`update notifications set extra_detail = extra_detail - 'device_id'`.execute(portal.owner)
    expect(await linkOf()).toBeNull()
  })

  it('is narrowed by seen, severity, state, resident, words and time, and paged newest first [AL-3]', async () => {
    const other = await addBed('Lovelace', '204')
    const first = await raise('warning')
    const second = await raise('danger', other)
    const ids = async (filter: Record<string, unknown>) => (await list(nurse, filter)).map(({ id }) => id)
    expect(await ids({})).toEqual([second, first])
    expect(await ids({ page: 2, page_size: 1 })).toEqual([first])
    expect(await ids({ severity: 'danger' })).toEqual([second])
    expect(await ids({ patient_id: bed.patient_id })).toEqual([first])
    expect(await ids({ search: 'lovelace' })).toEqual([second])
    expect(await ids({ search: 'addie' })).toEqual([second, first])
    expect(await ids({ search: '20_' })).toEqual([])
    expect(await ids({ kind: 'monitoring' })).toEqual([])
    await nurse.call(calls.seeNotification, { id: first! })
    expect(await ids({ seen: 'true' })).toEqual([first])
    expect(await ids({ seen: 'false' })).toEqual([second])
    await nurse.call(calls.acknowledgeNotification, { id: second! })
    expect(await ids({ state: 'acknowledged' })).toEqual([second])
    expect(await ids({ state: 'open' })).toEqual([first])
    const now = Temporal.Now.instant()
    expect(
      await ids({ from: now.subtract({ minutes: 5 }).toString(), until: now.add({ minutes: 5 }).toString() }),
    ).toHaveLength(2)
    expect(await ids({ until: now.subtract({ minutes: 5 }).toString() })).toEqual([])
    await endEpisode()
    expect(await ids({ state: 'ended' })).toHaveLength(2)
    expect((await nurse.refused(calls.listNotifications, { state: 'loud' })).status).toBe(422)
  })
})

describe('seen', () => {
  it('is everybody’s own, and saying so again changes nothing [AL-3]', async () => {
    const id = (await raise())!
    expect(await unseen(nurse)).toBe(1)
    expect(await nurse.call(calls.seeNotification, { id })).toMatchObject({ seen: true })
    const views = () =>
      portal.owner.selectFrom('notification_views').where('notification_id', '=', id).selectAll().execute()
    const before = await views()
    expect(await nurse.call(calls.seeNotification, { id })).toMatchObject({ seen: true })
    expect(await views()).toEqual(before)
    expect(await unseen(nurse)).toBe(0)
    expect(await unseen(colleague)).toBe(1)
  })

  it('all at once, of one facility or of all that are theirs [AL-3]', async () => {
    await raise()
    await raise('danger', await addBed())
    expect(await nurse.call(calls.seeAllNotifications, { clinic_id })).toEqual({ seen: 2 })
    expect(await nurse.call(calls.seeAllNotifications, { clinic_id })).toEqual({ seen: 0 })
    expect(await unseen(nurse)).toBe(0)
    expect(await colleague.call(calls.seeAllNotifications, {})).toEqual({ seen: 2 })
    expect((await stranger.refused(calls.seeAllNotifications, { clinic_id })).status).toBe(404)
    expect(await stranger.call(calls.seeAllNotifications, {})).toEqual({ seen: 0 })
  })

  it('many clicks of one person at once end in one row [AL-3]', async () => {
    const id = (await raise())!
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 ? nurse.call(calls.seeNotification, { id }) : nurse.call(calls.seeAllNotifications, { clinic_id }),
      ),
    )
    const { history } = await nurse.call(calls.readNotification, { id })
    expect(history.filter(({ act }) => act === 'seen')).toHaveLength(1)
  })
})

describe('acknowledging', () => {
  it('is the first one’s of fifty at once, and the others are told who that was [AL-7]', async () => {
    const id = (await raise())!
    const people = await Promise.all(
      Array.from({ length: 50 }, () => portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })),
    )
    await Promise.all(
      people.map(({ userId }, n) =>
        portal.owner
          .updateTable('users')
          .set({ name: `Nurse ${n}` })
          .where('id', '=', userId)
          .execute(),
      ),
    )
    const answers = await Promise.all(people.map((one) => one.send('POST', `/notifications/${id}/acknowledge`)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const { acknowledged } = won[0]!.body as { acknowledged: { by: string } }
    for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
      expect(status).toBe(409)
      expect(body).toMatchObject({
        code: 'already_acknowledged',
        message: m.notification_acknowledged_already({ person: acknowledged.by }),
      })
    }
    const [item] = await list(nurse)
    expect(item).toMatchObject({ state: 'acknowledged', acknowledged: { by: acknowledged.by } })
  })

  it('twice by one person is no conflict, and marks it as seen by them [AL-7]', async () => {
    const id = (await raise())!
    const first = await nurse.call(calls.acknowledgeNotification, { id })
    expect(first).toMatchObject({ seen: true, acknowledged: { by: 'Test User' } })
    expect(await nurse.call(calls.acknowledgeNotification, { id })).toEqual(first)
  })

  it('is wanted anew of what has become worse, which stays one notification, and unseen [AL-7] [AN-5]', async () => {
    const id = (await raise('warning'))!
    await colleague.call(calls.acknowledgeNotification, { id })
    expect(await raise('danger')).toBe(id)
    expect(await list(nurse)).toMatchObject([
      { id, severity: 'danger', state: 'open', acknowledged: null, seen: false },
    ])
    expect(await list(colleague)).toMatchObject([{ seen: false }])
    await nurse.call(calls.acknowledgeNotification, { id })
    expect(await raise('danger')).toBeNull()
    await endEpisode()
    const next = (await raise('warning'))!
    // Not of another episode of the same resident.
    expect(await nurse.call(calls.readNotification, { id: next })).toMatchObject({ state: 'open', acknowledged: null })
  })

  it('is not for other facilities, whose notifications do not exist [AL-7] [FA-4]', async () => {
    const id = (await raise())!
    for (const call of [
      calls.readNotification,
      calls.seeNotification,
      calls.acknowledgeNotification,
      calls.snoozeNotification,
    ]) {
      const theirs = await stranger.refused(call, { id, minutes: 30 })
      const nobodys = await stranger.refused(call, { id: 'none', minutes: 30 })
      expect(theirs.status).toBe(404)
      expect({ ...theirs.body, request_id: '' }).toEqual({ ...nobodys.body, request_id: '' })
    }
    expect((await list(nurse))[0]).toMatchObject({ state: 'open', seen: false })
  })
})

describe('snoozing', () => {
  it('has an end between 15 minutes and 12 hours [AL-7]', async () => {
    const id = (await raise())!
    for (const minutes of [14, 721, 0, -15])
      expect((await nurse.refused(calls.snoozeNotification, { id, minutes })).status, String(minutes)).toBe(422)
    for (const minutes of ['30', [30], null, true])
      expect((await nurse.send('POST', `/notifications/${id}/snooze`, { minutes })).status, String(minutes)).toBe(400)
    const { snoozed, state, seen } = await nurse.call(calls.snoozeNotification, { id, minutes: 30 })
    expect({ state, seen, by: snoozed?.by }).toEqual({ state: 'snoozed', seen: true, by: 'Test User' })
    const inMinutes = (Date.parse(snoozed!.until) - Date.now()) / 60_000
    expect(inMinutes).toBeGreaterThan(28)
    expect(inMinutes).toBeLessThan(32)
    expect((await nurse.call(calls.snoozeNotification, { id, minutes: 720 })).state).toBe('snoozed')
  })

  it('is unseen again for everybody after its end, while the episode is open and nobody took it on [AL-7]', async () => {
    const id = (await raise())!
    await colleague.call(calls.seeNotification, { id })
    await nurse.call(calls.snoozeNotification, { id, minutes: 15 })
    expect([await unseen(nurse), await unseen(colleague)]).toEqual([0, 0])
    await passSnooze(id)
    expect([await unseen(nurse), await unseen(colleague)]).toEqual([1, 1])
    expect((await list(nurse))[0]).toMatchObject({ state: 'open', seen: false })
    await nurse.call(calls.seeNotification, { id })
    expect([await unseen(nurse), await unseen(colleague)]).toEqual([0, 1])
    await nurse.call(calls.acknowledgeNotification, { id })
    expect(await unseen(colleague)).toBe(0)
  })

  it('is not heard of again when the episode ended meanwhile [AL-7]', async () => {
    const id = (await raise())!
    await nurse.call(calls.snoozeNotification, { id, minutes: 15 })
    await passSnooze(id)
    await endEpisode()
    expect(await unseen(nurse)).toBe(0)
    expect((await nurse.refused(calls.snoozeNotification, { id, minutes: 15 })).body).toMatchObject({
      code: 'notification_ended',
    })
  })

  it('is broken by a worse severity [AL-7]', async () => {
    const warning = (await raise('warning'))!
    await nurse.call(calls.snoozeNotification, { id: warning, minutes: 720 })
    expect(await raise('warning')).toBeNull()
    expect(await nurse.call(calls.readNotification, { id: warning })).toMatchObject({ state: 'snoozed' })
    await raise('danger')
    expect(await list(nurse)).toMatchObject([{ id: warning, state: 'open', seen: false, snoozed: null }])
  })

  it('is not for what somebody has taken on [AL-7]', async () => {
    const id = (await raise())!
    await colleague.call(calls.acknowledgeNotification, { id })
    expect((await nurse.refused(calls.snoozeNotification, { id, minutes: 15 })).body).toMatchObject({
      code: 'already_acknowledged',
      message: m.notification_acknowledged_already({ person: 'Test User' }),
    })
  })
})

it('the history tells what happened, oldest first [AL-3] [AL-7]', async () => {
  const id = (await raise())!
  await colleague.call(calls.seeNotification, { id })
  await nurse.call(calls.acknowledgeNotification, { id })
  await endEpisode()
  const { history, ended_at } = await nurse.call(calls.readNotification, { id })
  expect(history.map(({ act }) => act)).toEqual(['raised', 'seen', 'seen', 'acknowledged', 'ended'])
  expect(history.at(-1)!.at).toBe(ended_at)
})
