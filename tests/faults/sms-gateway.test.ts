import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  queueDeliveries,
  queueSms,
  receiptRoutes,
  receiptToken,
  receiptUrl,
  smsChannel,
  startOutbox,
} from '../../server/outbox/index.ts'
import { lockNotices } from '../../server/outbox/notices.sql.ts'
import { type CtxOrigin, withCtx } from '../../server/platform/context.ts'
import { type EventListener, listenToEvents } from '../../server/platform/events.ts'
import { createLog } from '../../server/platform/log.ts'
import { createSmsGateway } from '../../server/platform/sms.ts'
import { startTestHttp, type TestHttp } from '../kit/portal.ts'
import { type SmsGatewayServer, startSmsGateway } from '../kit/sms-gateway.ts'

/** A gateway that is down, slow, busy or dishonest: nothing is lost, and nobody is flooded afterwards (AL-6). */

const receipts = { secret: 'receipts', gatewayToken: 'gateway-token', baseUrl: 'https://portal.example.org' }

let portal: TestHttp
let origin: CtxOrigin
let events: EventListener
let gateway: SmsGatewayServer
let stop: (() => Promise<void>) | undefined

beforeAll(async () => {
  portal = await startTestHttp(receiptRoutes(receipts))
  const log = createLog('silent')
  origin = { database: portal.database, actor: { type: 'job', name: 'outbox' }, log }
  events = await listenToEvents(portal.connections.work, log)
})
beforeEach(async () => {
  gateway = await startSmsGateway()
  await portal.owner.deleteFrom('deliveries').execute()
  const well = { paused_until: null, next_probe_at: null, failures: 0, failed_at: null }
  await portal.owner.updateTable('gateways').set(well).execute()
})
afterEach(async () => {
  await stop?.()
  stop = undefined
  await gateway.close()
})
afterAll(async () => {
  await events.close()
  await portal.close()
})

const start = (patienceMs?: number) => {
  const sms = createSmsGateway({ url: gateway.url, account: 'AC1', token: 't', from: 'House', patienceMs })
  const statusUrl = (id: string) => receiptUrl(receipts.baseUrl, receiptToken(receipts.secret, id))
  stop = startOutbox(origin, { sms: smsChannel(sms, statusUrl) }, events, { limits: { burst: 3, perMinute: 1 } })
}
const phones = ['+447700900101', '+447700900102', '+447700900103']

/** Queues one notice to each phone. */
async function tell(nth: number, to: readonly string[] = phones): Promise<void> {
  const at = Temporal.Now.instant().toString()
  const notices = to.map((phone) => ({
    channel: 'sms' as const,
    to: phone,
    subject: '',
    text: `Maple: event ${nth}. https://x/n/${nth}`,
    notice: {
      from: 'Maple',
      zone: 'UTC',
      lines: [`event ${nth}`],
      count: 1,
      since: at,
      at,
      link: `https://x/n/${nth}`,
    },
  }))
  await withCtx(origin, (ctx) => queueDeliveries(ctx, notices))
}

/** Pretends that this much time has passed since everything so far; waits for messages being sent first. */
async function pass(minutes: number): Promise<void> {
  await expect.poll(() => move(minutes), { timeout: 15_000, interval: 20 }).toBe(true)
}

/** @returns false if a message is being sent: recording its answer takes the same rows in another order */
const move = (minutes: number): Promise<boolean> =>
  withCtx(origin, async (ctx) => {
    await lockNotices(ctx, 'sms')
    const leased = ctx.db.selectFrom('deliveries').where('lease_until', 'is not', null).select('id')
    if (await leased.executeTakeFirst()) return false
    const back = sql`make_interval(secs => ${minutes * 60})`
    await sql`update deliveries set created_at = created_at - ${back}, taken_at = taken_at - ${back},
      next_attempt_at = next_attempt_at - ${back}`.execute(ctx.db)
    await sql`update attempts set started_at = started_at - ${back}, ended_at = ended_at - ${back}`.execute(ctx.db)
    await sql`update gateways set paused_until = paused_until - ${back}, failed_at = failed_at - ${back},
      next_probe_at = next_probe_at - ${back}`.execute(ctx.db)
    await ctx.emit({ type: 'message_queued' })
    return true
  })

