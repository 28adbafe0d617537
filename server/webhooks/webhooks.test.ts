import { acknowledgeNotification, readMonitoring, unacknowledgeNotification } from '@eupnea/contract/notifications.ts'
import * as calls from '@eupnea/contract/webhooks.ts'
import { webhookMessage } from '@eupnea/contract/webhooks.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '../../tests/kit/webhook-receiver.ts'
import { startDispatch } from '../dispatch/index.ts'
import { watchMonitoring } from '../notifications/index.ts'
import { startOutbox, webhookChannel } from '../outbox/index.ts'
import { withCtx } from '../platform/context.ts'
import { createOutgoing } from '../platform/outgoing.ts'
import { createSealer } from '../platform/seal.ts'
import {
  admin,
  clinic_id,
  end,
  events,
  nurse,
  origin,
  pass,
  portal,
  raise,
  reopen,
  stateOf,
  stops,
  useReceiver,
  worsen,
} from '../receivers/receiver.fixture.ts'
import { webhookReceivers, webhookRoutes } from './index.ts'

/** Other systems hear of notifications and acknowledge them (AN-12). */

const sealer = createSealer('a secret of tests')
const outgoing = createOutgoing()
let receiver: WebhookReceiver

useReceiver({
  routes: webhookRoutes(sealer, outgoing),
  clinic: 'Maple House',
  async open() {
    receiver = await startWebhookReceiver()
  },
  close: () => receiver.close(),
})

/** Dispatches and sends, as a node does. @param patienceMs for an answer */
function start(patienceMs?: number): void {
  const channel = webhookChannel(origin, webhookReceivers(origin, sealer), outgoing, patienceMs)
  stops.push(startDispatch(origin, () => portal.url, events))
  stops.push(startOutbox(origin, { webhook: channel }, events))
}

async function addWebhook(kinds: calls.Webhook['kinds'] = []) {
  const made = await admin.call(calls.createWebhook, { clinic_id, url: receiver.url, kinds })
  receiver.trust(made.secret)
  return made
}

/** What the facility is warned of now. */
async function outageCauses() {
  await watchMonitoring(origin, { quietSeconds: 180, lookingSeconds: 600 })
  return (await nurse.call(readMonitoring, { clinic_id })).outages.map(({ cause }) => cause)
}

const types = () => receiver.taken().map(({ type }) => type.replace('notification.', ''))
const heard = (...expected: string[]) => expect.poll(types, { timeout: 15_000, interval: 20 }).toEqual(expected)
const requested = (count: number) =>
  expect.poll(() => receiver.requests.length, { timeout: 15_000, interval: 20 }).toBeGreaterThanOrEqual(count)

async function allDispatched(): Promise<void> {
  const waiting = () =>
    portal.owner.selectFrom('notification_steps').select('step').where('done_at', 'is', null).execute()
  await expect.poll(waiting, { timeout: 5_000, interval: 10 }).toEqual([])
}

/** A POST to the address of a message, signed with a secret. */
async function acknowledgeAt(url: unknown, secret: string, { body = '', at = new Date() } = {}) {
  const id = 'msg-1'
  return fetch(String(url), {
    method: 'POST',
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  })
}

