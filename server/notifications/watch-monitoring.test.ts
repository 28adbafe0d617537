import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { createProbe } from '../platform/ops/probe-database.ts'
import { beat, notificationRoutes, startWatch, watchClock, watchMonitoring } from './index.ts'

/** Monitoring of clinics: when readings stop, somebody must be notified. */

let portal: TestHttp
let origin: CtxOrigin
let clinic_id: string
let nurse: SignedInClient

const limits = { quietSeconds: 180, lookingSeconds: 3_600 }
const look = (given: Partial<typeof limits> = {}) => watchMonitoring(origin, { ...limits, ...given })

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

let devices = 0

/** A device of the clinic, with a resident by default, last heard this long ago (seconds; null: never). */
async function addDevice(
  heardAgo: number | null,
  more: { isLinked?: boolean; prefix?: string; online?: boolean } = {},
) {
  const id = `watched-${++devices}`
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash, topic_prefix)
      values (${id}, ${id}, ${id}, 'UTC', ${clinic_id}, '', ${more.prefix ?? null}) returning id, no
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name) values (${id}, ${clinic_id}, 'Ada', 'Byron')
    ), a as (
      insert into device_assignments (clinic_id, device_id, resident_id, since, linked_at)
      select ${clinic_id}, id, ${id}, now() - interval '30 days', now() - interval '1 day' from d where ${more.isLinked ?? true}
    ), p as (
      insert into presence select no, ${more.online ?? false}, now() - interval '1 day' from d
    )
    insert into latest (device_no, clinic_no, ts, seen_at)
    select no, 1, now(), now() - make_interval(secs => ${heardAgo ?? 0}) from d where ${heardAgo !== null}`.execute(
    portal.owner,
  )
  return id
}

const hear = (id: string) =>
  sql`update latest set seen_at = now() where device_no = (select no from devices where id = ${id})`.execute(
    portal.owner,
  )

const raised = async () => (await nurse.call(calls.listNotifications, { clinic_id, kind: 'monitoring' })).items
const outages = async () => (await nurse.call(calls.readMonitoring, { clinic_id })).outages

describe('no readings from any device', () => {
  it('raise one notification an outage, which ends when readings come back [AL-3]', async () => {
    const id = await addDevice(600)
    await addDevice(900)
    await look()
    const [open] = await outages()
    expect(open).toMatchObject({ cause: 'readings' })
    expect(Math.abs(Date.parse(open!.since) - (Date.now() - 600_000))).toBeLessThan(30_000)
    const [notification, ...more] = await raised()
    expect(more).toEqual([])
    const clock = Temporal.Instant.from(open!.since).toZonedDateTimeISO('Europe/Berlin').toPlainTime()
    expect(notification).toMatchObject({
      title: 'No readings',
      severity: 'danger',
      state: 'open',
      patientId: null,
      link: null,
      description: m.notification_no_readings({ since: clock.toString({ smallestUnit: 'minute' }) }),
    })
    await look()
    expect(await raised()).toHaveLength(1)

    await hear(id)
    await look()
    expect(await outages()).toEqual([])
    expect((await raised()).map(({ state }) => state)).toEqual(['ended'])

    await sql`update latest set seen_at = now() - interval '1 hour'`.execute(portal.owner)
    await look()
    expect((await raised()).map(({ state }) => state)).toEqual(['open', 'ended'])
  })

  it('are noticed once, however many nodes look at the same time [AL-3]', async () => {
    await addDevice(600)
    await Promise.all(Array.from({ length: 4 }, () => look()))
    expect(await raised()).toHaveLength(1)
    expect(await outages()).toHaveLength(1)
  })

  it('are noticed later by a node that stood still, because what was sent meanwhile is on its way [AL-3]', async () => {
    const id = await addDevice(0)
    const stop = startWatch(origin, 2)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000)
    await sleep(1_000)
    await hear(id)
    expect(await raised()).toEqual([])
    await expect.poll(raised, { timeout: 30_000 }).toHaveLength(1)
    await stop()
  })

  it('are noticed later when the clock was set, or the machine slept [AL-3] [WA-6]', async () => {
    const stop = startWatch(origin, 2)
    await sleep(2_500)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
    try {
      await addDevice(7_200)
      await sleep(1_200)
      expect(await raised()).toEqual([])
      await expect.poll(raised, { timeout: 30_000 }).toHaveLength(1)
    } finally {
      vi.useRealTimers()
      await stop()
    }
  })

  it('tell the browsers of the facility at the beginning and at the end [AL-3]', async () => {
    const heard: string[] = []
    const id = await addDevice(600)
    const { Client } = (await import('pg')).default
    const listener = new Client(portal.connection)
    await listener.connect()
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await listener.query('listen eupnea')
    try {
      await look()
      await expect.poll(() => heard.length).toBe(1)
      await hear(id)
      await look()
      await expect.poll(() => heard.length).toBe(2)
      for (const text of heard)
        expect(JSON.parse(text)).toMatchObject({ type: 'changed', noun: 'notifications', clinic_id })
    } finally {
      await listener.end()
    }
  })

  it('are no outage while one of its devices speaks, or when nobody lies under them [AL-3]', async () => {
    await addDevice(600)
    await addDevice(10)
    await look()
    expect(await outages()).toEqual([])
    await sql`delete from devices`.execute(portal.owner)
    await addDevice(600, { isLinked: false })
    await look()
    expect(await outages()).toEqual([])
  })

  it('count from the link where a device was never heard [AL-3]', async () => {
    await addDevice(null)
    await sql`update device_assignments set linked_at = now() - interval '1 minute'`.execute(portal.owner)
    await look()
    expect(await outages()).toEqual([])
    await sql`update device_assignments set linked_at = now() - interval '5 minutes'`.execute(portal.owner)
    await look()
    expect(await outages()).toHaveLength(1)
  })

  it('name the day as well where the clock could be taken for the present one [AL-3]', async () => {
    await addDevice(30 * 3_600)
    await sql`update device_assignments set linked_at = since`.execute(portal.owner)
    await look()
    const [notification] = await raised()
    expect(notification?.description).toMatch(/^No readings from any sensor since \d{1,2} [A-Z][a-z]+, \d\d:\d\d\. /)
  })

  it('are no outage where silence is no fault: an ESPHome node that lives [AL-3]', async () => {
    const id = await addDevice(7_200, { prefix: 'bedroom', online: true })
    await look()
    expect(await outages()).toEqual([])
    await sql`update presence set online = false where device_no = (select no from devices where id = ${id})`.execute(
      portal.owner,
    )
    await look()
    expect(await outages()).toHaveLength(1)
  })

  it('end with the last resident who is watched [AL-3]', async () => {
    await addDevice(600)
    await look()
    await sql`update device_assignments set until = now()`.execute(portal.owner)
    await look()
    expect(await outages()).toEqual([])
  })

  it('are not judged before devices had time to come back; ends are [AL-3]', async () => {
    const id = await addDevice(600)
    await look({ lookingSeconds: 100 })
    expect(await outages()).toEqual([])
    await look({ lookingSeconds: 180 })
    expect(await outages()).toHaveLength(1)
    await hear(id)
    await look({ lookingSeconds: 0 })
    expect(await outages()).toEqual([])
  })
})

describe('jobs that stand still', () => {
  const work = () => withCtx(origin, beat)

  it('are noticed by when they last worked, and told to every facility that is watched [AL-3]', async () => {
    await addDevice(10)
    await work()
    await look()
    expect(await outages()).toEqual([])
    await sql`update heartbeats set at = now() - interval '4 minutes 30 seconds'`.execute(portal.owner)
    await look()
    expect(await outages()).toEqual([])
    await sql`update heartbeats set at = now() - interval '5 minutes 30 seconds'`.execute(portal.owner)
    await look({ lookingSeconds: 290 })
    expect(await outages()).toEqual([])
    await look({ lookingSeconds: 300 })
    await look()
    expect(await outages()).toMatchObject([{ cause: 'jobs' }])
    expect(await raised()).toMatchObject([
      { title: m.notification_delayed_title(), severity: 'warning', state: 'open' },
    ])
    await work()
    await look()
    expect(await outages()).toEqual([])
  })

  it('are noticed by a message that waits for its turn too long [AL-3]', async () => {
    await addDevice(10)
    await work()
    const message = { channel: 'mail', recipient: 'a@test.example', subject: '', body: '', status: 'queued' }
    await portal.owner
      .insertInto('deliveries')
      .values({ ...message, next_attempt_at: Temporal.Now.instant().subtract({ seconds: 270 }) })
      .execute()
    await look()
    expect(await outages()).toEqual([])
    await sql`update deliveries set next_attempt_at = now() - interval '5 minutes 30 seconds'`.execute(portal.owner)
    await look()
    expect(await outages()).toMatchObject([{ cause: 'jobs' }])
    await sql`update deliveries set status = 'sent'`.execute(portal.owner)
    await look()
    expect(await outages()).toEqual([])
  })

  it('are not taken for a gateway that is slow, or refuses what goes before [AL-3] [AN-10]', async () => {
    await addDevice(10)
    await work()
    const { id } = await portal.owner
      .insertInto('notifications')
      .values({ clinic_id, title: 'T', description: '', action: 'rr', severity: 'danger', extra_detail: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update notification_steps set done_at = now()`.execute(portal.owner)
    // Each has waited behind another: a mail whose server doesn't answer, a push that is tried again later.
    await sql`insert into deliveries (channel, recipient, subject, body, status, next_attempt_at, clinic_id,
        notification_id, step, severity, occasion)
      select channel, 'a', '', '', 'queued', at, ${clinic_id}, ${id}, 'raised', 'danger', at
      from (values (now() + interval '10 minutes'), (now() - interval '10 minutes')) t (at),
        unnest('{mail,push}'::text[]) channel`.execute(portal.owner)
    await sql`update deliveries set clinic_id = null, notification_id = null, step = null, severity = null
      where channel = 'mail'`.execute(portal.owner)
    const sending = (taken: string) =>
      sql`update deliveries set lease_until = now() + interval '1 minute', taken_at = now() - ${taken}::interval
        where channel = 'mail' and next_attempt_at > now()`.execute(portal.owner)
    await sending('29 minutes')
    await look()
    expect(await outages()).toEqual([])
    // No gateway takes so long: what sends it hangs.
    await sending('36 minutes')
    await look()
    expect(await outages()).toMatchObject([{ cause: 'jobs' }])
  })

  it('are noticed by a notification that waits to be told too long, in its own facility [AL-3] [AL-6]', async () => {
    await addDevice(10)
    const waiting = clinic_id
    const other = await portal.createClinic()
    clinic_id = other
    await addDevice(10)
    await work()
    await portal.owner
      .insertInto('notifications')
      .values({ clinic_id: waiting, title: 'T', description: '', action: 'rr', severity: 'danger', extra_detail: '{}' })
      .execute()
    await look()
    const open = () =>
      portal.owner
        .selectFrom('monitoring_outages')
        .where('ended_at', 'is', null)
        .select(['clinic_id', 'cause'])
        .orderBy('since')
        .execute()
    expect(await open()).toEqual([])
    await sql`update notification_steps set due_at = now() - interval '10 minutes'`.execute(portal.owner)
    await look()
    await look()
    expect(await open()).toEqual([{ clinic_id: waiting, cause: 'jobs' }])
    await sql`update heartbeats set at = now() - interval '20 minutes'`.execute(portal.owner)
    await look()
    expect((await open()).length).toBe(2)
    await work()
    await look()
    expect(await open()).toEqual([{ clinic_id: waiting, cause: 'jobs' }])
    await sql`update notification_steps set done_at = now()`.execute(portal.owner)
    await look()
    expect(await open()).toEqual([])
  })
})

