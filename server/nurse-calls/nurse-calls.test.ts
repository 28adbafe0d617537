import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { acknowledgeNotification, readMonitoring, unacknowledgeNotification } from '@eupnea/contract/notifications.ts'
import * as calls from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCertificate, openssl } from '../../tests/kit/certificate.ts'
import { connectMllp } from '../../tests/kit/mllp-client.ts'
import { fieldsOf, type NurseCallSystem, startNurseCall } from '../../tests/kit/nurse-call.ts'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { adtTaker } from '../adt/index.ts'
import { startHl7 } from '../hl7/index.ts'
import { notificationRoutes, watchMonitoring } from '../notifications/index.ts'
import { nurseCallChannel, startOutbox } from '../outbox/index.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { type EventListener, listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { tellingOf } from '../receivers/telling.fixture.ts'
import { startTelling } from '../telling/index.ts'
import { createNurseCallLines, nurseCallReports, nurseCallRoutes } from './index.ts'

/** Nurse call systems hear of notifications by HL7 v2 over MLLP and acknowledge them (EH-5). */

let portal: TestHttp
let origin: CtxOrigin
let events: EventListener
let system: NurseCallSystem
let admin: SignedInClient
let nurse: SignedInClient
let clinic_id: string
let stops: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  portal = await startTestHttp([...nurseCallRoutes(['calls.example.org']), ...notificationRoutes])
  const log = createLog('silent')
  origin = { database: portal.database, actor: { type: 'job', name: 'outbox' }, log }
  events = await listenToEvents(portal.connections.work, log)
  admin = await portal.asUser()
})
beforeEach(async () => {
  system = await startNurseCall()
  await sql`delete from clinics`.execute(portal.owner)
  clinic_id = await portal.createClinic({ name: 'Maple & Pine' })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
})
afterEach(async () => {
  for (const stop of stops) await stop()
  stops = []
  await system.close()
})
afterAll(async () => {
  await events.close()
  await portal.close()
})

/** Tells and sends, as a node does. */
function start(patienceMs = 2_000) {
  const lines = createNurseCallLines(origin, { patienceMs })
  stops.push(startTelling(origin, () => portal.url, events))
  stops.push(startOutbox(origin, { 'nurse-call': nurseCallChannel(origin, lines) }, events))
  return lines
}

const add = (more: Partial<Parameters<typeof admin.call<typeof calls.createNurseCall>>[1]> = {}) =>
  admin.call(calls.createNurseCall, {
    ...{ clinic_id, name: 'Corridor panels', host: '127.0.0.1', port: system.port },
    ...more,
  })

const { raise, worsen, end, stateOf, pass } = tellingOf(() => ({ portal, origin, clinic_id }))

/** Event phase and inactivation state of each alert. */
const phases = () =>
  system.alerts().map((raw) => {
    const [, , phase, , inactivation] = fieldsOf(raw, 'OBX', 5)
    return inactivation === 'enabled' ? phase : `${phase} ${inactivation}`
  })
const heard = (...expected: string[]) => expect.poll(phases, { timeout: 15_000, interval: 20 }).toEqual(expected)
const requested = (count: number) =>
  expect.poll(() => system.received.length, { timeout: 15_000, interval: 20 }).toBeGreaterThanOrEqual(count)
const read = async () => (await admin.call(calls.listNurseCalls, { clinic_id })).items[0]!

