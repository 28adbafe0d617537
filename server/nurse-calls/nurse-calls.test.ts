import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { acknowledgeNotification, unacknowledgeNotification } from '@eupnea/contract/notifications.ts'
import * as calls from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeCertificate, openssl } from '../../tests/kit/certificate.ts'
import { fieldsOf } from '../../tests/kit/nurse-call.ts'
import {
  admin,
  clinic_id,
  end,
  nurse,
  pass,
  portal,
  raise,
  stateOf,
  stops,
  worsen,
} from '../receivers/receiver.fixture.ts'
import { add, heard, phases, read, requested, secure, start, system, useNurseCalls } from './nurse-calls.fixture.ts'

/** Nurse call systems hear of notifications by HL7 v2 over MLLP (EH-5). */

useNurseCalls()

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

  it('says when its rate was so, also once it is acknowledged or over [EH-5]', async () => {
    await add()
    const { id, episode } = await raise()
    await sql`update notifications set raised_at = '2026-03-04T03:12:00Z' where id = ${id}`.execute(portal.owner)
    start()
    await heard('start')
    await nurse.call(acknowledgeNotification, { id })
    await heard('start', 'update alert-acknowledged')
    await end(episode)
    await heard('start', 'update alert-acknowledged', 'end')
    const rates = system.alerts().map((raw) => fieldsOf(raw, 'OBX', 14)[1])
    expect(rates).toEqual(Array(3).fill('20260304031200+0000'))
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

describe('administrators', () => {
  it('test a system, see its messages and delete it [EH-5]', async () => {
    const { id } = await add()
    await sql`update nurse_calls set silent_since = now()`.execute(portal.owner)
    expect(await admin.call(calls.tryNurseCall, { id })).toEqual({ accepted: true, code: 'AA', answer: 'said AA' })
    expect(await read()).toMatchObject({ silent_since: null })
    system.behave('AR')
    expect(await admin.call(calls.tryNurseCall, { id })).toEqual({ accepted: false, code: 'AR', answer: 'said AR' })
    system.behave('nul')
    expect(await admin.call(calls.tryNurseCall, { id })).toEqual({ accepted: false, code: 'A E', answer: 'said nul' })
    system.behave('AR')
    expect(system.received.every(({ isHeartbeat }) => isHeartbeat)).toBe(true)
    start()
    await raise()
    await requested(4)
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

  it('is one when it is added again after a lost answer, and hears of each alert once [EH-5] [AP-3]', async () => {
    const addAgain = () =>
      fetch(`${portal.url}/api${calls.createNurseCall.path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'application/json',
          'idempotency-key': `key-for-${clinic_id}`,
        },
        body: JSON.stringify({ clinic_id, name: 'Corridor panels', host: '127.0.0.1', port: system.port }),
      })
    expect((await Promise.all([addAgain(), addAgain()])).map(({ status }) => status)).toEqual([201, 201])
    expect((await admin.call(calls.listNurseCalls, { clinic_id })).items).toHaveLength(1)
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

  it('carries alerts and acknowledgements to a system whose certificate is trusted [EH-5]', async () => {
    await secure(own!)
    await add({ tls: true, ca: own!.cert })
    start()
    const { id } = await raise()
    await heard('start')
    expect(fieldsOf(await system.report(id, 'Accepted'), 'MSA', 1)).toEqual(['AA'])
    expect((await stateOf(id)).state).toBe('acknowledged')
  })

  it('tells nothing to a system whose certificate is not trusted, or of another address, and says why [EH-5]', async () => {
    await secure(own!)
    const answer = async (more: Parameters<typeof add>[0]) => {
      const { id } = await add(more)
      const tried = await admin.call(calls.tryNurseCall, { id })
      await admin.call(calls.deleteNurseCall, { id })
      return tried
    }
    const untrusted = m.nurse_call_certificate_untrusted()
    expect(await answer({ tls: true })).toEqual({ accepted: false, code: null, answer: untrusted })
    expect(await answer({ tls: true, ca: elsewhere!.cert })).toMatchObject({ answer: untrusted })
    await secure(elsewhere!)
    expect(await answer({ tls: true, ca: elsewhere!.cert })).toMatchObject({ answer: m.outbox_certificate_name() })
    const { id } = await add({ tls: true })
    start()
    await raise()
    const failure = async () => (await admin.call(calls.listNurseCallDeliveries, { id })).items[0]?.failure
    await expect.poll(failure, { timeout: 5_000 }).toBe(untrusted)
    expect(system.received).toEqual([])
  })
})