describe('what is heard', () => {
  it('is the beginning, the change, the acknowledgement and the end, signed, in order, and no name [AN-12]', async () => {
    await addWebhook()
    start()
    const { id, episode } = await raise()
    await heard('raised')
    await worsen(id)
    await heard('raised', 'changed')
    await nurse.call(acknowledgeNotification, { id })
    await heard('raised', 'changed', 'acknowledged')
    await end(episode)
    await heard('raised', 'changed', 'acknowledged', 'ended')

    expect(receiver.requests.every(({ isSigned }) => isSigned)).toBe(true)
    expect(receiver.requests.map(({ raw }) => raw).join()).not.toMatch(/Harold|Secret/)
    const messages = receiver.taken().map((body) => webhookMessage.parse(body))
    expect(messages[0]!.data).toMatchObject({ id, clinic_id, kind: 'episode', severity: 'warning', floor: 'North' })
    expect(messages.map(({ data }) => [data.severity, data.ended_at !== null])).toEqual([
      ['warning', false],
      ['danger', false],
      ['danger', false],
      ['danger', true],
    ])
  })

  it('is also where the resident is now, without undoing an acknowledgement [AN-12]', async () => {
    await addWebhook()
    start()
    const move = (room: string) => sql`update residents set room = ${room}`.execute(portal.owner)
    const { id, episode } = await raise()
    await heard('raised')
    await move('12')
    await heard('raised', 'changed')
    await nurse.call(acknowledgeNotification, { id })
    await heard('raised', 'changed', 'acknowledged')
    await move('14')
    await heard('raised', 'changed', 'acknowledged', 'acknowledged')
    await end(episode)
    await heard('raised', 'changed', 'acknowledged', 'acknowledged', 'ended')
    await move('15')
    await allDispatched()
    expect(receiver.taken().map(({ data }) => data.room)).toEqual([expect.stringMatching(/^R/), '12', '12', '14', '14'])
    const [first, moved] = receiver.taken().map(({ timestamp }) => timestamp)
    expect(moved! > first!).toBe(true)
  })

  it('is also that it is open again, where an acknowledgement is undone [AN-12] [AN-6]', async () => {
    await addWebhook()
    start()
    const { id } = await raise()
    await heard('raised')
    await nurse.call(acknowledgeNotification, { id })
    await heard('raised', 'acknowledged')
    await nurse.call(unacknowledgeNotification, { id })
    await heard('raised', 'acknowledged', 'changed')
    const [, acknowledged, changed] = receiver.taken().map(({ timestamp }) => timestamp)
    expect(changed! > acknowledged!).toBe(true)
  })

  it('is also that it is not over, where it comes back, each time, which no person is told of [AN-12] [WA-7]', async () => {
    await sql`update clinics set alert_recipients = '{night@maple.example}' where id = ${clinic_id}`.execute(
      portal.owner,
    )
    await addWebhook()
    start()
    const { id, episode } = await raise()
    await heard('raised')
    await end(episode)
    await heard('raised', 'ended')
    await reopen(episode)
    await heard('raised', 'ended', 'changed')
    await nurse.call(acknowledgeNotification, { id })
    await heard('raised', 'ended', 'changed', 'acknowledged')
    await end(episode)
    await heard('raised', 'ended', 'changed', 'acknowledged', 'ended')
    await reopen(episode)
    // Nobody has acknowledged that it is back.
    await heard('raised', 'ended', 'changed', 'acknowledged', 'ended', 'changed')
    expect(receiver.taken().map(({ data }) => data.ended_at !== null)).toEqual([false, true, false, false, true, false])
    await allDispatched()
    const mails = portal.owner.selectFrom('deliveries').select('step').where('channel', '=', 'mail')
    expect(await mails.execute()).toEqual([{ step: 'raised' }])
  })

  it('begins with the beginning, for whoever has not heard of it: it was worse before it was told, or the webhook is new [AN-12]', async () => {
    await addWebhook()
    await worsen((await raise()).id)
    start()
    await heard('raised')
    expect(receiver.taken()[0]!.data.severity).toBe('danger')
    const { id } = await raise()
    await heard('raised', 'raised')
    const late = await startWebhookReceiver()
    stops.push(() => late.close())
    late.trust((await admin.call(calls.createWebhook, { clinic_id, url: late.url })).secret)
    await worsen(id)
    await heard('raised', 'raised', 'changed')
    const theirs = () => late.taken().map(({ type }) => type)
    await expect.poll(theirs, { timeout: 15_000, interval: 20 }).toEqual(['notification.raised'])
  })

  it('includes a danger that asks again, dated when it does [AN-12] [AN-5]', async () => {
    await addWebhook()
    start()
    const { id } = await raise('danger')
    await heard('raised')
    await sql`update notifications set acknowledged_at = now() - interval '30 minutes', acknowledged_by = 'ada',
      acknowledged_name = 'Ada' where id = ${id}`.execute(portal.owner)
    await expect.poll(() => types().toSorted(), { timeout: 15_000 }).toEqual(['acknowledged', 'changed', 'raised'])
    const at = new Map(receiver.taken().map(({ type, timestamp }) => [type, Temporal.Instant.from(timestamp)]))
    expect(at.get('notification.acknowledged')!.until(at.get('notification.changed')!).total('minutes')).toBe(30)
  })

  it('includes another room only for systems that have heard of the notification [AN-12]', async () => {
    await addWebhook()
    start()
    await raise()
    await heard('raised')
    const late = await startWebhookReceiver()
    stops.push(() => late.close())
    late.trust((await admin.call(calls.createWebhook, { clinic_id, url: late.url })).secret)
    await sql`update residents set room = '12'`.execute(portal.owner)
    await heard('raised', 'changed')
    await allDispatched()
    expect(late.taken()).toEqual([])
  })

  it('leaves out another room once the notification has ended [AN-12]', async () => {
    await addWebhook()
    start()
    const { episode } = await raise()
    await heard('raised')
    await portal.owner.transaction().execute(async (db) => {
      await sql`update residents set room = '12'`.execute(db)
      await sql`update episodes set ended_at = now() where id = ${episode}`.execute(db)
    })
    await heard('raised', 'ended')
  })

  it('is also of breathing that changed over nights, of which nobody else is told [AN-12] [WA-12]', async () => {
    await sql`update clinics set alert_recipients = '{night@maple.example}', escalation_minutes = 1,
      escalation_recipients = '{head@maple.example}' where id = ${clinic_id}`.execute(portal.owner)
    await sql`insert into sms_alerts (clinic_id, phone) values (${clinic_id}, '+447700900123')`.execute(portal.owner)
    await sql`insert into duties (clinic_id, user_id, until, recorded_by, recorded_name)
      values (${clinic_id}, ${nurse.userId}, now() + interval '1 hour', 'n', 'N')`.execute(portal.owner)
    await addWebhook(['trend'])
    start()
    const { episode } = await raise('warning', 'trend')
    await heard('raised')
    await sql`update notification_steps set due_at = now() where done_at is null`.execute(portal.owner)
    await withCtx(origin, (ctx) => ctx.emit({ type: 'changed', noun: 'notifications', clinic_id }))
    await allDispatched()
    await end(episode)
    await heard('raised', 'ended')
    const told = portal.owner.selectFrom('deliveries').where('clinic_id', '=', clinic_id).select(['channel', 'subject'])
    expect(await told.orderBy('no').execute()).toEqual([
      { channel: 'webhook', subject: 'notification.raised' },
      { channel: 'webhook', subject: 'notification.ended' },
    ])
  })

  it('is of the chosen types only, and nothing for a facility without a webhook [AN-12]', async () => {
    await addWebhook(['monitoring'])
    start()
    const { episode } = await raise()
    await end(episode)
    const { rows } = await sql<{ id: string }>`
      with o as (insert into monitoring_outages (clinic_id, cause, since) values (${clinic_id}, 'readings', now()) returning id)
      insert into notifications (clinic_id, outage_id, title, description, action, kind, severity, extra_detail)
      select ${clinic_id}, id, 'No readings', '', 'monitoring', 'monitoring', 'danger', '{}' from o
      returning outage_id as id`.execute(portal.owner)
    await heard('raised')
    await sql`update monitoring_outages set ended_at = now() where id = ${rows[0]!.id}`.execute(portal.owner)
    await heard('raised', 'ended')
    expect(receiver.taken().map(({ data }) => [data.kind, data.room])).toEqual([
      ['monitoring', null],
      ['monitoring', null],
    ])
    const steps = await portal.owner.selectFrom('notification_steps').select('step').execute()
    expect(steps.filter(({ step }) => step === 'ended')).toHaveLength(1)
  })
})

