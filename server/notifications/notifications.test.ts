import * as calls from '@eupnea/contract/notifications.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { SignedInClient } from '../../tests/kit/portal.ts'
import { createToken } from './lock-token.ts'
import {
  addBed,
  bed,
  clinic_id,
  colleague,
  endEpisode,
  list,
  nurse,
  passMinutes,
  portal,
  raise,
  secret,
  stranger,
  unseen,
  useWing,
} from './wing.fixture.ts'

/** What people see of notifications (AL-3, AL-4). */

useWing()

/** The signal of its bed is this since two minutes ago. */
const signal = (state: string) =>
  sql`insert into signal_spans (clinic_id, device_id, resident_id, state, since)
    values (${clinic_id}, ${bed.device_id}, ${bed.patient_id}, ${state}, now() - interval '2 minutes')
    on conflict (device_id) where until is null do update set state = excluded.state`.execute(portal.owner)

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

it('the history of what was over before it arrived says first that it began, when the list says [WA-8]', async () => {
  const id = (await raise('warning', bed, 25, Date.now() - 20 * 60_000))!
  await sql`update episodes set ended_at = now() - interval '10 minutes' where clinic_id = ${clinic_id}`.execute(
    portal.owner,
  )
  const { history, raised_at, ended_at } = await nurse.call(calls.readNotification, { id })
  expect(history.map(({ act, at }) => [act, at])).toEqual([
    ['raised', raised_at],
    ['ended', ended_at],
  ])
})

it.each([0, 20])(
  'the history of what came too late to be sent says that it became worse, %s minutes late [WA-8] [AN-5]',
  async (minutes) => {
    const id = (await raise('warning', bed, 25, Date.now() - 40 * 60_000))!
    const worseAt = Date.now() - minutes * 60_000
    expect((await list(nurse))[0]).toMatchObject({ became_worse_at: null })
    expect(await raise('danger', bed, 33, worseAt)).toBe(id)
    const { history, became_worse_at } = await nurse.call(calls.readNotification, { id })
    expect(history.map(({ act }) => act)).toEqual(['raised', 'worse'])
    // What is known of it is of its reading's time, however late that came.
    expect(Date.parse(became_worse_at!)).toBe(minutes === 0 ? Date.parse(history[1]!.at) : worseAt)
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
      .values({ ...plan, resident_id: near!.patient_id, extreme_low: 3 })
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