const rows = () => portal.owner.selectFrom('deliveries').selectAll().execute()
const outcomes = async () =>
  (await portal.owner.selectFrom('attempts').select('outcome').orderBy('started_at').execute()).map(
    ({ outcome }) => outcome,
  )
const waiting = async () => (await rows()).filter(({ status }) => status === 'queued').length
const allDone = () => expect.poll(waiting, { timeout: 20_000, interval: 50 }).toBe(0)
const untilTried = (count: number) =>
  expect.poll(() => gateway.requests.length, { timeout: 15_000, interval: 20 }).toBeGreaterThanOrEqual(count)

/** Notices that each phone got, by what the gateway accepted. */
function toldOf(phone: string): { messages: number; notices: number } {
  const bodies = gateway.taken.filter(({ to }) => to === phone).map(({ body }) => body)
  const counts = bodies.map((body) => Number(/(\d+) notifications since/.exec(body)?.[1] ?? 1))
  return { messages: counts.length, notices: counts.reduce((sum, count) => sum + count, 0) }
}

/** most: messages that a phone may get; one that accepts them goes on delivering. */
const outages = [
  // A message that may have been accepted comes again unchanged, so that it can be recognised.
  { name: 'answers 500', behaviour: { status: 500 }, most: 3 },
  { name: 'accepts messages and answers 500', behaviour: { status: 500, accepts: true }, most: 10 },
  { name: 'knows the account no longer', behaviour: { status: 401 }, most: 1 },
  { name: 'answers 429 with Retry-After', behaviour: { status: 429, headers: { 'retry-after': '600' } }, most: 1 },
  { name: 'takes messages and drops the connection', behaviour: 'drop' as const, most: 10 },
  { name: 'never answers', behaviour: 'hang' as const, most: 3, patienceMs: 300 },
  { name: 'takes messages and answers too late', behaviour: { status: 201, afterMs: 900 }, most: 10, patienceMs: 300 },
]

for (const { name, behaviour, most, patienceMs } of outages)
  it(`a gateway that ${name} for an hour: each phone hears of everything once, in few messages [AL-6] [AN-13]`, async () => {
    gateway.behave(behaviour)
    start(patienceMs)
    for (let nth = 0; nth < 10; nth++) {
      await tell(nth)
      if (nth < 2) await untilTried(nth + 1)
      if (nth % 3 === 2) await pass(20)
    }
    gateway.behave({ status: 201 })
    // A phone that may have got three messages gets the rest once its limit allows.
    const left = async () => {
      await pass(5)
      return waiting()
    }
    await expect.poll(left, { timeout: 20_000, interval: 300 }).toBe(0)
    for (const phone of phones) {
      const told = toldOf(phone)
      expect(told.notices, JSON.stringify(gateway.taken.filter(({ to }) => to === phone))).toBe(10)
      expect(told.messages).toBeLessThanOrEqual(most + 1)
    }
    expect((await rows()).filter(({ status }) => status === 'failed')).toEqual([])
    // Repeated messages were identical, under the same key.
    for (const [key, same] of Map.groupBy(gateway.requests, (request) => request.key))
      expect(new Set(same.map(({ body }) => body)).size, key).toBe(1)
  })

it('what a gateway may have is sent again when it is not listed within a minute, and at once where there is no list [AN-13]', async () => {
  const key = async () => (await rows())[0]!.id
  gateway.listAfter(3_600_000)
  gateway.behave('drop')
  start()
  await tell(1, [phones[0]!])
  await untilTried(1)
  gateway.behave({ status: 201 })
  await pass(0.5)
  await expect.poll(async () => (await outcomes()).includes('absent'), { timeout: 10_000 }).toBe(true)
  expect(gateway.requests).toHaveLength(1)
  await pass(1)
  await allDone()
  expect(gateway.requests.map((request) => request.key)).toEqual([await key(), await key()])
  expect((await outcomes()).at(-1)).toBe('accepted')
  gateway.listAfter(null)
  gateway.behave('drop')
  await tell(2, [phones[1]!])
  await untilTried(3)
  gateway.behave({ status: 201 })
  await pass(0.5)
  await allDone()
  expect(gateway.requests).toHaveLength(4)
})