describe('a receiver that fails', () => {
  it.each([
    { name: 'answers 500', behaviour: { status: 500 } as const },
    { name: 'redirects', behaviour: { status: 302, headers: { location: 'http://127.0.0.1:9/' } } as const },
    { name: 'takes it and drops the connection', behaviour: 'drop' as const },
    { name: 'answers too late', behaviour: { status: 204, afterMs: 700 } as const },
    { name: 'never answers', behaviour: 'hang' as const },
  ])('and $name hears of each event once, in order, under one id [AN-12]', async ({ behaviour }) => {
    await addWebhook()
    receiver.behave(behaviour)
    start(300)
    const { id, episode } = await raise()
    await requested(1)
    await worsen(id)
    await end(episode)
    await pass(10)
    await requested(2)
    expect(new Set(receiver.requests.map((request) => request.id)).size).toBe(1)
    receiver.behave({ status: 204 })
    await expect
      .poll(
        async () => {
          await pass(10)
          return types()
        },
        { timeout: 15_000, interval: 200 },
      )
      .toEqual(['raised', 'changed', 'ended'])
    for (const [key, same] of Map.groupBy(receiver.requests, (request) => request.id))
      expect(new Set(same.map(({ raw }) => raw)).size, key).toBe(1)
  })

  it('for one notification holds back that one only [AN-12]', async () => {
    await addWebhook()
    const stuck = await raise()
    receiver.behave(({ data }) => ({ status: data.id === stuck.id ? 500 : 204 }))
    start()
    await requested(1)
    await end(stuck.episode)
    const other = await raise()
    await end(other.episode)
    await heard('raised', 'ended')
    expect(receiver.taken().map(({ data }) => data.id)).toEqual([other.id, other.id])
    receiver.behave({ status: 204 })
    await pass(10)
    await heard('raised', 'ended', 'raised', 'ended')
  })

  it('never leaves others waiting for long, however much waits for it [AN-12]', async () => {
    await addWebhook()
    const slow = await startWebhookReceiver()
    try {
      slow.behave('hang')
      await admin.call(calls.createWebhook, { clinic_id, url: slow.url })
      start(60_000)
      for (let nth = 0; nth < 20; nth++) await raise()
      await expect.poll(() => receiver.taken().length, { timeout: 50_000, interval: 20 }).toBe(20)
      expect(slow.requests.length).toBeLessThanOrEqual(4)
    } finally {
      await slow.close()
    }
  })

  it.each([
    { name: 'answers a test', at: 'webhook.test' },
    { name: 'takes something again', at: 'raised' },
  ])('and $name immediately gets what waits for it [AN-12]', async ({ at }) => {
    const { id } = await addWebhook()
    receiver.behave({ status: 500 })
    start()
    for (let nth = 0; nth < 2; nth++) await raise()
    await requested(2)
    const deliveries = () => portal.owner.selectFrom('deliveries').select('failure').execute()
    await expect.poll(deliveries, { timeout: 5_000 }).toEqual(Array(2).fill({ failure: expect.stringMatching(/^500/) }))
    await sql`update deliveries set next_attempt_at = now() + interval '1 hour'`.execute(portal.owner)
    receiver.behave({ status: 204 })
    if (at === 'webhook.test') await admin.call(calls.tryWebhook, { id })
    else {
      await sql`update deliveries set next_attempt_at = now() where no = (select min(no) from deliveries)`.execute(
        portal.owner,
      )
      await withCtx(origin, (ctx) => ctx.emit({ type: 'message_queued' }))
    }
    await expect
      .poll(() => types().toSorted(), { timeout: 15_000, interval: 20 })
      .toEqual(at === 'raised' ? ['raised', 'raised'] : ['raised', 'raised', at])
  })

  it('with 410 wants nothing more until the webhook is enabled again [AN-12]', async () => {
    const { id } = await addWebhook(['episode'])
    receiver.behave({ status: 410 })
    start()
    await raise()
    const read = async () => (await admin.call(calls.listWebhooks, { clinic_id })).items[0]
    await expect.poll(async () => (await read())?.disabled_because, { timeout: 10_000 }).toBe('gone')
    expect(await read()).toMatchObject({ active: false, last: { state: 'failed' } })
    await raise()
    await allDispatched()
    // Whoever relies on it hears that it has ended.
    await sql`update webhooks set disabled_at = disabled_at - interval '6 minutes'`.execute(portal.owner)
    expect(await outageCauses()).toEqual(['webhook'])
    expect(await admin.call(calls.enableWebhook, { id })).toMatchObject({ active: true, disabled_because: null })
    expect(await outageCauses()).toEqual([])
    receiver.behave({ status: 204 })
    await raise()
    await heard('raised')
    expect(receiver.requests).toHaveLength(2)
  })

  it('for five minutes is an outage of the facility, which ends when it answers [AN-12]', async () => {
    await addWebhook()
    receiver.behave({ status: 500 })
    start()
    await raise()
    await requested(1)
    expect(await outageCauses()).toEqual([])
    await pass(6)
    await requested(2)
    expect(await outageCauses()).toEqual(['webhook'])
    expect(await outageCauses()).toEqual(['webhook'])
    receiver.behave({ status: 204 })
    await pass(6)
    await expect.poll(outageCauses, { timeout: 10_000, interval: 100 }).toEqual([])
    const told = await portal.owner
      .selectFrom('notifications')
      .where('kind', '=', 'monitoring')
      .where('clinic_id', '=', clinic_id)
      .select(['title', 'severity'])
      .execute()
    expect(told).toEqual([{ title: m.notification_webhook_silent_title(), severity: 'warning' }])
  })

  it('is still an outage when what waited for it was given up after a day, until it takes something [AN-12]', async () => {
    const { id } = await addWebhook()
    receiver.behave({ status: 500 })
    start()
    await raise()
    await requested(1)
    await pass(25 * 60)
    await requested(2)
    const states = async () =>
      (await portal.owner.selectFrom('deliveries').where('recipient', '=', id).select('status').execute()).map(
        ({ status }) => status,
      )
    await expect.poll(states, { timeout: 10_000 }).toEqual(['failed'])
    expect(await outageCauses()).toEqual(['webhook'])
    receiver.behave({ status: 204 })
    await raise()
    await expect.poll(outageCauses, { timeout: 10_000, interval: 100 }).toEqual([])
    // What waits as a person disables it is not given up.
    receiver.behave({ status: 500 })
    await raise()
    await requested(4)
    await admin.call(calls.disableWebhook, { id })
    await admin.call(calls.enableWebhook, { id })
    expect(await outageCauses()).toEqual([])
  })
})

