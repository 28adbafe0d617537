import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { withCtx } from '../platform/context.ts'
import { createProbe } from '../platform/ops/probe-database.ts'
import { beat, startWatch } from './index.ts'
import {
  about,
  addDevice,
  clinic_id,
  hear,
  look,
  nurse,
  origin,
  outages,
  portal,
  raised,
  useWatchedClinic,
} from './watched-clinic.fixture.ts'

/** Monitoring of clinics: when readings stop, somebody must be notified. */

useWatchedClinic()

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

  it('are nobody’s while everyone is on leave, and missed some minutes after somebody should be back [AL-3] [PL-6]', async () => {
    const away = await addDevice(600)
    const leave = (id: string, until: string) =>
      sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
        values (${clinic_id}, ${id}, now() - interval '3 days', now() + ${until}::interval, 'g', 'G')`.execute(
        portal.owner,
      )
    await look()
    expect(await outages()).toHaveLength(1)
    await leave(away, '1 hour')
    await look()
    expect(await outages()).toEqual([])
    const ended = (ago: string) => sql`update leaves set until = now() - ${ago}::interval`.execute(portal.owner)
    await ended('1 minute')
    await look()
    expect(await outages()).toEqual([])
    await ended('4 minutes')
    await look()
    expect(await outages()).toHaveLength(1)
    // Of others readings are missed all the same.
    await ended('-1 hours')
    await addDevice(600)
    await look()
    expect(await outages()).toHaveLength(1)
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

  it('are told apart from a gateway that is slow, or refuses an earlier message [AL-3] [AN-10]', async () => {
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

  it.each([
    ['one of another channel', 'mail', null, '1 minute'],
    ['a notice of its channel', 'sms', '{}', '1 minute'],
    ['one whose node has died', 'sms', null, '-1 minute'],
  ])('are noticed by a message that waits while %s is sent [AL-3] [AN-10]', async (_, channel, notice, leased) => {
    await addDevice(10)
    await work()
    await sql`insert into deliveries (channel, recipient, subject, body, status, next_attempt_at, lease_until, taken_at, notice)
      values ('sms', 'a', '', '', 'queued', now() - interval '10 minutes', null, null, null),
        (${channel}, 'b', '', '', 'queued', now(), now() + ${leased}::interval, now(), ${notice}::jsonb)`.execute(
      portal.owner,
    )
    await look()
    expect(await outages()).toMatchObject([{ cause: 'jobs' }])
  })

  it('are noticed by a message whose sending hangs, though no other waits [AL-3] [AN-10]', async () => {
    await addDevice(10)
    await work()
    await sql`insert into deliveries (channel, recipient, subject, body, status, next_attempt_at, lease_until, taken_at)
      select 'mail', 'a', '', '', 'queued', at, now() + interval '1 minute', at
      from (values (now() - interval '36 minutes')) t (at)`.execute(portal.owner)
    await look()
    expect(await outages()).toMatchObject([{ cause: 'jobs' }])
  })

  it('are noticed by a notification that waits to be told too long, in its own facility [AL-3] [AL-6]', async () => {
    await addDevice(10)
    await addDevice(10, { clinic: await portal.createClinic() })
    await work()
    await portal.owner
      .insertInto('notifications')
      .values({ clinic_id, title: 'T', description: '', action: 'rr', severity: 'danger', extra_detail: '{}' })
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
    expect(await open()).toEqual([{ clinic_id, cause: 'jobs' }])
    await sql`update heartbeats set at = now() - interval '20 minutes'`.execute(portal.owner)
    await look()
    expect((await open()).length).toBe(2)
    await work()
    await look()
    expect(await open()).toEqual([{ clinic_id, cause: 'jobs' }])
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