it('the beat of messages stops while somebody is not told of a notification, so that the operator hears of it [AN-10]', async () => {
  const beatAt = async () => {
    const { rows } = await sql<{ at: number }>`select extract(epoch from at)::float8 as at from heartbeats
      where part = 'messages'`.execute(portal.owner)
    return rows[0]?.at
  }
  await addDevice(10)
  await look()
  const before = await beatAt()
  expect(before).toBeGreaterThan(0)
  await portal.owner
    .insertInto('notifications')
    .values({ clinic_id, title: 'T', description: '', action: 'rr', severity: 'danger', extra_detail: '{}' })
    .execute()
  await sql`update notification_steps set due_at = now() - interval '10 minutes'`.execute(portal.owner)
  await look()
  expect(await beatAt()).toBe(before)
  await sql`update notification_steps set done_at = now()`.execute(portal.owner)
  await look()
  expect(await beatAt()).toBeGreaterThan(before!)
})

it('each beat is seen by itself, also where the clock was set back: another must not hide one that stopped [AN-10] [WA-6]', async () => {
  const probe = createProbe(portal.connection)
  await sql`insert into heartbeats (part, at) values ('jobs', now() + interval '1 hour')`.execute(portal.owner)
  await look()
  const { beats } = await probe.ask()
  await look()
  const after = (await probe.ask()).beats
  probe.close()
  expect(after.jobs).toBe(beats.jobs)
  expect(after.messages).not.toBe(beats.messages)
})