describe('the address to acknowledge', () => {
  it('acknowledges once, in the name of the receiver, signed only [AN-12]', async () => {
    const { secret } = await addWebhook()
    start()
    const { id } = await raise()
    await heard('raised')
    const url = receiver.taken()[0]!.data.acknowledge_url
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect((await acknowledgeAt(url, other)).status).toBe(403)
    expect((await acknowledgeAt(url, secret, { at: new Date(Date.now() - 3_600_000) })).status).toBe(403)
    expect((await fetch(String(url), { method: 'POST' })).status).toBe(403)
    expect((await acknowledgeAt(`${portal.url}/api/webhooks/acknowledge/unknown`, secret)).status).toBe(404)
    expect((await stateOf(id)).state).toBe('open')

    const both = await Promise.all([1, 2].map(() => acknowledgeAt(url, secret, { body: '{"by":"panel 4"}' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const host = new URL(receiver.url).host
    expect(await stateOf(id)).toMatchObject({ state: 'acknowledged', acknowledged_name: host })
    const again = await acknowledgeAt(url, secret)
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'address_used' }])
    await heard('raised', 'acknowledged')
    const audited = await portal.owner
      .selectFrom('audit_entries')
      .where('act', '=', 'notification.acknowledge')
      .where('clinic_id', '=', clinic_id)
      .selectAll()
      .execute()
    expect(audited).toMatchObject([{ actor_type: 'link', clinic_id, detail: { notification_id: id } }])
  })

  it('acknowledges nothing for a webhook that is disabled, until it is enabled again [AN-12]', async () => {
    const webhook = await addWebhook()
    start()
    const { id } = await raise()
    await heard('raised')
    const url = receiver.taken()[0]!.data.acknowledge_url
    await admin.call(calls.disableWebhook, { id: webhook.id })
    expect((await acknowledgeAt(url, webhook.secret)).status).toBe(404)
    expect((await stateOf(id)).state).toBe('open')
    await admin.call(calls.enableWebhook, { id: webhook.id })
    expect((await acknowledgeAt(url, webhook.secret)).status).toBe(200)
  })

  it('does not acknowledge what became worse, or what a person took [AN-12] [AN-5]', async () => {
    const { secret } = await addWebhook()
    start()
    const { id } = await raise()
    await heard('raised')
    await worsen(id)
    await heard('raised', 'changed')
    const [early, late] = receiver.taken().map(({ data }) => data.acknowledge_url)
    expect((await acknowledgeAt(early, secret)).status).toBe(409)
    expect((await stateOf(id)).state).toBe('open')
    await nurse.call(acknowledgeNotification, { id })
    const answer = await acknowledgeAt(late, secret)
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'already_acknowledged' }])
  })
})

