import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { listMessages, resendMessage } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { type Behaviour, startSmsGateway } from '../../tests/kit/sms-gateway.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { type EventListener, listenToEvents } from '../platform/events.ts'
import { GatewayError } from '../platform/gateway-error.ts'
import { createLog } from '../platform/log.ts'
import { createMailer } from '../platform/mail.ts'
import { createSmsGateway } from '../platform/sms.ts'
import {
  type Channels,
  mailChannel,
  outboxRoutes,
  queueDeliveries,
  queueMail,
  queueSms,
  smsChannel,
  startOutbox,
} from './index.ts'
import { holdMessage, takeDueMessages } from './outbox.sql.ts'
import { createAcceptance, sendMessage, takeMessages, untilNextMessage } from './send-messages.ts'
import { takeNotices } from './take-notices.ts'

let portal: TestHttp
let admin: SignedInClient
let origin: CtxOrigin
let events: EventListener
let stop: (() => Promise<void>) | undefined

beforeAll(async () => {
  portal = await startTestHttp(outboxRoutes)
  admin = await portal.asUser()
  const log = createLog('silent')
  origin = { database: portal.database, actor: { type: 'job', name: 'outbox' }, log }
  events = await listenToEvents(portal.connections.work, log)
})
beforeEach(async () => {
  await portal.owner.deleteFrom('deliveries').execute()
  await portal.owner
    .updateTable('gateways')
    .set({ paused_until: null, next_probe_at: null, failures: 0, failed_at: null })
    .execute()
})
afterEach(async () => {
  await stop?.()
  stop = undefined
})
afterAll(async () => {
  await events.close()
  await portal.close()
})

const start = (channels: Channels) => {
  stop = startOutbox(origin, channels, events)
}
const row = () => portal.owner.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()
const only = async () => {
  const { items } = await admin.call(listMessages, {})
  if (items.length !== 1) throw new Error(`${items.length} messages`)
  return items[0]!
}
const untilStatus = (status: string) =>
  expect.poll(async () => (await only()).status, { timeout: 15_000, interval: 50 }).toBe(status)
/** Pretends that the time until the next attempt has passed. */
const skipWait = async () => {
  await portal.owner
    .updateTable('deliveries')
    .set({ next_attempt_at: Temporal.Now.instant().subtract({ seconds: 1 }) })
    .execute()
  await portal.owner.updateTable('gateways').set({ paused_until: null, next_probe_at: null }).execute()
  await withCtx(origin, (ctx) => ctx.emit({ type: 'message_queued' }))
}

/** Without a list of what it has accepted. */
async function startGateway(first?: Behaviour) {
  const gateway = await startSmsGateway(first)
  gateway.listAfter(null)
  const { url } = gateway
  const sms = smsChannel(createSmsGateway({ url, account: 'AC1', token: 'secret', from: '+15550006789' }), () => null)
  return { ...gateway, sms }
}