/** A notification of a clinic that everybody has been told of. @returns its id */
async function about(clinic: string): Promise<string> {
  const { id } = await portal.owner
    .insertInto('notifications')
    .values({ clinic_id: clinic, title: 'T', description: '', action: 'rr', severity: 'danger', extra_detail: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update notification_steps set done_at = now()`.execute(portal.owner)
  return id
}

describe('messages about residents that wait for a gateway', () => {
  const gateway = (set: string) => sql`update gateways set ${sql.raw(set)} where channel = 'sms'`.execute(portal.owner)
  const well = 'failures = 0, paused_until = null'
  const open = () =>
    portal.owner.selectFrom('monitoring_outages').where('ended_at', 'is', null).select(['clinic_id', 'cause']).execute()

  beforeEach(() => gateway(well))

  /** A message about a clinic, queued this many minutes ago. @returns its id */
  async function tell(clinic: string, minutesAgo: number, merged_into: string | null = null): Promise<string> {
    const created_at = Temporal.Now.instant().subtract({ minutes: minutesAgo })
    const status = merged_into ? 'merged' : 'queued'
    const sms = { channel: 'sms', recipient: '+447700900101', subject: '', body: 'x', notice: '{}' }
    // Postponed again and again, as by a failing gateway.
    const next_attempt_at = Temporal.Now.instant().add({ seconds: 20 })
    const told = { clinic_id: clinic, notification_id: await about(clinic), step: 'raised', severity: 'danger' }
    const { id } = await portal.owner
      .insertInto('deliveries')
      .values({ ...sms, ...told, status, merged_into, created_at, next_attempt_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  it.each(['failures = 3', `paused_until = now() + interval '10 minutes'`])(
    'are shown as delayed in the facility that they tell of (%s), until they are through [AL-3] [AL-6]',
    async (state) => {
      await addDevice(10)
      const [waiting, other] = [clinic_id, await portal.createClinic()]
      clinic_id = other
      await addDevice(10)
      await gateway(state)
      await tell(other, 2)
      const id = await tell(waiting, 8)
      await look({ lookingSeconds: 200 })
      expect(await open()).toEqual([])
      await look()
      await look()
      expect(await open()).toEqual([{ clinic_id: waiting, cause: 'jobs' }])
      // Merged with a later one, it is still waiting.
      const whole = await tell(other, 8)
      await sql`update deliveries set status = 'merged', merged_into = ${whole} where id = ${id}`.execute(portal.owner)
      await look()
      expect((await open()).map((one) => one.clinic_id).sort()).toEqual([waiting, other].sort())
      await sql`update deliveries set status = 'sent' where id = ${whole}`.execute(portal.owner)
      await look()
      expect(await open()).toEqual([])
    },
  )

  it('are shown as delayed when the gateway is silent over one of them [AL-3] [AL-6]', async () => {
    await addDevice(10)
    await tell(clinic_id, 8)
    const first = await tell(clinic_id, 9)
    await look()
    expect(await open()).toEqual([])
    await sql`update deliveries set taken_at = now() - interval '6 minutes', lease_until = now() + interval '1 minute'
      where id = ${first}`.execute(portal.owner)
    await look()
    expect(await open()).toMatchObject([{ cause: 'jobs' }])
  })

  it('are not delayed while they only wait for their receiver’s turn [AL-6]', async () => {
    await addDevice(10)
    await tell(clinic_id, 8)
    await look()
    expect(await open()).toEqual([])
  })
})

describe('messages about residents that do not arrive', () => {
  const phone = '+447700900101'
  const open = async () => (await outages()).map(({ cause }) => cause)
  /** A message to the phone about the facility. @returns its id */
  async function send(set: object, recipient = phone): Promise<string> {
    const told = { clinic_id, notification_id: await about(clinic_id), step: 'raised', severity: 'danger' }
    const { id } = await portal.owner
      .insertInto('deliveries')
      .values({ channel: 'sms', recipient, subject: '', body: null, notice: '{}', ...told, ...set })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  beforeEach(async () => {
    await addDevice(10)
    await portal.owner.insertInto('sms_alerts').values({ clinic_id, phone }).execute()
  })

  it.each([
    ['refused for good', { status: 'failed', failure: '400 From is not valid' }, { status: 'sent' }],
    [
      'that its gateway could not deliver',
      { status: 'sent', delivery: 'undelivered' },
      { status: 'sent', delivery: 'delivered' },
    ],
  ])('%s are shown in their facility until one arrives [AL-3] [AL-6]', async (_what, set, well) => {
    await send(well)
    await look()
    expect(await open()).toEqual([])
    await send(set)
    await look()
    await look()
    expect(await raised()).toMatchObject([{ title: m.notification_undelivered_title(), severity: 'warning' }])
    expect(await open()).toEqual(['undelivered'])
    // That of somebody else says nothing of this one.
    await send({ status: 'sent' }, '+447700900102')
    await look()
    expect(await open()).toEqual(['undelivered'])
    await send(well)
    await look()
    expect(await open()).toEqual([])
  })

  it('are shown until one is reported as delivered, where the gateway reports: the next one is only on its way [AL-3] [AL-6]', async () => {
    await send({ status: 'sent', delivery: 'undelivered' })
    await look()
    // As every other notification, this one goes to the same number.
    const next = await send({ status: 'sent', delivery: null })
    await look()
    expect(await open()).toEqual(['undelivered'])
    const report = (delivery: string) =>
      portal.owner.updateTable('deliveries').set({ delivery }).where('id', '=', next).execute()
    for (const state of ['sent', 'undelivered']) {
      await report(state)
      await look()
      expect(await open()).toEqual(['undelivered'])
    }
    expect(await raised()).toHaveLength(1)
    await send({ status: 'sent', delivery: 'delivered' })
    await look()
    expect(await open()).toEqual([])
  })

  it('are not shown for long by a carrier that reports failures alone, if the next one isn’t among them [AL-3] [AL-6]', async () => {
    const [failed, next] = [
      await send({ status: 'sent', delivery: 'undelivered' }),
      await send({ status: 'sent', delivery: null, taken_at: Temporal.Now.instant() }),
    ]
    await look()
    expect(await open()).toEqual(['undelivered'])
    await sql`update deliveries set taken_at = now() - interval '61 minutes' where id = ${next}`.execute(portal.owner)
    await look()
    expect(await open()).toEqual([])
    await sql`update deliveries set delivery = 'delivered', created_at = now() - interval '2 days' where id = ${failed}`.execute(
      portal.owner,
    )
    await send({ status: 'sent', delivery: 'undelivered' })
    await send({ status: 'sent', delivery: null, taken_at: Temporal.Now.instant().subtract({ minutes: 61 }) })
    await look()
    expect(await open()).toEqual(['undelivered'])
  })

  it('to a number that several facilities have are shown in each of them [AL-3] [AL-6]', async () => {
    await send({ status: 'failed' })
    const other = await portal.createClinic()
    await portal.owner.insertInto('sms_alerts').values({ clinic_id: other, phone }).execute()
    await send({ status: 'failed', clinic_id: other, notification_id: await about(other) })
    await look()
    const all = portal.owner.selectFrom('monitoring_outages').where('ended_at', 'is', null)
    expect((await all.select('clinic_id').execute()).map((one) => one.clinic_id).sort()).toEqual(
      [clinic_id, other].sort(),
    )
  })

  it('are shown where a recipient of the facility has a channel that is not set up, unless the portal is only tried [AL-3] [AL-6]', async () => {
    await portal.owner.deleteFrom('deliveries').execute()
    await send({ status: 'kept' })
    await look()
    expect(await open()).toEqual([])
    const mail = { channel: 'mail', recipient: 'a@test.example', subject: '', body: null, status: 'sent' }
    await portal.owner.insertInto('deliveries').values(mail).execute()
    await look()
    expect(await open()).toEqual(['undelivered'])
    // A person is told by the ways that work.
    await portal.owner.deleteFrom('sms_alerts').execute()
    await portal.owner.updateTable('users').set({ contact: phone }).where('id', '=', nurse.userId).execute()
    await look()
    expect(await open()).toEqual([])
    await portal.owner.updateTable('users').set({ contact: null }).where('id', '=', nurse.userId).execute()
  })

  it('count as part of another message too, for a day, and as long as the receiver is told [AL-6]', async () => {
    const whole = await send({ status: 'failed', clinic_id: null, notification_id: null, step: null, severity: null })
    await look()
    expect(await open()).toEqual([])
    await send({ status: 'merged', merged_into: whole })
    await look()
    expect(await open()).toEqual(['undelivered'])
    await sql`update sms_alerts set active = false`.execute(portal.owner)
    await look()
    expect(await open()).toEqual([])
    await portal.owner
      .updateTable('clinics')
      .set({ escalation_recipients: [phone] })
      .execute()
    await look()
    expect(await open()).toEqual(['undelivered'])
    await sql`update deliveries set created_at = now() - interval '25 hours'`.execute(portal.owner)
    await look()
    expect(await open()).toEqual([])
  })
})

it('a check that fails keeps none of the others from being made [AL-3]', async () => {
  await addDevice(600)
  await sql`revoke select on adt_messages from eupnea_work`.execute(portal.owner)
  const stop = startWatch(origin, 2)
  try {
    await expect.poll(raised, { timeout: 30_000 }).toHaveLength(1)
    await portal.owner.insertInto('sms_alerts').values({ clinic_id, phone: '+447700900101' }).execute()
    const sms = { channel: 'sms', recipient: '+447700900101', subject: '', body: null, notice: '{}' }
    const told = { clinic_id, notification_id: await about(clinic_id), step: 'raised', severity: 'danger' }
    await portal.owner
      .insertInto('deliveries')
      .values({ ...sms, ...told, status: 'failed' })
      .execute()
    await expect.poll(raised, { timeout: 30_000 }).toHaveLength(2)
  } finally {
    await stop()
    await sql`grant select on adt_messages to eupnea_work`.execute(portal.owner)
  }
})

it('the state of a facility is nobody else’s to know [FA-4]', async () => {
  await addDevice(10)
  expect(await nurse.call(calls.readMonitoring, { clinic_id })).toMatchObject({ devices: 1, outages: [] })
  const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
  expect((await stranger.refused(calls.readMonitoring, { clinic_id })).status).toBe(404)
})

it('a clock of the portal that most sensors contradict is named on every facility’s pages until they agree [WA-6]', async () => {
  await addDevice(5)
  const stop = watchClock(origin, () => 120_000, 20)
  await expect.poll(outages).toMatchObject([{ cause: 'clock', description: m.notification_portal_clock() }])
  expect(await raised()).toMatchObject([{ title: m.notification_portal_clock_title(), severity: 'warning' }])
  // Another node, whose clock is right or which knows no better, leaves it open.
  const stopOther = watchClock(origin, () => null, 20)
  await sleep(100)
  expect(await outages()).toHaveLength(1)
  // When none says so any more, it is over.
  stop()
  const recent = Temporal.Now.instant().subtract({ minutes: 2 }).toString()
  await sql`update heartbeats set at = ${recent}::timestamptz where part = 'clock'`.execute(portal.owner)
  await sleep(100)
  expect(await outages()).toHaveLength(1)
  for (const at of [Temporal.Now.instant().subtract({ minutes: 3 }).toString(), 'tomorrow']) {
    // A look that had begun may still say so.
    const age = () => sql`update heartbeats set at = ${at}::timestamptz where part = 'clock'`.execute(portal.owner)
    await expect.poll(() => age().then(outages)).toEqual([])
    await sql`update monitoring_outages set ended_at = null where id = (select id from monitoring_outages
      where cause = 'clock' and clinic_id = ${clinic_id} order by since desc limit 1)
      and not exists (select from monitoring_outages where cause = 'clock' and ended_at is null)`.execute(portal.owner)
  }
  stopOther()
})

it('a wrong clock of the portal, and its end, are logged once [WA-6]', async () => {
  await addDevice(5)
  const log = { ...origin.log, error: vi.fn(), info: vi.fn() }
  const aheadMs = vi.fn((): number | null => 120_000)
  const looked = (times: number) => expect.poll(() => aheadMs.mock.calls.length, { interval: 5 }).toBeGreaterThan(times)
  const stop = watchClock({ ...origin, log }, aheadMs, 20)
  try {
    await looked(3)
    await expect.poll(outages).toMatchObject([{ cause: 'clock' }])
    expect([log.error.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 0])
    aheadMs.mockReturnValue(null)
    await looked(aheadMs.mock.calls.length + 3)
    await expect.poll(() => log.info.mock.calls.length).toBe(1)
    await looked(aheadMs.mock.calls.length + 3)
    expect([log.error.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1])
  } finally {
    stop()
  }
})

it('what was taken care of before the clock was set back is silent for as long as was meant, not longer [AN-5] [AL-7] [WA-6]', async () => {
  const raise = async (silenced: string): Promise<string> => {
    const device_id = await addDevice(5)
    const id = await about(clinic_id)
    await sql`with e as (
        insert into episodes (clinic_id, device_id, resident_id, kind, severity)
        values (${clinic_id}, ${device_id}, ${device_id}, 'no_breathing', 'danger') returning id
      ) update notifications set episode_id = (select id from e), ${sql.raw(silenced)} where id = ${id}`.execute(
      portal.owner,
    )
    return id
  }
  const silenced = [
    await raise(`acknowledged_at = now() + '2 hours', acknowledged_by = 'ada', acknowledged_name = 'Ada'`),
    await raise(`snoozed_at = now() + '2 hours', snoozed_until = now() + '150 minutes', snoozed_by = 'ada'`),
  ]
  await look()
  const rows = await portal.owner
    .selectFrom('listed_notifications')
    .where('id', 'in', silenced)
    .select(['state', sql<number>`round(extract(epoch from asks_again_at - now()) / 60)::int`.as('minutes')])
    .orderBy('state')
    .execute()
  expect(rows).toEqual([
    { state: 'acknowledged', minutes: 30 },
    { state: 'snoozed', minutes: 30 },
  ])
})