describe('a secret', () => {
  it('is shown once, sealed, and in no log; after a rotation the old one goes on for a day [AN-12]', async () => {
    const { id, secret } = await addWebhook()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const kept = JSON.stringify([
      await portal.owner.selectFrom('webhooks').selectAll().execute(),
      await portal.owner.selectFrom('audit_entries').selectAll().execute(),
      await admin.call(calls.listWebhooks, { clinic_id }),
    ])
    expect(kept).not.toContain(secret.slice(6))
    const rotated = await admin.call(calls.rotateWebhookSecret, { id })
    expect(rotated.secret).not.toBe(secret)
    expect(Temporal.Now.instant().until(rotated.former_until!).round('hour').total('hours')).toBe(24)
    const isSigned = async (by: string) => {
      receiver.trust(by)
      await admin.call(calls.tryWebhook, { id })
      return receiver.requests.at(-1)!.isSigned
    }
    expect([await isSigned(secret), await isSigned(rotated.secret)]).toEqual([true, true])
    await sql`update webhooks set former_until = now()`.execute(portal.owner)
    expect([await isSigned(secret), await isSigned(rotated.secret)]).toEqual([false, true])
  })
})

describe('administrators', () => {
  it('test a webhook, see its messages, disable and delete it [AN-12]', async () => {
    const { id } = await addWebhook()
    expect(await admin.call(calls.tryWebhook, { id })).toEqual({ accepted: true, status: 204, answer: '' })
    for (const status of [304, 503]) {
      receiver.behave({ status })
      expect(await admin.call(calls.tryWebhook, { id })).toMatchObject({ accepted: false, status })
    }
    start()
    await raise()
    await requested(4)
    const list = async () => (await admin.call(calls.listWebhookDeliveries, { id })).items
    await expect.poll(async () => (await list())[0]?.failure ?? '', { timeout: 5_000 }).toMatch(/^503/)
    expect(await list()).toMatchObject([{ type: 'notification.raised', state: 'queued', attempts: 1 }])
    const receivers = webhookReceivers(origin, sealer)
    expect(await receivers.of(id)).toMatchObject({ url: receiver.url })
    await admin.call(calls.disableWebhook, { id })
    expect(await receivers.of(id)).toBeNull()
    expect(await list()).toMatchObject([{ state: 'failed' }])
    await admin.call(calls.deleteWebhook, { id })
    await admin.refused(calls.listWebhookDeliveries, { id })
    expect(await admin.refused(calls.tryWebhook, { id })).toMatchObject({ status: 404 })
  })

  it('name public addresses; private ones are for a Superadmin [AN-12]', async () => {
    const featured = await portal.asUser({ groups: ['vc-admin', 'superadmin-feature'] })
    const inner = [
      'http://127.0.0.1/',
      'https://10.0.0.1/x',
      'https://[::1]/',
      'https://localhost/',
      'http://a.example/',
    ]
    for (const url of inner)
      expect((await featured.refused(calls.createWebhook, { clinic_id, url })).body).toMatchObject({ field: 'url' })
    for (const url of ['http://93.184.216.34/', 'ftp://a.example/', 'https://user:word@a.example/'])
      expect((await admin.refused(calls.createWebhook, { clinic_id, url })).body).toMatchObject({ field: 'url' })
    expect(await admin.call(calls.createWebhook, { clinic_id, url: 'https://10.0.0.1/x' })).toMatchObject({
      active: true,
    })
    expect(await featured.call(calls.createWebhook, { clinic_id, url: 'https://93.184.216.34/x' })).toMatchObject({
      kinds: [],
    })
    expect((await nurse.refused(calls.listWebhooks, { clinic_id })).status).toBe(403)
  })
})

it('whoever guesses at addresses to acknowledge has to wait, and no right one does [AN-12]', async () => {
  const { secret } = await addWebhook()
  start()
  const { id } = await raise()
  await heard('raised')
  const guess = (_: unknown, n: number) => acknowledgeAt(`${portal.url}/api/webhooks/acknowledge/guess${n}`, secret)
  const guesses = await Promise.all(Array.from({ length: 62 }, guess))
  expect(guesses.map(({ status }) => status)).toContain(429)
  expect((await acknowledgeAt(receiver.taken()[0]!.data.acknowledge_url, secret)).status).toBe(200)
  expect((await stateOf(id)).state).toBe('acknowledged')
})