describe('an alert', () => {
  it('starts, becomes worse, is acknowledged and ends under one id, in order, and names nobody [EH-5]', async () => {
    await add()
    start()
    const { id, episode, room } = await raise()
    await heard('start')
    await worsen(id)
    await heard('start', 'update')
    await nurse.call(acknowledgeNotification, { id })
    await heard('start', 'update', 'update alert-acknowledged')
    await end(episode)
    await heard('start', 'update', 'update alert-acknowledged', 'end')
    const alerts = system.alerts()
    expect(alerts.join()).not.toMatch(/Harold|Secret/)
    expect(new Set(alerts.flatMap((raw) => fieldsOf(raw, 'OBR', 3)))).toEqual(new Set([`${id}^EUPNEA`]))
    expect(alerts.flatMap((raw) => fieldsOf(raw, 'OBR', 4))).toEqual(Array(4).fill('196616^MDC_EVT_ALARM^MDC'))
    expect(alerts.flatMap((raw) => fieldsOf(raw, 'MSH', 9))).toEqual(Array(4).fill('ORU^R40^ORU_R40'))
    expect(fieldsOf(alerts[0]!, 'MSH', 12)).toEqual(['2.6'])
    expect(fieldsOf(alerts[0]!, 'MSH', 21)).toEqual(['IHE_PCD_ACM_001^IHE PCD^1.3.6.1.4.1.19376.1.6.4.4^ISO'])
    expect(fieldsOf(alerts[0]!, 'PV1', 3)).toEqual([`North^${room.replace('|', '\\F\\')}^^Maple \\T\\ Pine`])
    expect(alerts.map((raw) => fieldsOf(raw, 'OBX', 5)[5])).toEqual(['PM', 'PH', 'PH', 'PH'])
    expect(fieldsOf(alerts[3]!, 'OBX', 5)[3]).toBe('inactive')
    expect(system.connections).toBe(1)
  })

  it('starts as what it is by then where it became worse before it was told [EH-5]', async () => {
    await add()
    await worsen((await raise()).id)
    start()
    await heard('start')
    const [raw] = system.alerts()
    expect(fieldsOf(raw!, 'OBX', 5)[5]).toBe('PH')
    expect(fieldsOf(raw!, 'OBR', 29)).toEqual([''])
  })

  it('is active again when its acknowledgement is undone, and not when an ended one is acknowledged [EH-5] [AN-6]', async () => {
    await add()
    start()
    const { id, episode } = await raise()
    await heard('start')
    await nurse.call(acknowledgeNotification, { id })
    await heard('start', 'update alert-acknowledged')
    await nurse.call(unacknowledgeNotification, { id })
    await heard('start', 'update alert-acknowledged', 'update')
    await end(episode)
    await heard('start', 'update alert-acknowledged', 'update', 'end')
    await nurse.call(acknowledgeNotification, { id })
    await heard('start', 'update alert-acknowledged', 'update', 'end', 'end alert-acknowledged')
    const states = system.alerts().map((raw) => fieldsOf(raw, 'OBX', 5)[3])
    expect(states).toEqual(['active', 'active', 'active', 'inactive', 'inactive'])
  })

  it('that waits for a connection is cut off when the portal stops, and opens no other [EH-5]', async () => {
    let opened = 0
    // Never answers the beginning of TLS.
    const silent = createServer((socket) => {
      opened += 1
      socket.on('error', () => {})
    })
    stops.push(() => void silent.close())
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const { id } = await add({ port: (silent.address() as AddressInfo).port, tls: true })
    const lines = start(60_000)
    await raise()
    await raise()
    const failures = async () => {
      const { items } = await admin.call(calls.listNurseCallDeliveries, { id })
      return items.map(({ attempts, failure }) => [attempts, failure])
    }
    await expect.poll(() => opened, { timeout: 15_000, interval: 20 }).toBe(1)
    await expect.poll(failures, { timeout: 15_000, interval: 20 }).toEqual(Array(2).fill([1, null]))
    lines.close()
    const cutOff = Array(2).fill([1, m.nurse_call_hung_up()])
    await expect.poll(failures, { timeout: 3_000, interval: 20 }).toEqual(cutOff)
    expect(opened).toBe(1)
  })

  it('names the resident where the facility says so, with the profile that it chose [EH-5]', async () => {
    await add({ sends_names: true, profile: 'ACM_CUSTOM^MAPLE', kinds: ['episode'] })
    start()
    await raise()
    await heard('start')
    const [raw] = system.alerts()
    expect(fieldsOf(raw!, 'PID', 5)).toEqual(['Secret\\S\\name^Harold'])
    expect(fieldsOf(raw!, 'MSH', 21)).toEqual(['ACM_CUSTOM^MAPLE'])
  })

  it.each(['AE', 'AR', 'CE', 'hang', 'drop'] as const)(
    'that is answered with %s is sent again under its id, in order [EH-5]',
    async (behaviour) => {
      await add()
      system.behave(behaviour)
      start()
      const { episode } = await raise()
      await requested(1)
      await end(episode)
      await pass(10)
      await requested(2)
      expect(new Set(system.received.map(({ id }) => id)).size).toBe(1)
      system.behave('CA')
      await expect
        .poll(
          async () => {
            await pass(10)
            return phases()
          },
          { timeout: 15_000, interval: 200 },
        )
        .toEqual(['start', 'end'])
    },
  )

  it.each([
    ['an ORA^R41 that reports nothing, which acknowledges nothing', 'ora'],
    ['an answer whose id is cut to 20 characters', 'cut'],
  ] as const)('is accepted by %s [EH-5]', async (_name, behaviour) => {
    const { id: nurseCallId } = await add()
    system.behave(behaviour)
    start()
    const { id } = await raise()
    await heard('start')
    const states = async () =>
      (await admin.call(calls.listNurseCallDeliveries, { id: nurseCallId })).items.map(({ state }) => state)
    await expect.poll(states, { timeout: 5_000 }).toEqual(['sent'])
    expect((await stateOf(id)).state).toBe('open')
  })
})

