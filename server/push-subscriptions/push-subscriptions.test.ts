import type { PushMessage } from '@eupnea/contract/push-message.ts'
import * as calls from '@eupnea/contract/push-subscriptions.ts'
import { signOut } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { type PushService, startPushService } from '../../tests/kit/push-service.ts'
import { findLateAlerts, startDispatch } from '../dispatch/index.ts'
import { dutyRoutes } from '../duties/index.ts'
import { acknowledgeNotification, notificationOf } from '../notifications/index.ts'
import { pushChannel, startOutbox } from '../outbox/index.ts'
import { environment } from '../platform/config.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { createPool } from '../platform/database.ts'
import { type EventListener, listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { AddressRefused } from '../platform/outgoing.ts'
import { createSealer } from '../platform/seal.ts'
import { readVapid, type Vapid } from '../platform/vapid.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { pushSubscribers, pushSubscriptionRoutes } from './index.ts'

const baseUrl = () => 'https://portal.example.org'
const config = { ...environment.parse({}), demo: false }
const sealer = createSealer('secret')

let portal: TestHttp
let origin: CtxOrigin
let vapid: Vapid
let service: PushService
let events: EventListener
let stops: (() => Promise<void>)[] = []
let clinic_id: string
let nurse: SignedInClient

beforeAll(async () => {
  const verbs = { of: notificationOf, acknowledge: acknowledgeNotification }
  const push = { key: 'the-key', baseUrl }
  portal = await startTestHttp((sessions) => [
    ...pushSubscriptionRoutes(push, sessions, verbs),
    ...sessionRoutes(sessions),
    ...dutyRoutes({ mail: false, sms: true }),
  ])
  origin = { database: portal.database, actor: { type: 'job', name: 'test' }, log: createLog('silent') }
  vapid = await readKeys()
  events = await listenToEvents(portal.connections.work, origin.log)
})
beforeEach(async () => {
  await sql`delete from clinics`.execute(portal.owner)
  await sql`delete from deliveries`.execute(portal.owner)
  await sql`delete from push_subscriptions`.execute(portal.owner)
  clinic_id = await portal.createClinic({ name: 'Maple House' })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  service = await startPushService()
  stops = [
    startDispatch(origin, baseUrl, events),
    startOutbox(origin, { push: pushChannel(vapid, pushSubscribers(origin), service.agent) }, events),
  ]
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await service.close()
})
afterAll(async () => {
  await events.close()
  await portal.close()
})

async function readKeys(): Promise<Vapid> {
  const pool = createPool(portal.connections.work, { name: 'keys', max: 1 })
  try {
    return await readVapid(pool, sealer, config)
  } finally {
    await pool.end()
  }
}

const allow = async (who: SignedInClient = nurse) => {
  const browser = service.subscribe()
  return { ...browser, ...(await who.call(calls.createPushSubscription, browser)) }
}
const kept = () => portal.owner.selectFrom('push_subscriptions').select(['id', 'user_id']).execute()
const wake = () => withCtx(origin, (ctx) => ctx.emit({ type: 'changed', noun: 'notifications', clinic_id }))
const arrived = (count: number) => expect.poll(() => service.pushes.length, { timeout: 10_000 }).toBe(count)
const messages = () => service.pushes.map(({ text }) => JSON.parse(text) as PushMessage)

/** A warning about a resident of the clinic. */
async function raise() {
  const patient_id = await portal.createResident({ clinic_id, room: '12' })
  const words = { title: 'High Respiratory', description: 'Ada Byron', action: 'rr', extra_detail: '{}' }
  const { id } = await portal.owner
    .insertInto('notifications')
    .values({ clinic_id, patient_id, kind: 'stuck', severity: 'warning', ...words })
    .returning('id')
    .executeTakeFirstOrThrow()
  await wake()
  return id
}
const worsen = async (id: string) => {
  const worse = { severity: 'danger', title: 'Extremely High Respiratory', worse_at: Temporal.Now.instant() }
  await portal.owner.updateTable('notifications').set(worse).where('id', '=', id).execute()
  await wake()
}
const acknowledgedBy = async (id: string) =>
  (
    await portal.owner
      .selectFrom('notifications')
      .select('acknowledged_by')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).acknowledged_by
const acknowledge = (token: string | null) =>
  portal.anonymous.send('POST', '/push-subscriptions/acknowledge', { token })

describe('a push', () => {
  it('tells of a notification without a name, encrypted, and replaces the one before it [AN-3]', async () => {
    await allow()
    const id = await raise()
    await arrived(1)
    await worsen(id)
    await arrived(2)
    const [first, second] = service.pushes
    expect(messages()[0]).toMatchObject({
      title: 'High Respiratory',
      body: 'Maple House, Room 12',
      tag: id,
      stays: false,
    })
    expect(messages()[1]).toMatchObject({ title: 'Extremely High Respiratory', tag: id, stays: true })
    expect(messages()[0]?.url).toMatch(/^https:\/\/portal\.example\.org\/n\/[\w-]{16}$/)
    for (const { text, raw } of service.pushes) {
      expect(text).not.toMatch(/Ada|Byron|A\.B\./)
      expect(raw.toString('latin1')).not.toMatch(/Respiratory|Maple/)
    }
    expect(first?.headers).toMatchObject({ ttl: '3600', urgency: 'normal' })
    expect(second?.headers).toMatchObject({ ttl: '3600', urgency: 'high', topic: first?.headers.topic })
    expect(first?.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(first?.signedBy).toBe(vapid.publicKey)
    expect(first?.claims).toMatchObject({ aud: 'https://push.example.org', sub: vapid.subject })
    const list = async () => (await nurse.call(calls.listPushSubscriptions, {})).items[0]?.last_success_at
    await expect.poll(list).not.toBeNull()
  })

  it('goes to each browser of who is told, and to nobody else’s [AN-3] [AN-7]', async () => {
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    const [one, two] = [await allow(), await allow()]
    await allow(other)
    await raise()
    await arrived(2)
    expect(service.pushes.map(({ endpoint }) => endpoint).toSorted()).toEqual([one.endpoint, two.endpoint].toSorted())
  })

  it('ends the subscription that its service doesn’t know any more [AN-3]', async () => {
    const { endpoint, id } = await allow()
    const stays = await allow()
    service.expire(endpoint)
    await raise()
    await arrived(1)
    await expect.poll(kept).toEqual([{ id: stays.id, user_id: nurse.userId }])
    const row = () =>
      portal.owner.selectFrom('deliveries').select('status').where('recipient', '=', id).executeTakeFirst()
    await expect.poll(row).toEqual({ status: 'failed' })
  })

  it('that its service refuses is shown to whom it is for, until the browser has renewed itself [AN-3] [AN-7]', async () => {
    const until = Temporal.Now.instant().add({ hours: 1 }).toString()
    const old = await allow()
    const shown = async () => (await nurse.call(calls.listPushSubscriptions, {})).items
    for (const status of [403, 401]) {
      service.answer(status)
      await raise()
      const failures = async () =>
        (await portal.owner.selectFrom('deliveries').select('failure').execute()).map(({ failure }) => failure)
      await expect.poll(failures).toContain(m.push_subscription_key_refused({ status }))
    }
    expect(await shown()).toMatchObject([{ id: old.id, refused_at: expect.any(String) }])
    // Nobody would reach who takes duty.
    expect((await nurse.send('POST', '/duties', { clinic_id, until })).status).toBe(409)
    service.answer(201)
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    await other.call(calls.createPushSubscription, { ...service.subscribe(), replaces: old.endpoint })
    expect(await shown()).toHaveLength(1)
    await nurse.call(calls.createPushSubscription, { ...service.subscribe(), replaces: old.endpoint })
    expect(await shown()).toMatchObject([{ refused_at: null }])
    expect((await shown())[0]?.id).not.toBe(old.id)
    expect((await nurse.send('POST', '/duties', { clinic_id, until })).status).toBe(201)
  })

  it('that is taken again after a refusal is shown as working [AN-3]', async () => {
    const { id } = await allow()
    service.answer(403)
    await nurse.call(calls.tryPushSubscription, { id })
    const refused = async () => (await nurse.call(calls.listPushSubscriptions, {})).items[0]?.refused_at
    await expect.poll(refused).not.toBeNull()
    service.answer(201)
    await nurse.call(calls.tryPushSubscription, { id })
    await arrived(1)
    await expect.poll(refused).toBeNull()
  })

  it('is tried again when its service is busy, and late when it waits for five minutes [AN-3]', async () => {
    await allow()
    service.answer(503)
    await raise()
    const row = () => portal.owner.selectFrom('deliveries').select(['status', 'attempts', 'failure']).executeTakeFirst()
    await expect.poll(row, { timeout: 5_000 }).toMatchObject({ status: 'queued', attempts: 1, failure: '503' })
    const late = async () => [...(await withCtx(origin, (ctx) => findLateAlerts(ctx, 300))).keys()]
    expect(await late()).toEqual([])
    const [due, created] = [1, 360].map((seconds) => Temporal.Now.instant().subtract({ seconds }))
    await portal.owner.updateTable('deliveries').set({ created_at: created!, next_attempt_at: due! }).execute()
    expect(await late()).toEqual([clinic_id])
    service.answer(201)
    await withCtx(origin, (ctx) => ctx.emit({ type: 'message_queued' }))
    await arrived(1)
    await expect.poll(late).toEqual([])
  })

  it('fails for good where its service wants another protocol, and holds up nothing [AN-3]', async () => {
    await allow()
    service.answer(101, { connection: 'Upgrade', upgrade: 'other' })
    await raise()
    const row = () => portal.owner.selectFrom('deliveries').select(['status', 'failure']).executeTakeFirst()
    await expect.poll(row, { timeout: 5_000 }).toMatchObject({ status: 'failed', failure: '101' })
    const [shown] = (await nurse.call(calls.listPushSubscriptions, {})).items
    expect(shown?.refused_at).not.toBeNull()
  })

  it('waits while the name of its service leads into a private network, and nobody takes duty with it [AN-3] [AN-7]', async () => {
    await allow()
    service.agent.createConnection = (_options, done) => void done?.(new AddressRefused('private'), null as never)
    await raise()
    const row = () => portal.owner.selectFrom('deliveries').select(['status', 'failure']).executeTakeFirst()
    await expect.poll(row, { timeout: 5_000 }).toMatchObject({ status: 'queued', failure: 'EPRIVATE' })
    const until = Temporal.Now.instant().add({ hours: 1 }).toString()
    expect((await nurse.send('POST', '/duties', { clinic_id, until })).status).toBe(409)
  })

  it('is tested by who has the browser [AN-3]', async () => {
    const { id } = await allow()
    await nurse.call(calls.tryPushSubscription, { id })
    await arrived(1)
    expect(messages()[0]).toMatchObject({ title: m.push_subscription_test_title(), token: null })
  })
})

describe('acknowledging from a push', () => {
  it('works once, in the name of who was told, without a session [AN-3] [AN-6]', async () => {
    await allow()
    const id = await raise()
    await arrived(1)
    const { token } = messages()[0]!
    expect((await acknowledge(token)).status).toBe(200)
    expect(await acknowledgedBy(id)).toBe(nurse.userId)
    expect((await acknowledge(token)).status).toBe(404)
    expect((await acknowledge('made-up')).status).toBe(404)
    const { rows } = await sql<{ row: string }>`select to_jsonb(d)::text as row from deliveries d`.execute(portal.owner)
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
  })

  it('is refused once the notification is worse, ended or acknowledged [AN-3] [AN-5]', async () => {
    await allow()
    const id = await raise()
    await arrived(1)
    await worsen(id)
    await arrived(2)
    const [first, second] = messages()
    expect((await acknowledge(first!.token)).status).toBe(409)
    expect(await acknowledgedBy(id)).toBeNull()
    const acknowledged = { acknowledged_at: Temporal.Now.instant(), acknowledged_by: 'x', acknowledged_name: 'X' }
    await portal.owner.updateTable('notifications').set(acknowledged).where('id', '=', id).execute()
    expect((await acknowledge(second!.token)).status).toBe(409)
    expect(await acknowledgedBy(id)).toBe('x')
  })

  it('is refused for who doesn’t work in the facility any more, or is disabled [AN-3] [FA-4]', async () => {
    await allow()
    const id = await raise()
    await arrived(1)
    const { token } = messages()[0]!
    await portal.owner.deleteFrom('user_clinics').where('user_id', '=', nurse.userId).execute()
    expect((await acknowledge(token)).status).toBe(404)
    await portal.owner.insertInto('user_clinics').values({ user_id: nurse.userId, clinic_id }).execute()
    await portal.owner.updateTable('users').set({ status: 0 }).where('id', '=', nurse.userId).execute()
    expect((await acknowledge(token)).status).toBe(404)
    expect(await acknowledgedBy(id)).toBeNull()
  })
})

describe('a subscription', () => {
  it('is seen, tested and removed by its owner alone, and each is recorded [AN-3]', async () => {
    const { id, endpoint } = await allow()
    const admin = await portal.asUser()
    expect((await nurse.call(calls.listPushSubscriptions, {})).items).toMatchObject([{ id, endpoint }])
    expect((await admin.call(calls.listPushSubscriptions, {})).items).toEqual([])
    expect((await admin.refused(calls.tryPushSubscription, { id })).status).toBe(404)
    expect((await admin.refused(calls.removePushSubscription, { id })).status).toBe(404)
    const colleague = { type: 'user', id: 'x', clinicIds: [clinic_id], role: 'Clinic', isAdminFeature: false } as never
    const seen = await withCtx({ ...origin, actor: colleague }, ({ db }) =>
      db.selectFrom('push_subscriptions').selectAll().execute(),
    )
    expect(seen).toEqual([])
    await nurse.call(calls.removePushSubscription, { id })
    expect(await kept()).toEqual([])
    const acts = await portal.owner
      .selectFrom('audit_entries')
      .select('act')
      .where('actor_id', '=', nurse.userId)
      .where('act', 'like', 'push-%')
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['push-subscription.create', 'push-subscription.remove'])
  })

  it('ends with the sign-out from its browser, and not with the session’s time [AN-3] [ID-6]', async () => {
    await allow()
    const phone = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const { id } = await allow(phone)
    await nurse.call(signOut, {})
    expect(await kept()).toEqual([{ id, user_id: phone.userId }])
    const passed = { expires_at: Temporal.Now.instant().subtract({ hours: 1 }) }
    await portal.owner.updateTable('sessions').set(passed).where('id', '=', phone.sessionId).execute()
    await portal.sessions.removeExpired()
    expect(await kept()).toEqual([{ id, user_id: phone.userId }])
  })

  it('ends with its user’s account, and when somebody else uses the browser [AN-3] [US-1]', async () => {
    const { endpoint } = await allow()
    expect(await nurse.call(calls.keepPushSubscription, { endpoint })).toEqual({ is_own: true })
    const next = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    expect(await next.call(calls.keepPushSubscription, { endpoint })).toEqual({ is_own: false })
    expect(await kept()).toEqual([])
    const browser = service.subscribe()
    await nurse.call(calls.createPushSubscription, browser)
    await next.call(calls.createPushSubscription, browser)
    expect((await kept()).map(({ user_id }) => user_id)).toEqual([next.userId])
    await portal.owner.updateTable('users').set({ status: 0 }).where('id', '=', next.userId).execute()
    expect(await kept()).toEqual([])
    await allow()
    await portal.owner.deleteFrom('users').where('id', '=', nurse.userId).execute()
    expect(await kept()).toEqual([])
  })

  it('is one person’s, also when several use the browser at once [AN-3]', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => portal.asUser({ groups: ['clinic'] })))
    const browser = service.subscribe()
    const statuses = await Promise.all(
      people.map(async (one) => (await one.send('POST', '/push-subscriptions', browser)).status),
    )
    expect(statuses).toEqual(people.map(() => 201))
    expect(await kept()).toHaveLength(1)
  })

  it('needs a public https address and keys that a browser makes [AN-3]', async () => {
    const browser = service.subscribe()
    const refused = async (change: object) =>
      (await nurse.refused(calls.createPushSubscription, { ...browser, ...change })).body.field
    for (const endpoint of [
      'http://push.example.org/one',
      'https://127.0.0.1/one',
      'https://[::1]/one',
      'https://10.0.0.1/one',
      'https://localhost/one',
      'https://user@push.example.org/one',
      'one',
    ])
      expect(await refused({ endpoint }), endpoint).toBe('endpoint')
    expect(await refused({ p256dh: browser.auth })).toBe('p256dh')
    expect(await refused({ p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe('p256dh')
    expect(await refused({ auth: 'short' })).toBe('auth')
  })

  it('is a way to reach who takes duty [AN-3] [AN-7]', async () => {
    const until = Temporal.Now.instant().add({ hours: 1 }).toString()
    expect((await nurse.send('POST', '/duties', { clinic_id, until })).status).toBe(409)
    await allow()
    expect((await nurse.send('POST', '/duties', { clinic_id, until })).status).toBe(201)
    const manager = await portal.asUser({ groups: ['vc-admin'], clinicIds: [clinic_id] })
    const given = { clinic_id, until, user_id: nurse.userId }
    expect((await manager.send('POST', '/duties', given)).status).toBe(201)
  })
})

describe('the portal’s keys', () => {
  it('are made once, kept sealed, and the same on every node [AN-3]', async () => {
    expect(await readKeys()).toEqual(vapid)
    const { rows } = await sql<{ value: string }>`select value from settings where name = 'vapid'`.execute(portal.owner)
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]!.value, 'base64').toString('latin1')).not.toContain(vapid.privateKey)
    expect(vapid.subject).toBe('mailto:admin@eupnea.local')
  })
})