it.each([429, 503])('Retry-After of %i holds for the gateway, not for each message [AL-6]', async (status) => {
  gateway.behave({ status, headers: { 'retry-after': '600' } })
  start()
  await tell(1, [phones[0]!])
  await untilTried(1)
  await expect
    .poll(async () => (await portal.owner.selectFrom('gateways').selectAll().execute()).some((one) => one.paused_until))
    .toBe(true)
  await tell(2)
  await withCtx(origin, (ctx) => queueSms(ctx, { to: phones[1]!, text: 'Your code is 123456.' }))
  await pass(5)
  expect(gateway.requests).toHaveLength(1)
  gateway.behave({ status: 201 })
  await pass(6)
  await allDone()
})

it('what became one message is given up after a day of its newest part [AL-6]', async () => {
  const [phone] = phones as [string]
  const tries = async (minutes: number) => {
    const { length } = gateway.requests
    await pass(minutes)
    await untilTried(length + 1)
  }
  gateway.behave({ status: 503 })
  start()
  await tell(1, [phone])
  await tell(2, [phone])
  await untilTried(1)
  await tries(1_435)
  await tell(3, [phone])
  await tries(3)
  await tries(5)
  gateway.behave({ status: 201 })
  await tries(5)
  await allDone()
  expect([toldOf(phone), gateway.taken.length]).toEqual([{ messages: 1, notices: 3 }, 1])

  gateway.behave({ status: 503 })
  await tell(4, [phone])
  await tries(10)
  await tries(1_440)
  await allDone()
  expect((await rows()).map(({ status }) => status)).toContain('failed')
})

it('a flood to one phone is few messages that tell of everything, and no code waits for it or is merged [AL-6] [ID-3]', async () => {
  gateway.behave({ status: 201, afterMs: 50 })
  start()
  for (let nth = 0; nth < 60; nth++) await tell(nth, [phones[0]!])
  await withCtx(origin, (ctx) => queueSms(ctx, { to: phones[0]!, text: 'Your code is 123456.' }))
  await expect.poll(() => gateway.taken.some(({ body }) => body === 'Your code is 123456.')).toBe(true)
  for (let minute = 0; minute < 3; minute++) await pass(1)
  await allDone()
  const alerts = gateway.taken.filter(({ body }) => !body.includes('code'))
  expect(alerts.length).toBeLessThanOrEqual(6)
  expect(alerts.reduce((sum, { body }) => sum + Number(/(\d+) notifications/.exec(body)?.[1] ?? 1), 0)).toBe(60)
})

it('a delivery receipt changes what is shown, in its order, and only with address and signature [AL-6]', async () => {
  start()
  await tell(1, [phones[0]!])
  await allDone()
  const { id } = (await rows())[0]!
  const url = gateway.taken[0]!.form.StatusCallback!
  expect(url).toBe(receiptUrl(receipts.baseUrl, receiptToken(receipts.secret, id)))
  const receipt = async (status: string, { signed = true, to = url } = {}) => {
    const form = { MessageSid: 'SM1', MessageStatus: status, To: phones[0]! }
    const content = Object.keys(form)
      .sort()
      .map((key) => key + form[key as keyof typeof form])
    const signature = createHmac('sha1', receipts.gatewayToken)
      .update(to + content.join(''))
      .digest('base64')
    const answer = await fetch(to.replace(receipts.baseUrl, portal.url), {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: signed ? { 'x-twilio-signature': signature } : {},
    })
    return answer.status
  }
  const delivery = async () => (await rows())[0]!.delivery
  expect(await receipt('delivered', { signed: false })).toBe(403)
  expect(await receipt('delivered', { to: receiptUrl(receipts.baseUrl, `${randomUUID()}.${'x'.repeat(27)}`) })).toBe(
    404,
  )
  expect(await delivery()).toBeNull()
  expect(await receipt('sent')).toBe(200)
  expect(await delivery()).toBe('sent')
  expect(await receipt('delivered')).toBe(200)
  expect(await receipt('sent')).toBe(200)
  expect(await receipt('queued')).toBe(200)
  expect(await delivery()).toBe('delivered')
})