describe('PCD-05', () => {
  it('acknowledges when somebody accepted, once, in the name of the system [EH-5]', async () => {
    await add()
    start()
    const { id } = await raise()
    await heard('start')
    for (const status of ['Received', 'Delivered', 'Read']) {
      expect(fieldsOf(await system.report(id, status), 'MSA', 1)).toEqual(['AA'])
      expect((await stateOf(id)).state).toBe('open')
    }
    const answer = await system.report(id, 'AcceptedPositive')
    expect(fieldsOf(answer, 'MSA', 1)).toEqual(['AA'])
    expect(await stateOf(id)).toMatchObject({ state: 'acknowledged', acknowledged_name: 'Corridor panels' })
    await heard('start', 'update alert-acknowledged')
    expect(fieldsOf(await system.report(id, 'Accepted'), 'MSA', 1)).toEqual(['AA'])
    const audited = await portal.owner
      .selectFrom('audit_entries')
      .where('act', '=', 'notification.acknowledge')
      .where('clinic_id', '=', clinic_id)
      .selectAll()
      .execute()
    expect(audited).toMatchObject([{ actor_type: 'link', clinic_id, detail: { notification_id: id } }])
  })

  it.each(['Acknowledged', 'alert-acknowledged', 'Accepted^Accepted^L'])(
    'takes %s for that, wherever the id of the alert is repeated [EH-5]',
    async (status) => {
      await add()
      start()
      const { id } = await raise()
      await heard('start')
      const obr = Array<string>(30).fill('').with(0, 'OBR').with(3, 'x1^CALLS').with(29, `^${id}&EUPNEA`)
      const header = 'MSH|^~\\&|CALLS|MAPLE|EUPNEA||20261123120000||ORA^R41^ORA_R41|r3|P|2.6'
      const report = [header, obr.join('|'), `OBX|1|ST|STATUS^^L||${status}||||||F`, ''].join('\r')
      expect(fieldsOf((await system.say(`\x0b${report}\x1c\r`))!, 'MSA', 1)).toEqual(['AA'])
      expect((await stateOf(id)).state).toBe('acknowledged')
    },
  )

  it('is taken on a connection that the system opens itself, and from nobody else [EH-5]', async () => {
    const { id: nurseCallId } = await add()
    start()
    const { id } = await raise()
    await heard('start')
    const job = { ...origin, actor: { type: 'job', name: 'nurse-call' } } as const
    const listening = await startHl7({
      ...{ log: job.log, host: '127.0.0.1', port: 0, tls: null },
      takers: [adtTaker(job), nurseCallReports(job)],
    })
    stops.push(() => listening.close())
    const report = (status: string) =>
      [
        'MSH|^~\\&|CALLS|MAPLE|EUPNEA||20261123120000||ORA^R41^ORA_R41|r1|P|2.6',
        `MSA|AA|${system.received[0]!.id}`,
        ...(status ? [`OBR|1||${id}^EUPNEA|196616^MDC_EVT_ALARM^MDC`, `OBX|1|ST|STATUS^^L||${status}||||||F`] : []),
      ].join('\r')
    const open = await connectMllp(listening.port!)
    stops.push(() => open.close())
    expect(fieldsOf(await open.send(report('Accepted').replace('ORA^R41^ORA_R41', 'ADT^A01')), 'MSA', 1)).toEqual([
      'AR',
    ])
    const moveTo = (host: string) =>
      sql`update nurse_calls set host = ${host} where id = ${nurseCallId}`.execute(portal.owner)
    await moveTo('192.0.2.7')
    expect(fieldsOf(await open.send(report('Accepted')), 'MSA', 1)).toEqual(['AR'])
    const stranger = await connectMllp(listening.port!)
    await stranger.closed
    await moveTo('localhost')
    // That it was presented is an answer, and acknowledges nothing.
    expect(fieldsOf(await open.send(report('')), 'MSA', 1)).toEqual(['AA'])
    expect((await stateOf(id)).state).toBe('open')
    expect(fieldsOf(await open.send(report('Accepted')), 'MSA', 1)).toEqual(['AA'])
    expect(await stateOf(id)).toMatchObject({ state: 'acknowledged', acknowledged_name: 'Corridor panels' })
  })

  it('is taken before the system’s answer to the alert is stored, or after it was lost [EH-5]', async () => {
    await add()
    start()
    const { id } = await raise()
    await heard('start')
    const sent = () =>
      portal.owner.updateTable('deliveries').where('notification_id', '=', id).where('status', '=', 'sent')
    const lease_until = Temporal.Now.instant().add({ minutes: 1 })
    const unstored = () => sent().set({ status: 'queued', sent_at: null, lease_until }).executeTakeFirst()
    await expect.poll(async () => (await unstored()).numUpdatedRows).toBe(1n)
    expect(fieldsOf(await system.report(id, 'Accepted'), 'MSA', 1)).toEqual(['AA'])
    expect((await stateOf(id)).state).toBe('acknowledged')
  })

  it('without a status is answered, and acknowledges nothing [EH-5]', async () => {
    await add()
    start()
    const { id } = await raise()
    await heard('start')
    const late = `MSH|^~\\&|CALLS|MAPLE|EUPNEA||20261123120000||ORA^R41^ORA_R41|r2|P|2.6\rMSA|AA|${system.received[0]!.id}\r`
    const answer = await system.say(Buffer.from(`\x0b${late}\x1c\r`))
    expect(fieldsOf(answer!, 'MSA', 1)).toEqual(['AA'])
    expect((await stateOf(id)).state).toBe('open')
  })

  it('does not acknowledge what became worse, nor what the system was never told [EH-5]', async () => {
    await add()
    start()
    const { id } = await raise()
    await heard('start')
    const other = await portal.createClinic({ name: 'Elsewhere' })
    await sql`update notifications set severity = 'danger' where id = ${id}`.execute(portal.owner)
    expect(fieldsOf(await system.report(id, 'Accepted'), 'MSA', 3)).toEqual([m.nurse_call_worse()])
    await worsen(id)
    await heard('start', 'update')
    expect(fieldsOf(await system.report(id, 'Accepted'), 'MSA', 1)).toEqual(['AA'])
    expect((await stateOf(id)).state).toBe('acknowledged')
    const foreign = await sql<{ id: string }>`
      insert into notifications (clinic_id, title, description, action, severity, extra_detail)
      values (${other}, 'x', '', 'rr', 'warning', '{}') returning id`.execute(portal.owner)
    for (const alertId of [foreign.rows[0]!.id, 'unknown'])
      expect(fieldsOf(await system.report(alertId, 'Accepted'), 'MSA', 1)).toEqual(['AE'])
  })

  it('refuses other messages by name, and hangs up on what is no HL7, then goes on [EH-5]', async () => {
    await add()
    start()
    await raise()
    await heard('start')
    const adt = Buffer.from('\x0bMSH|^~\\&|X|Y|||20261123||ADT^A01|7|P|2.6\r\x1c\r')
    const answer = await system.say(adt)
    expect(fieldsOf(answer!, 'MSA', 1)).toEqual(['AR'])
    expect(fieldsOf(answer!, 'MSA', 2)).toEqual(['7'])
    expect(await system.say(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toBeNull()
    await raise()
    await heard('start', 'start')
    expect(await system.say(Buffer.concat([Buffer.of(0x0b), Buffer.alloc(100_000, 65)]))).toBeNull()
    await raise()
    await heard('start', 'start', 'start')
  })
})

describe('a heartbeat', () => {
  /** Pretends that the line has been idle for so long. */
  const age = (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    stops.push(() => void vi.useRealTimers())
  }

  it('is sent on an idle line, and its silence for five minutes is an outage [EH-5]', async () => {
    await add({ heartbeat_seconds: 30 })
    const lines = start()
    await lines.tend()
    expect(system.received).toEqual([])
    age(31_000)
    await lines.tend()
    expect(system.received).toMatchObject([{ isHeartbeat: true }])
    expect(await read()).toMatchObject({ silent_since: null })
    system.behave('hang')
    age(62_000)
    await lines.tend()
    const { silent_since } = await read()
    expect(silent_since).not.toBeNull()
    age(31_000)
    await lines.tend()
    expect((await read()).silent_since).toBe(silent_since)
    const watch = () => watchMonitoring(origin, { quietSeconds: 180, lookingSeconds: 600 })
    const causes = async () => {
      await watch()
      return (await nurse.call(readMonitoring, { clinic_id })).outages.map(({ cause }) => cause)
    }
    expect(await causes()).toEqual([])
    await pass(6)
    expect(await causes()).toEqual(['webhook'])
    system.behave('AA')
    // The outage itself may be on its way to it, and no heartbeat is sent meanwhile.
    const causesLater = async () => {
      age(31_000)
      await lines.tend()
      return causes()
    }
    await expect.poll(causesLater, { timeout: 15_000 }).toEqual([])
  })

  it('is not sent to a system that wants none, on whose line an answer is waited for [EH-5]', async () => {
    const { id } = await add({ heartbeat_seconds: 0 })
    const lines = start()
    system.behave('hang')
    await raise()
    await requested(1)
    await lines.tend()
    const failure = async () => (await admin.call(calls.listNurseCallDeliveries, { id })).items[0]?.failure ?? ''
    await expect.poll(failure, { timeout: 15_000 }).not.toBe('')
    expect(await failure()).toBe(m.webhook_no_answer({ seconds: 2 }))
  })

  it('is sent no more to a system that was deleted, whose line is closed [EH-5]', async () => {
    const { id } = await add({ heartbeat_seconds: 30 })
    const lines = start()
    await raise()
    await heard('start')
    await admin.call(calls.deleteNurseCall, { id })
    age(31_000)
    await lines.tend()
    await expect.poll(() => system.connections).toBe(0)
    expect(system.received).toHaveLength(1)
  })

  it('brings back what waits when the system answers again [EH-5]', async () => {
    await add({ heartbeat_seconds: 30 })
    const lines = start()
    system.behave('AE')
    await raise()
    await requested(1)
    await sql`update nurse_calls set silent_since = now()`.execute(portal.owner)
    system.behave('AA')
    age(31_000)
    await lines.tend()
    await heard('start')
  })
})

describe('administrators', () => {
  it('test a system, see its messages and delete it [EH-5]', async () => {
    const { id } = await add()
    await sql`update nurse_calls set silent_since = now()`.execute(portal.owner)
    expect(await admin.call(calls.tryNurseCall, { id })).toEqual({ accepted: true, code: 'AA', answer: 'said AA' })
    expect(await read()).toMatchObject({ silent_since: null })
    system.behave('AR')
    expect(await admin.call(calls.tryNurseCall, { id })).toEqual({ accepted: false, code: 'AR', answer: 'said AR' })
    expect(system.received.every(({ isHeartbeat }) => isHeartbeat)).toBe(true)
    start()
    await raise()
    await requested(3)
    const list = async () => (await admin.call(calls.listNurseCallDeliveries, { id })).items
    await expect.poll(async () => (await list())[0]?.failure ?? '', { timeout: 5_000 }).toBe('AR said AR')
    expect(await list()).toMatchObject([{ type: 'notification.raised', state: 'queued', attempts: 1 }])
    await admin.call(calls.deleteNurseCall, { id })
    await admin.refused(calls.listNurseCallDeliveries, { id })
    const left = await portal.owner.selectFrom('deliveries').select(['status', 'failure']).execute()
    expect(left).toEqual([{ status: 'failed', failure: m.nurse_call_deleted() }])
    await system.close()
    const gone = await add()
    expect(await admin.call(calls.tryNurseCall, { id: gone.id })).toMatchObject({
      code: null,
      answer: m.outbox_connection_refused(),
    })
  })

  it('name public systems with TLS; private ones are for a Superadmin or HL7_HOSTS [EH-5]', async () => {
    const featured = await portal.asUser({ groups: ['vc-admin', 'superadmin-feature'] })
    const refusal = async (host: string, more = {}) =>
      (await featured.refused(calls.createNurseCall, { clinic_id, name: 'x', port: 2575, host, ...more })).body
    for (const host of ['127.0.0.1', '10.0.0.1', '::1', 'localhost', '93.184.216.34', 'a b', 'http://x/'])
      expect(await refusal(host), host).toMatchObject({ field: 'host' })
    expect(await refusal('10.0.0.1', { tls: true })).toMatchObject({ field: 'host' })
    expect(await refusal('93.184.216.34', { tls: true, ca: 'no PEM' })).toMatchObject({ field: 'ca' })
    expect(await refusal('93.184.216.34', { tls: true, profile: 'a|b' })).toMatchObject({ field: 'profile' })
    const named = { clinic_id, name: 'x', host: 'calls.example.org', port: 2575 }
    expect(await featured.call(calls.createNurseCall, named)).toMatchObject({ heartbeat_seconds: 60, tls: false })
    await featured.call(calls.createNurseCall, { ...named, host: 'CALLS.example.org' })
    expect((await admin.refused(calls.createNurseCall, { ...named, host: '93.184.216.34' })).body).toMatchObject({
      message: m.nurse_call_insecure(),
    })
    expect((await nurse.refused(calls.listNurseCalls, { clinic_id })).status).toBe(403)
  })
})

describe.skipIf(openssl === null)('TLS (skipped without openssl)', () => {
  const [own, elsewhere] = openssl ? [makeCertificate(), makeCertificate('DNS:elsewhere.example')] : []

  async function secure(certificate: typeof own): Promise<void> {
    await system.close()
    system = await startNurseCall(certificate)
  }

  it('carries alerts and acknowledgements to a system whose certificate is trusted [EH-5]', async () => {
    await secure(own)
    await add({ tls: true, ca: own!.cert })
    start()
    const { id } = await raise()
    await heard('start')
    expect(fieldsOf(await system.report(id, 'Accepted'), 'MSA', 1)).toEqual(['AA'])
    expect((await stateOf(id)).state).toBe('acknowledged')
  })

  it('tells nothing to a system whose certificate is not trusted, or of another address, and says why [EH-5]', async () => {
    await secure(own)
    const answer = async (more: Parameters<typeof add>[0]) => {
      const { id } = await add(more)
      const tried = await admin.call(calls.tryNurseCall, { id })
      await admin.call(calls.deleteNurseCall, { id })
      return tried
    }
    const untrusted = m.nurse_call_certificate_untrusted()
    expect(await answer({ tls: true })).toEqual({ accepted: false, code: null, answer: untrusted })
    expect(await answer({ tls: true, ca: elsewhere!.cert })).toMatchObject({ answer: untrusted })
    await secure(elsewhere)
    expect(await answer({ tls: true, ca: elsewhere!.cert })).toMatchObject({ answer: m.outbox_certificate_name() })
    const { id } = await add({ tls: true })
    start()
    await raise()
    const failure = async () => (await admin.call(calls.listNurseCallDeliveries, { id })).items[0]?.failure
    await expect.poll(failure, { timeout: 5_000 }).toBe(untrusted)
    expect(system.received).toEqual([])
  })
})