interface Delivered {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

/**
 * A mail server on its own port.
 * @param refuse code of the answer to a recipient; undefined: accepted
 * @param takesMails false: it never confirms a mail
 * @param losesAnswers it takes each mail, and closes the connection instead of saying so
 */
async function startMailServer(
  refuse: () => number | undefined = () => undefined,
  takesMails = true,
  losesAnswers = false,
) {
  const delivered: Delivered[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'portal' && password === 'mail-secret' ? done(null, { user: 'portal' }) : done(new Error('No')),
    onRcptTo(_address, _session, done) {
      const responseCode = refuse()
      done(responseCode === undefined ? null : Object.assign(new Error('Refused'), { responseCode }))
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        delivered.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
        if (losesAnswers) for (const socket of sockets) socket.destroy()
        else if (takesMails) done()
      })
    },
  })
  server.server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mail = mailChannel(
    createMailer(`smtp://portal:mail-secret@127.0.0.1:${port}`, 'Eupnea <portal@house.example>'),
    origin,
  )
  return { delivered, mail, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

const mailTo = (to: string) => ({ to, subject: 'Recovery Code', text: 'Your code is 123456.' })
const at = '2026-07-01T01:10:00Z'
const about = { from: 'Maple', zone: 'UTC', lines: ['l'], count: 1, since: at, at, link: '' }

it('rests until something is queued, and looks when the next is due [AL-6]', async () => {
  const untilNext = (channel: 'mail' | 'sms') => untilNextMessage(origin, { channel, isNotice: false })
  expect(await untilNext('mail')).toBeNull()
  await withCtx(origin, (ctx) => queueSms(ctx, { to: '+15550100', text: 'Code 123456' }))
  expect([await untilNext('mail'), await untilNext('sms')]).toEqual([null, 0])
  const later = Temporal.Now.instant().add({ seconds: 90 })
  await portal.owner.updateTable('deliveries').set({ next_attempt_at: later }).execute()
  const seconds = await untilNext('sms')
  expect(seconds).toBeGreaterThan(80)
  expect(seconds).toBeLessThanOrEqual(90)
})

describe('without a gateway', () => {
  it('a message is kept to be read by a Superadmin alone, and looking is recorded [ID-4] [AP-5]', async () => {
    start({})
    await withCtx(origin, (ctx) => queueMail(ctx, mailTo('nora@house.example')))
    await untilStatus('kept')
    expect(await only()).toMatchObject({ recipient: 'nora@house.example', text: 'Your code is 123456.', kind: 'mail' })
    for (const groups of [['clinic'], ['vc-admin'], ['vc-admin', 'superadmin-feature'], ['member']]) {
      const other = await portal.asUser({ groups })
      expect((await other.refused(listMessages, {})).status).toBe(403)
    }
    const looked = await portal.owner
      .selectFrom('audit_entries')
      .select('act')
      .where('act', '=', 'message.list')
      .execute()
    expect(looked.length).toBeGreaterThan(0)
  })

  it('a message to another system names it by its host instead of by its id [AN-12]', async () => {
    const clinic = { id: 'c-hooks', slug: 'c-hooks', name: 'Maple Court', tz: 'UTC' }
    await portal.owner.insertInto('clinics').values(clinic).execute()
    const of = { clinic_id: clinic.id, kinds: [], may_be_private: false }
    const values = { ...of, url: 'https://user:word@Hooks.example:8443/a@b', secret: Buffer.from('') }
    const { id } = await portal.owner.insertInto('webhooks').values(values).returning('id').executeTakeFirstOrThrow()
    const message = { channel: 'webhook', subject: 'notification.raised', text: '{}', notice: null } as const
    await withCtx(origin, (ctx) => queueDeliveries(ctx, [{ ...message, to: id }]))
    expect(await only()).toMatchObject({ recipient: id, recipient_name: 'hooks.example:8443' })
    await portal.owner.deleteFrom('webhooks').where('id', '=', id).execute()
    expect(await only()).toMatchObject({ recipient: id, recipient_name: null })
  })

  it('what was rolled back is never queued [ID-4]', async () => {
    start({})
    const failing = withCtx(origin, async (ctx) => {
      await queueSms(ctx, { to: '+447700900123', text: 'Never' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900124', text: 'Yes' }))
    await untilStatus('kept')
    expect((await only()).recipient).toBe('+447700900124')
  })
})

describe('mail', () => {
  it('goes out by SMTP with sign-in, and its text is not kept [ID-4] [US-1]', async () => {
    const server = await startMailServer()
    start({ mail: server.mail })
    await withCtx(origin, (ctx) => queueMail(ctx, mailTo('nora@house.example')))
    await untilStatus('sent')
    const [mail] = server.delivered
    expect(mail).toMatchObject({ from: 'portal@house.example', to: ['nora@house.example'] })
    expect(mail!.raw).toContain('Subject: Recovery Code')
    expect(mail!.raw).toContain('Your code is 123456.')
    const sent = await only()
    expect(sent.text).toBeNull()
    expect(mail!.raw).toContain(`Message-ID: <${sent.id}@house.example>`)
    expect(mail!.raw).toContain('Auto-Submitted: auto-generated')
    await stop?.()
    stop = undefined
    await server.close()
  })

  it('that is refused for now is tried again, one refused for good is not [ID-4]', async () => {
    let code: number | undefined = 451
    const server = await startMailServer(() => code)
    start({ mail: server.mail })
    await withCtx(origin, (ctx) => queueMail(ctx, mailTo('nora@house.example')))
    await expect.poll(async () => (await only()).failure).toContain('Refused')
    expect(await only()).toMatchObject({ status: 'queued', attempts: 1 })
    code = undefined
    await skipWait()
    await untilStatus('sent')
    expect(server.delivered).toHaveLength(1)

    await portal.owner.deleteFrom('deliveries').execute()
    code = 550
    await withCtx(origin, (ctx) => queueMail(ctx, mailTo('gone@house.example')))
    await untilStatus('failed')
    const failed = await only()
    expect(failed.failure).toContain('Refused')
    code = undefined
    expect(await admin.call(resendMessage, { message_id: failed.id })).toMatchObject({ status: 'queued' })
    await untilStatus('sent')
    expect((await admin.refused(resendMessage, { message_id: failed.id })).status).toBe(409)
    await stop?.()
    stop = undefined
    await server.close()
  })
})

it.each([
  ['within hours', null],
  ['of a notification, within half an hour', about],
])(
  'a mail whose answers are always lost is sent a few times %s, then counts as failed [AN-13] [AL-6]',
  async (_when, notice) => {
    const server = await startMailServer(() => undefined, true, true)
    start({ mail: server.mail })
    const mail = { channel: 'mail', notice, ...mailTo('nora@house.example') } as const
    await withCtx(origin, async (ctx) => {
      await queueDeliveries(ctx, [mail])
      await ctx.emit({ type: 'message_queued' })
    })
    const seconds: number[] = []
    for (let times = 1; times < 8; times++) {
      await expect
        .poll(async () => (await only()).failure !== null && (await row()).lease_until === null, { timeout: 15_000 })
        .toBe(true)
      const { status, attempts, next_attempt_at } = await row()
      expect({ status, attempts }).toEqual({ status: 'queued', attempts: times })
      seconds.push(next_attempt_at.since(Temporal.Now.instant()).total('seconds'))
      await portal.owner.updateTable('deliveries').set({ failure: null }).execute()
      await skipWait()
    }
    await untilStatus('failed')
    expect(server.delivered).toHaveLength(8)
    expect((await only()).failure).toContain(m.outbox_unanswered({ count: 8, failure: '' }).trim())
    // Five seconds, and each time four times as long: nearly six hours before the last. News isn't news for so long.
    for (const [nth, wait] of seconds.entries()) {
      const meant = Math.min(5 * 4 ** nth, notice ? 300 : Number.POSITIVE_INFINITY)
      expect(wait).toBeGreaterThan(meant * 0.75 - 5)
      expect(wait).toBeLessThan(meant * 1.25 + 1)
    }
    // Sent again by hand, it is counted anew.
    await admin.call(resendMessage, { message_id: (await only()).id })
    await skipWait()
    await expect.poll(async () => (await row()).attempts === 1 && (await row()).lease_until === null).toBe(true)
    expect(await only()).toMatchObject({ status: 'queued' })
    await stop?.()
    stop = undefined
    await server.close()
  },
)

it('a message is held as long as it is being sent, and no longer [ID-3]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const sending = Promise.withResolvers<void>()
  const send = vi.fn(() => sending.promise)
  start({ sms: { send } })
  await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900123', text: 'Your code is 123456.' }))
  await expect.poll(() => send.mock.calls.length).toBe(1)
  const heldFor = async () => (await row()).lease_until?.since(Temporal.Now.instant()).total('seconds') ?? null
  const soon = Temporal.Now.instant().add({ seconds: 10 })
  await portal.owner.updateTable('deliveries').set({ lease_until: soon }).execute()
  vi.advanceTimersByTime(20_000)
  await expect.poll(heldFor).toBeGreaterThan(50)
  sending.resolve()
  await untilStatus('sent')
  await withCtx(origin, async (ctx) => holdMessage(ctx, (await row()).id, 60))
  expect(await heldFor()).toBeNull()
})

it.each([true, false])(
  'what a node learns of a message that another has sent since changes nothing, final or not: %s [AN-13]',
  async (isFinal) => {
    const sending = Promise.withResolvers<void>()
    const send = vi.fn(() => sending.promise)
    start({ sms: { send } })
    await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900123', text: 'Your code is 123456.' }))
    await expect.poll(() => send.mock.calls.length).toBe(1)
    // By another node, after this one stood still for longer than its lease.
    const sent = { attempts: 2, status: 'sent', lease_until: null }
    await portal.owner.updateTable('deliveries').set(sent).execute()
    sending.reject(new GatewayError('timed out', { isFinal }))
    await stop?.()
    stop = undefined
    expect(await row()).toMatchObject({ ...sent, failure: null })
  },
)

it('is left to others by a node that stood still for longer than its lease, before it sent it [AN-13]', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const send = vi.fn(async () => {})
  const options = { limits: { burst: 3, perMinute: 1 } }
  await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900123', text: 'Your code is 123456.' }))
  const [taken] = await takeMessages(origin, { sms: { send } }, options, { channel: 'sms', isNotice: false }, 1)
  const later = Date.now() + 61_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await sendMessage(origin, { sms: { send } }, taken!, createAcceptance(origin))
  expect(send).not.toHaveBeenCalled()
  expect(await row()).toMatchObject({ status: 'queued', attempts: 1 })
})

it('waits for no clock that was set back, nor does what a gateway asked for meanwhile [AL-6] [WA-6]', async () => {
  const lane = { channel: 'sms', isNotice: false } as const
  const options = { limits: { burst: 3, perMinute: 1 } }
  let failure = new GatewayError('429', { isBusy: true, isUnclear: true, retryAfterMs: 30_000 })
  const channels = { sms: { send: () => Promise.reject(failure), has: async () => false } }
  const tryIt = async () => {
    const [taken] = await takeMessages(origin, channels, options, lane, 1)
    await sendMessage(origin, channels, taken!, createAcceptance(origin))
  }
  await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900123', text: 'Your code is 123456.' }))
  await tryIt()
  for (const [table, ...columns] of [
    ['deliveries', 'created_at', 'taken_at', 'next_attempt_at'],
    ['attempts', 'started_at', 'ended_at'],
    ['gateways', 'paused_until', 'failed_at', 'next_probe_at'],
  ] as const)
    for (const column of columns)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + interval '2 hours'`.execute(
        portal.owner,
      )
  expect(await untilNextMessage(origin, lane)).toBe(0)
  // Whether the gateway has it can be asked a minute after the last try, not hours later.
  await sql`update attempts set ended_at = ended_at - interval '1 minute'`.execute(portal.owner)
  failure = new GatewayError('500')
  await tryIt()
  expect(await row()).toMatchObject({ attempts: 2, failure: '500' })
  // From now on it waits as long as any other.
  expect(await untilNextMessage(origin, lane)).toBeGreaterThan(2)
})

it('a mail that its server takes minutes over is put back when the portal stops [ID-4]', async () => {
  const server = await startMailServer(() => undefined, false)
  const options = { limits: { burst: 3, perMinute: 1 }, stopPatienceMs: 300 }
  stop = startOutbox(origin, { mail: server.mail }, events, options)
  await withCtx(origin, (ctx) => queueMail(ctx, mailTo('nora@house.example')))
  await expect.poll(() => server.delivered.length).toBe(1)
  await stop?.()
  stop = undefined
  expect(await row()).toMatchObject({ status: 'queued', lease_until: null, is_unclear: true })
  await server.close()
})

describe('SMS', () => {
  it('goes out as the form that Twilio takes, signed in, with an idempotency key [ID-3]', async () => {
    const gateway = await startGateway()
    start({ sms: gateway.sms })
    await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900123', text: 'Your code is 123456.' }))
    await untilStatus('sent')
    const { form, headers, key } = gateway.requests[0]!
    expect(form).toEqual({
      To: '+447700900123',
      From: '+15550006789',
      Body: 'Your code is 123456.',
    })
    expect(headers.authorization).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`)
    expect(key).toBe((await only()).id)
    await gateway.close()
  })

  it('waits as long as the gateway asks, comes with the same key again, and gives up on a plain no [ID-3]', async () => {
    const gateway = await startGateway({ status: 429, headers: { 'retry-after': '1800' } })
    start({ sms: gateway.sms })
    await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900123', text: 'One' }))
    await expect.poll(async () => (await only()).failure).toContain('429')
    const { next_attempt_at } = await row()
    expect(next_attempt_at.since(Temporal.Now.instant()).total('minutes')).toBeGreaterThan(25)
    gateway.behave({ status: 503 })
    await skipWait()
    await expect.poll(async () => (await only()).failure).toContain('503')
    gateway.behave({ status: 201 })
    await skipWait()
    await untilStatus('sent')
    expect(gateway.requests).toHaveLength(3)
    expect(new Set(gateway.requests.map(({ key }) => key)).size).toBe(1)

    await portal.owner.deleteFrom('deliveries').execute()
    gateway.behave({ status: 400 })
    await withCtx(origin, (ctx) => queueSms(ctx, { to: '+1', text: 'Two' }))
    await untilStatus('failed')
    await gateway.close()
  })

  it('that is a code goes before invitations that wait for longer [ID-3] [ME-2]', async () => {
    const sms = (text: string, usefulSeconds?: number) => ({
      to: '+447700900123',
      text,
      ...(usefulSeconds && { usefulSeconds }),
    })
    await withCtx(origin, async (ctx) => {
      for (let nth = 0; nth < 5; nth++) await queueSms(ctx, sms('Invitation', 7 * 86_400))
      await queueSms(ctx, sms('No end'))
    })
    await skipWait()
    await withCtx(origin, (ctx) => queueSms(ctx, sms('Code', 300)))
    const taken = await withCtx(origin, (ctx) => takeDueMessages(ctx, 'sms', { most: 1, leaseSeconds: 60 }))
    expect(taken.map(({ body }) => body)).toEqual(['Code'])
  })

  it('about a danger goes first and alone, and never waits behind warnings of the same receiver [AN-7] [AL-6]', async () => {
    const queue = (to: string, severity: 'warning' | 'danger', ...texts: string[]) =>
      withCtx(origin, (ctx) =>
        queueDeliveries(
          ctx,
          texts.map((text) => ({
            ...{ channel: 'sms' as const, to, subject: '', text },
            notice: { ...about, severity, lines: [text] },
          })),
        ),
      )
    const take = async (most: number) => {
      const options = { most, leaseSeconds: 60, limits: { burst: 3, perMinute: 1 } }
      return (await withCtx(origin, (ctx) => takeNotices(ctx, 'sms', options))).rows.map(({ body }) => body)
    }
    const [nurse, other] = ['+447700900123', '+447700900124']
    await queue(nurse, 'warning', 'W1', 'W2', 'W3')
    expect((await take(64)).toSorted()).toEqual(['W1', 'W2', 'W3'])
    await queue(nurse, 'warning', 'W4', 'W5')
    expect(await take(64)).toEqual([])
    await queue(nurse, 'danger', 'D1')
    expect(await take(64)).toEqual(['D1'])
    // Not after another receiver's warning either, which has waited for longer.
    await queue(other, 'warning', 'W6')
    await queue(nurse, 'danger', 'D2')
    expect(await take(1)).toEqual(['D2'])
    expect(await take(64)).toEqual(['W6'])
  })

  it('to whom the mail server never answers holds up others for a moment only, codes too [AL-6] [ID-3]', async () => {
    const silent = Promise.withResolvers<void>()
    const heard: string[] = []
    const mail = {
      async send({ recipient }: { recipient: string }) {
        if (recipient === 'silent@house.example') await silent.promise
        heard.push(recipient)
      },
      close: () => silent.reject(new GatewayError('cut off')),
    }
    const notice = (to: string) => ({ channel: 'mail' as const, to, subject: 's', text: 't', notice: about })
    await withCtx(origin, async (ctx) => {
      for (let nth = 0; nth < 4; nth++) await queueMail(ctx, mailTo('silent@house.example'))
      await queueDeliveries(ctx, [notice('silent@house.example'), notice('silent@house.example')])
    })
    stop = startOutbox(origin, { mail }, events, { limits: { burst: 3, perMinute: 1 }, stopPatienceMs: 1, slowMs: 100 })
    const onTheirWay = async () =>
      (await portal.owner.selectFrom('deliveries').select('id').where('lease_until', 'is not', null).execute()).length
    await expect.poll(onTheirWay, { timeout: 15_000 }).toBe(6)
    await withCtx(origin, async (ctx) => {
      await queueMail(ctx, mailTo('code@house.example'))
      await queueDeliveries(ctx, [notice('nurse@house.example')])
    })
    await expect
      .poll(() => heard.toSorted(), { timeout: 15_000 })
      .toEqual(['code@house.example', 'nurse@house.example'])
  })

  it.each([
    ['401 {"message":"Authenticate"}', '401'],
    ['500 Code 123456', '500'],
    ['Message failed: 554 5.7.1 <nora@house.example>: no', 'Message failed: 554 5.7.1 <…>: no'],
    [m.outbox_connection_refused(), m.outbox_connection_refused()],
  ])(
    'that fails with “%s” is in the log with why, and without its receiver and text [AL-6]',
    async (failure, reason) => {
      const logged: unknown[] = []
      const log = { ...origin.log, warn: (about: object) => logged.push(about) } as unknown as CtxOrigin['log']
      const mail = { send: () => Promise.reject(new GatewayError(failure)) }
      await withCtx(origin, (ctx) => queueMail(ctx, mailTo('nora@house.example')))
      const lane = { channel: 'mail' as const, isNotice: false }
      const [taken] = await takeMessages(origin, { mail }, { limits: { burst: 3, perMinute: 1 } }, lane, 1)
      await sendMessage({ ...origin, log }, { mail }, taken!, createAcceptance(origin))
      expect(logged).toEqual([expect.objectContaining({ reason, message_id: taken!.message.id })])
    },
  )

  it('that is refused with characters that can’t be stored is refused all the same [AL-6] [AN-13]', async () => {
    const mail = { send: () => Promise.reject(new GatewayError('554\u0000no\r\n', { isFinal: true })) }
    start({ mail })
    await withCtx(origin, (ctx) => queueMail(ctx, mailTo('nora@house.example')))
    await untilStatus('failed')
    expect(await row()).toMatchObject({ failure: '554 no ', attempts: 1 })
  })

  it('with a code is sent by a node whose clock is ahead too [ID-9]', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const gateway = await startGateway()
    const ahead = Temporal.Now.instant().add({ minutes: 10 })
    vi.spyOn(Temporal.Now, 'instant').mockReturnValue(ahead)
    await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900123', text: 'Code', usefulSeconds: 300 }))
    start({ sms: gateway.sms })
    await untilStatus('sent')
    await gateway.close()
  })

  it('that a code made useless by waiting is not sent any more [ID-9]', async () => {
    const gateway = await startGateway()
    await withCtx(origin, (ctx) => queueSms(ctx, { to: '+447700900123', text: 'Old', usefulSeconds: 300 }))
    await portal.owner
      .updateTable('deliveries')
      .set({ expires_at: Temporal.Now.instant().subtract({ seconds: 1 }) })
      .execute()
    start({ sms: gateway.sms })
    await untilStatus('failed')
    expect(gateway.requests).toEqual([])
    await gateway.close()
  })

  it('of two nodes one sends it, once [ID-3]', async () => {
    const gateway = await startGateway()
    const other = startOutbox(origin, { sms: gateway.sms }, events)
    start({ sms: gateway.sms })
    await withCtx(origin, async (ctx) => {
      for (let index = 0; index < 20; index++) await queueSms(ctx, { to: `+4477009001${10 + index}`, text: 'One' })
    })
    const sent = async () => (await admin.call(listMessages, { status: 'sent' })).pagination.total_records
    await expect.poll(sent, { timeout: 15_000 }).toBe(20)
    expect(new Set(gateway.requests.map(({ to }) => to)).size).toBe(20)
    expect(gateway.requests).toHaveLength(20)
    await other()
    await gateway.close()
  })
})
