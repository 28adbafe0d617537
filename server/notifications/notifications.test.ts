import * as calls from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { untilWaiting } from '../../tests/kit/waiting.ts'
import { raiseEpisode } from '../live/ingest/effects.sql.ts'
import { createPool } from '../platform/database.ts'
import { lockedPageRoutes, notificationRoutes } from './index.ts'
import { createToken } from './lock-token.ts'

/** What people can do with notifications (AL-3, AL-4, AL-7). */

const secret = 'signs tokens'
let portal: TestHttp
let clinic_id: string
let nurse: SignedInClient
let colleague: SignedInClient
let stranger: SignedInClient
let bed: { patient_id: string; device_id: string }

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
async function raise(
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

/** The signal of its bed is this since two minutes ago. */
const signal = (state: string) =>
  sql`insert into signal_spans (clinic_id, device_id, resident_id, state, since)
    values (${clinic_id}, ${bed.device_id}, ${bed.patient_id}, ${state}, now() - interval '2 minutes')
    on conflict (device_id) where until is null do update set state = excluded.state`.execute(portal.owner)

const endEpisode = () =>
  portal.owner.updateTable('episodes').set({ ended_at: sql`now()` }).where('clinic_id', '=', clinic_id).execute()

/** Pretends that the snooze is over. */
const passSnooze = (id: string) =>
  sql`with past as (
      update notification_views set seen_at = seen_at - interval '2 hours' where notification_id = ${id}
    ) update notifications set snoozed_until = now() - interval '1 hour' where id = ${id}`.execute(portal.owner)

/** Pretends that it was acknowledged, and seen, so many minutes ago. */
const passMinutes = (id: string, minutes: number) =>
  sql`with past as (
      update notification_views set seen_at = seen_at - make_interval(mins => ${minutes}) where notification_id = ${id}
    ) update notifications set acknowledged_at = acknowledged_at - make_interval(mins => ${minutes}),
      snoozed_at = snoozed_at - make_interval(mins => ${minutes}) where id = ${id}`.execute(portal.owner)

const inMinutes = (minutes: number) => Temporal.Now.instant().add({ minutes }).round('millisecond').toString()

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

  it('is narrowed by seen, severity, state, resident, words and time, and paged [AL-3]', async () => {
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
    const { created_at } = (await list(nurse)).find(({ id }) => id === second)!
    expect(await ids({ from: created_at })).toEqual([second])
    expect(await ids({ until: created_at })).toEqual([first])
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

  it('is counted for 30 days, and as long as it has not ended [AL-3]', async () => {
    await raise()
    await endEpisode()
    await raise('danger')
    expect(await unseen(nurse)).toBe(2)
    await portal.owner
      .updateTable('notifications')
      .set({ created_at: sql`now() - interval '31 days'` })
      .where('clinic_id', '=', clinic_id)
      .execute()
    expect(await unseen(nurse)).toBe(1)
    expect(await list(nurse, { seen: 'false' })).toHaveLength(2)
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

  it('of what was seen as a warning is refused once it is a danger, which stays open [AN-5] [AN-6]', async () => {
    const id = (await raise('warning'))!
    await raise('danger')
    const refusal = await nurse.refused(calls.acknowledgeNotification, { id, severity: 'warning' })
    expect([refusal.status, refusal.body]).toMatchObject([
      409,
      { code: 'notification_worse', message: m.notification_worse() },
    ])
    expect(await list(nurse)).toMatchObject([{ state: 'open', acknowledged: null, seen: false }])
    const done = await nurse.call(calls.acknowledgeNotification, { id, severity: 'danger' })
    expect(done.state).toBe('acknowledged')
    // Who was first is named as before.
    expect((await colleague.refused(calls.acknowledgeNotification, { id, severity: 'danger' })).body.code).toBe(
      'already_acknowledged',
    )
  })

  it('of what was seen as a warning says who took the danger, or that it has ended [AN-5] [AL-7]', async () => {
    const refusal = async (id: string) =>
      (await nurse.refused(calls.acknowledgeNotification, { id, severity: 'warning' })).body
    const id = (await raise('warning'))!
    await raise('danger')
    await colleague.call(calls.snoozeNotification, { id, minutes: 15, severity: 'danger' })
    expect((await refusal(id)).code).toBe('notification_worse')
    await colleague.call(calls.acknowledgeNotification, { id, severity: 'danger' })
    const taken = {
      code: 'already_acknowledged',
      message: m.notification_acknowledged_already({ person: 'Test User' }),
    }
    expect(await refusal(id)).toMatchObject(taken)
    await passMinutes(id, 31)
    expect((await refusal(id)).code).toBe('notification_worse')
    await endEpisode()
    expect(await refusal(id)).toMatchObject(taken)
    const next = (await raise('warning'))!
    await raise('danger')
    await endEpisode()
    expect(await refusal(next)).toMatchObject({
      code: 'notification_ended',
      message: m.notification_worse_ended(),
    })
    expect(await list(nurse, { state: 'ended' })).toMatchObject([{ id: next, acknowledged: null }, { id }])
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
    const minutes = (Date.parse(snoozed!.until) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(28)
    expect(minutes).toBeLessThan(32)
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

  it('of what was seen as a warning is refused once it is a danger [AN-5] [AN-6]', async () => {
    const id = (await raise('warning'))!
    await raise('danger')
    for (const minutes of [30, 720])
      expect((await nurse.refused(calls.snoozeNotification, { id, minutes, severity: 'warning' })).body).toMatchObject({
        code: 'notification_worse',
        message: m.notification_worse(),
      })
    expect((await list(nurse))[0]).toMatchObject({ state: 'open', snoozed: null })
    expect((await nurse.call(calls.snoozeNotification, { id, minutes: 30, severity: 'danger' })).state).toBe('snoozed')
  })

  it('as long as a warning’s does not hit what becomes a danger at that moment [AN-6]', async () => {
    const id = (await raise('warning'))!
    const [asked] = await portal.owner.transaction().execute(async (db) => {
      await db.updateTable('notifications').set({ severity: 'danger' }).where('id', '=', id).execute()
      // It has read the warning, and waits for the row.
      const answer = nurse.send('POST', `/notifications/${id}/snooze`, { minutes: 720 })
      await untilWaiting(portal.owner, answer)
      return [answer]
    })
    expect((await asked!).body).toMatchObject({ code: 'notification_worse' })
    expect((await list(nurse))[0]).toMatchObject({ severity: 'danger', state: 'open', snoozed: null })
  })

  it('is not for what somebody has taken on [AL-7]', async () => {
    const id = (await raise())!
    await colleague.call(calls.acknowledgeNotification, { id })
    const taken = {
      code: 'already_acknowledged',
      message: m.notification_acknowledged_already({ person: 'Test User' }),
    }
    expect((await nurse.refused(calls.snoozeNotification, { id, minutes: 15 })).body).toMatchObject(taken)
    // Also where the caller saw another severity: that somebody has it says more.
    const seen = { id, minutes: 15, severity: 'danger' } as const
    expect((await nurse.refused(calls.snoozeNotification, seen)).body).toMatchObject(taken)
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

it('the history keeps who acknowledged and snoozed it before it became worse, but not what was taken back [AL-7] [AN-5]', async () => {
  const id = (await raise('warning'))!
  await nurse.call(calls.acknowledgeNotification, { id })
  await nurse.call(calls.unacknowledgeNotification, { id })
  const { snoozed } = await nurse.call(calls.snoozeNotification, { id, minutes: 60 })
  await colleague.call(calls.acknowledgeNotification, { id })
  await raise('danger')
  const worse = await nurse.call(calls.readNotification, { id })
  expect(worse.history.find(({ act }) => act === 'snoozed')).toMatchObject({ by: 'Test User', until: snoozed!.until })
  await sql`insert into deliveries (channel, recipient, subject, status, clinic_id, notification_id, step, severity)
    values ('mail', 'a@example.org', '', 'sent', ${clinic_id}, ${id}, 'everyone', 'danger'),
      ('mail', 'b@example.org', '', 'sent', ${clinic_id}, ${id}, 'everyone', 'danger')`.execute(portal.owner)
  await nurse.call(calls.acknowledgeNotification, { id })
  await passMinutes(id, 31)
  await sql`insert into deliveries (channel, recipient, subject, status, clinic_id, notification_id, step, severity)
    values ('mail', 'a@example.org', '', 'sent', ${clinic_id}, ${id}, 'again', 'danger')`.execute(portal.owner)
  await colleague.call(calls.acknowledgeNotification, { id })
  await endEpisode()
  const named = (who: SignedInClient, name: string) =>
    portal.owner.updateTable('users').set({ name }).where('id', '=', who.userId).execute()
  await named(nurse, 'Maya')
  await named(colleague, 'Tom')
  const { history } = await nurse.call(calls.readNotification, { id })
  const acts = history.filter(({ act }) => act !== 'seen')
  expect(acts.map(({ act, by }) => [act, by])).toEqual([
    ['raised', null],
    ['snoozed', 'Maya'],
    ['acknowledged', 'Tom'],
    ['worse', null],
    ['everyone', null],
    ['acknowledged', 'Maya'],
    ['again', null],
    // As they were called when they did what the row still has.
    ['acknowledged', 'Test User'],
    ['ended', null],
  ])
  expect(acts[1]!.until).toBe(snoozed!.until)
  expect(await list(nurse, { history: 'true' })).toMatchObject([{ id, history }])
  expect((await list(nurse))[0]).not.toHaveProperty('history')
  expect((await stranger.refused(calls.readNotification, { id })).status).toBe(404)
})

it('the history of what came too late to be sent does not say that it became worse when it was sent [WA-8]', async () => {
  const id = (await raise('warning', bed, 25, Date.now() - 20 * 60_000))!
  await sql`update notifications set worse_at = now() where id = ${id}`.execute(portal.owner)
  const { history } = await nurse.call(calls.readNotification, { id })
  expect(history.map(({ act }) => act)).toEqual(['raised'])
})

it.each([0, 20])(
  'the history of what came too late to be sent says that it became worse, %s minutes late [WA-8] [AN-5]',
  async (minutes) => {
    const id = (await raise('warning', bed, 25, Date.now() - 40 * 60_000))!
    expect(await raise('danger', bed, 33, Date.now() - minutes * 60_000)).toBe(id)
    const { history } = await nurse.call(calls.readNotification, { id })
    expect(history.map(({ act }) => act)).toEqual(['raised', 'worse'])
    // Sent after all.
    await sql`update notifications set worse_at = now(), worse_late_at = null where id = ${id}`.execute(portal.owner)
    expect((await nurse.call(calls.readNotification, { id })).history).toEqual(history)
  },
)

it('says since when it is not measured any more, and why it ended [AL-2] [WA-4]', async () => {
  const id = (await raise())!
  const item = async () => (await list(nurse))[0]!
  expect(await item()).toMatchObject({ not_measured_since: null, end_reason: null })
  const now = Temporal.Now.instant()
  for (const state of ['silent', 'clock', 'malformed']) {
    await signal(state)
    const { not_measured_since } = await item()
    expect(Temporal.Instant.from(not_measured_since!).until(now).total('minutes')).toBeGreaterThanOrEqual(1)
  }
  await signal('away')
  expect(await item()).toMatchObject({ not_measured_since: null, state: 'open' })
  await signal('silent')
  await sql`update episodes set ended_at = now(), end_reason = 'left_bed' where clinic_id = ${clinic_id}`.execute(
    portal.owner,
  )
  expect(await item()).toMatchObject({ not_measured_since: null, state: 'ended', end_reason: 'left_bed' })
  expect((await nurse.call(calls.readNotification, { id })).end_reason).toBe('left_bed')
})

describe('the order', () => {
  it('has open ones first: by severity, distance from the range, and how long; ended ones last [AN-5]', async () => {
    const [far, near, older, newer, taken, past, over, still] = await Promise.all(
      ['far', 'near', 'older', 'newer', 'taken', 'past', 'over', 'still'].map((name) => addBed(name)),
    )
    const ago = (minutes: number) => Date.now() - minutes * 60_000
    await raise('warning', past, 25)
    await raise('danger', over, 60)
    await endEpisode()
    // None of them in the order in which they are raised.
    await raise('warning', older, 25, ago(8))
    await raise('warning', newer, 25, ago(2))
    await raise('danger', far, 39)
    await raise('danger', near, 31)
    const acknowledged = (await raise('danger', taken, 40))!
    // One's own limits: 39 is further from 12 than from 22.
    const plan = {
      clinic_id,
      low: 5,
      high: 12,
      extreme_high: 60,
      no_breathing_seconds: 120,
      written_by: 'w',
      written_name: 'W',
    }
    await portal.owner
      .insertInto('plans')
      .values({ ...plan, resident_id: near!.patient_id, extreme_low: 3 } as never)
      .execute()
    await raise('warning', still, 23)
    await nurse.call(calls.acknowledgeNotification, { id: acknowledged })
    const names = (items: readonly { last_name: string | null }[]) => items.map(({ last_name }) => last_name)
    const inOrder = ['near', 'far', 'older', 'newer', 'still', 'taken', 'over', 'past']
    expect(names(await list(nurse))).toEqual(inOrder)
    const pages = [1, 2, 3, 4].map((page) => list(nurse, { page, page_size: 2 }))
    expect(names((await Promise.all(pages)).flat())).toEqual(inOrder)
    const middle = await nurse.call(calls.listNotifications, { clinic_id, page: 2, page_size: 5 })
    expect(names(middle.items)).toEqual(inOrder.slice(5))
    expect(middle.pagination.total_records).toBe(inOrder.length)
    expect(names(await list(nurse, { state: 'ended' }))).toEqual(['over', 'past'])
    expect(names(await list(nurse, { state: 'acknowledged' }))).toEqual(['taken'])
    const current = await nurse.call(calls.listCurrentNotifications, { clinic_id })
    expect(names(current.items)).toEqual(inOrder.slice(0, -2))
    expect((await stranger.refused(calls.listCurrentNotifications, { clinic_id })).status).toBe(404)
  })
})

it('taking one on takes those of its episode on that were raised before it, as until 1.6.0 [AL-7]', async () => {
  const id = (await raise())!
  const { rows } = await sql<{ id: string }>`insert into notifications
      (clinic_id, episode_id, title, description, action, severity, patient_id, extra_detail, created_at, raised_at)
    select clinic_id, episode_id, title, description, action, severity, patient_id, extra_detail, created_at + x, raised_at
    from notifications, (values (interval '-1 hour'), (interval '1 hour')) at (x) where id = ${id}
    returning id`.execute(portal.owner)
  await nurse.call(calls.acknowledgeNotification, { id })
  const states = new Map((await list(nurse)).map((one) => [one.id, one.state]))
  expect(rows.map((row) => states.get(row.id))).toEqual(['acknowledged', 'open'])
})

describe('a danger', () => {
  it('asks again 30 minutes after its acknowledgement, and the first gets it again [AN-5]', async () => {
    const id = (await raise('danger'))!
    await colleague.call(calls.seeNotification, { id })
    await nurse.call(calls.acknowledgeNotification, { id })
    await passMinutes(id, 29)
    expect((await list(nurse))[0]).toMatchObject({ state: 'acknowledged', seen: true })
    expect((await colleague.refused(calls.acknowledgeNotification, { id })).status).toBe(409)
    await passMinutes(id, 2)
    expect((await list(nurse))[0]).toMatchObject({ state: 'open', seen: false })
    expect([await unseen(nurse), await unseen(colleague)]).toEqual([1, 1])
    const answers = await Promise.all(
      [nurse, colleague].map((one) => one.send('POST', `/notifications/${id}/acknowledge`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await list(nurse))[0]).toMatchObject({ state: 'acknowledged' })
    expect((await list(colleague))[0]!.acknowledged!.at > inMinutes(-1)).toBe(true)
  })

  it('that has ended, or a warning, does not [AN-5]', async () => {
    const warning = (await raise('warning'))!
    const danger = (await raise('danger', await addBed()))!
    for (const id of [warning, danger]) {
      await nurse.call(calls.acknowledgeNotification, { id })
      await passMinutes(id, 31)
    }
    await sql`update episodes set ended_at = now() where severity = 'danger' and clinic_id = ${clinic_id}`.execute(
      portal.owner,
    )
    expect((await list(nurse)).map(({ state }) => state)).toEqual(['acknowledged', 'ended'])
    expect(await unseen(nurse)).toBe(0)
    expect((await colleague.refused(calls.acknowledgeNotification, { id: danger })).status).toBe(409)
  })

  it('can be snoozed for 30 minutes at most, again and again [AN-6]', async () => {
    const id = (await raise('danger'))!
    for (const given of [{ minutes: 60 }, { minutes: 31 }, { until: inMinutes(32) }])
      expect((await nurse.refused(calls.snoozeNotification, { id, ...given })).body).toMatchObject({
        message: m.notification_snooze_danger(),
      })
    for (const given of [{ minutes: 30 }, { until: inMinutes(30) }])
      expect((await nurse.call(calls.snoozeNotification, { id, ...given })).state).toBe('snoozed')
  })
})

describe('a snooze', () => {
  it('has any end within 12 hours, and exactly one way to say it [AN-6]', async () => {
    const id = (await raise())!
    const until = inMinutes(3)
    expect(await nurse.call(calls.snoozeNotification, { id, until })).toMatchObject({
      state: 'snoozed',
      snoozed: { until },
    })
    expect((await nurse.call(calls.snoozeNotification, { id, until: inMinutes(719) })).state).toBe('snoozed')
    for (const given of [
      {},
      { until, minutes: 30 },
      { until: inMinutes(-1) },
      { until: inMinutes(725) },
      { until: 'later' },
    ])
      expect((await nurse.refused(calls.snoozeNotification, { id, ...given })).status, JSON.stringify(given)).toBe(422)
  })

  it('is the first one’s until it ends; the second is told who was first [AN-6]', async () => {
    const id = (await raise())!
    const answers = await Promise.all(
      [nurse, colleague].map((one) => one.send('POST', `/notifications/${id}/snooze`, { minutes: 30 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'already_snoozed',
      message: m.notification_snoozed_already({ person: 'Test User' }),
    })
    await passSnooze(id)
    expect((await colleague.call(calls.snoozeNotification, { id, minutes: 30 })).state).toBe('snoozed')
    expect((await nurse.call(calls.acknowledgeNotification, { id })).state).toBe('acknowledged')
  })
})

describe('undo', () => {
  it('takes an acknowledgement back: open again, and in the log with before and after [AN-6] [AP-5]', async () => {
    const id = (await raise())!
    expect((await nurse.refused(calls.unacknowledgeNotification, { id })).body).toMatchObject({
      code: 'not_acknowledged',
    })
    await nurse.call(calls.acknowledgeNotification, { id })
    expect((await colleague.refused(calls.unacknowledgeNotification, { id })).body).toMatchObject({
      code: 'already_acknowledged',
      message: m.notification_acknowledged_already({ person: 'Test User' }),
    })
    expect(await nurse.call(calls.unacknowledgeNotification, { id })).toMatchObject({
      state: 'open',
      acknowledged: null,
    })
    expect((await colleague.call(calls.acknowledgeNotification, { id })).state).toBe('acknowledged')
    const logged = await portal.owner
      .selectFrom('audit_entries')
      .where('actor_id', '=', nurse.userId)
      .where('act', '=', 'notification.unacknowledge')
      .select('detail')
      .execute()
    expect(logged).toMatchObject([
      { detail: { notification_id: id, changes: { state: { before: 'acknowledged', after: 'open' } } } },
    ])
  })

  it('takes a snooze back [AN-6]', async () => {
    const id = (await raise())!
    expect((await nurse.refused(calls.unsnoozeNotification, { id })).body).toMatchObject({ code: 'not_snoozed' })
    await nurse.call(calls.snoozeNotification, { id, minutes: 15 })
    expect((await colleague.refused(calls.unsnoozeNotification, { id })).body).toMatchObject({
      code: 'already_snoozed',
    })
    expect(await nurse.call(calls.unsnoozeNotification, { id })).toMatchObject({ state: 'open', snoozed: null })
  })

  it('is too late after a minute, and not for strangers [AN-6] [FA-4]', async () => {
    const acknowledged = (await raise())!
    const snoozed = (await raise('warning', await addBed()))!
    await nurse.call(calls.acknowledgeNotification, { id: acknowledged })
    await nurse.call(calls.snoozeNotification, { id: snoozed, minutes: 15 })
    for (const [call, id] of [
      [calls.unacknowledgeNotification, acknowledged],
      [calls.unsnoozeNotification, snoozed],
    ] as const) {
      expect((await stranger.refused(call, { id })).status).toBe(404)
      await passMinutes(id, 1)
      expect((await nurse.refused(call, { id })).body).toMatchObject({
        code: 'undo_over',
        message: m.notification_undo_over(),
      })
    }
  })
})

describe('a locked page', () => {
  it('counts what is open without a session, and learns nothing else [AN-4]', async () => {
    await raise('danger')
    await raise('warning', await addBed())
    const taken = (await raise('warning', await addBed()))!
    await nurse.call(calls.acknowledgeNotification, { id: taken })
    // Readings that came late tell of what is over.
    const late = (await raise('danger', await addBed()))!
    await portal.owner.updateTable('notifications').set({ is_late: true }).where('id', '=', late).execute()
    const asked = Temporal.Now.instant()
    const { token, expires_at } = await nurse.call(calls.createLockToken, { clinic_id })
    expect(asked.until(expires_at).round('minute').total('hours')).toBe(12)
    await portal.owner.deleteFrom('sessions').where('user_id', '=', nurse.userId).execute()
    expect(await portal.anonymous.call(calls.countOpenNotifications, { token })).toEqual({ danger: 1, warning: 1 })
    for (const call of [calls.listNotifications, calls.listCurrentNotifications])
      expect((await portal.withToken(token).refused(call, { clinic_id })).status).toBe(401)
    expect((await stranger.refused(calls.createLockToken, { clinic_id })).status).toBe(404)
  })

  it('counts no more after its time, with another signature, or without the rights, whatever others guess [AN-4]', async () => {
    const user = nurse.userId
    const hour = 3_600_000
    const status = async (token: string) =>
      (await portal.anonymous.refused(calls.countOpenNotifications, { token })).status
    expect(await status(createToken(secret, { clinic_id, user, expires: Date.now() - 1 }))).toBe(404)
    expect(await status(createToken('another', { clinic_id, user, expires: Date.now() + hour }))).toBe(404)
    expect(await status('made up')).toBe(404)
    const good = createToken(secret, { clinic_id, user, expires: Date.now() + hour })
    expect(await portal.anonymous.call(calls.countOpenNotifications, { token: good })).toEqual({
      danger: 0,
      warning: 0,
    })
    const guesses = await Promise.all(Array.from({ length: 62 }, (_, n) => status(`made up ${n}`)))
    expect(guesses).toContain(429)
    expect(await portal.anonymous.call(calls.countOpenNotifications, { token: good })).toBeTruthy()
    await portal.owner.deleteFrom('user_clinics').where('user_id', '=', user).execute()
    expect(await status(good)).toBe(429)
  })
})
