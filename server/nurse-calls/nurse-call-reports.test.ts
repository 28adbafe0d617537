import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connectMllp } from '../../tests/kit/mllp-client.ts'
import { fieldsOf } from '../../tests/kit/nurse-call.ts'
import { adtTaker } from '../adt/index.ts'
import { startHl7 } from '../hl7/index.ts'
import { clinic_id, origin, portal, raise, settle, stateOf, stops, worsen } from '../receivers/receiver.fixture.ts'
import { nurseCallReports } from './index.ts'
import { add, heard, start, system, useNurseCalls } from './nurse-calls.fixture.ts'

/** Nurse call systems acknowledge notifications (EH-5). */

useNurseCalls()

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

  it('acknowledges each of several alerts by its own status [EH-5]', async () => {
    await add()
    start()
    const ids: string[] = []
    for (const told of [['start'], ['start', 'start'], ['start', 'start', 'start']]) {
      ids.push((await raise()).id)
      await heard(...told)
    }
    const report = (statuses: readonly string[]) =>
      system.say(
        `\x0b${[
          'MSH|^~\\&|CALLS|MAPLE|EUPNEA||20261123120000||ORA^R41^ORA_R41|r4|P|2.6',
          ...statuses.flatMap((status, at) => [`OBR|1||${ids[at]}^EUPNEA|x`, `OBX|1|ST|STATUS^^L||${status}||||||F`]),
          '',
        ].join('\r')}\x1c\r`,
      )
    const states = () => Promise.all(ids.map(async (id) => (await stateOf(id)).state))
    expect(fieldsOf((await report(['Accepted', 'Delivered', 'Received']))!, 'MSA', 1)).toEqual(['AA'])
    expect(await states()).toEqual(['acknowledged', 'open', 'open'])
    ids.unshift('unknown')
    expect(fieldsOf((await report(Array(4).fill('Accepted')))!, 'MSA', 1)).toEqual(['AE'])
    ids.shift()
    expect(await states()).toEqual(['acknowledged', 'acknowledged', 'acknowledged'])
  })

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
    await settle()
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
