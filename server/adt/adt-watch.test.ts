import { dismissAdtMessage, listAdtMessages, saveAdtSender } from '@eupnea/contract/adt.ts'
import { listNotifications, readMonitoring } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connectMllp } from '../../tests/kit/mllp-client.ts'
import { watchMonitoring } from '../notifications/index.ts'
import {
  admin,
  adt,
  clinic_id,
  connect,
  ehr,
  facility,
  messages,
  originOf,
  portal,
  send,
  useEhr,
  verdict,
} from './ehr.fixture.ts'

/** Staff are told when what the EHR says does not arrive (EH-5). */

useEhr()

const watch = () => watchMonitoring(originOf(portal), { quietSeconds: 180, lookingSeconds: 600 })
const isTold = async () => {
  await watch()
  const { outages } = await admin.call(readMonitoring, { clinic_id })
  return outages.some(({ cause }) => cause === 'adt')
}

describe('ADT over MLLP', () => {
  it('tells staff while messages wait that could not be applied, until a person has settled them [EH-5]', async () => {
    const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const outages = async () => {
      await watch()
      return (await nurse.call(readMonitoring, { clinic_id })).outages.map(({ cause }) => cause)
    }
    const told = async () =>
      (await nurse.call(listNotifications, { clinic_id, kind: 'system' })).items.map(({ state, title }) => [
        state,
        title,
      ])
    await send('A01')
    expect(await outages()).toEqual([])
    expect(await send('A01', { who: 'MR9', name: 'Nobody^' })).toBe('AE')
    expect(await outages()).toEqual(['adt'])
    expect(await outages()).toEqual(['adt'])
    expect(await told()).toEqual([['open', m.notification_adt_unapplied_title()]])
    await admin.call(dismissAdtMessage, { id: (await messages())[0]!.id })
    expect(await outages()).toEqual([])
    expect(await told()).toMatchObject([['ended', m.notification_adt_unapplied_title()]])
  })

  it('tells staff when messages come under an unknown name instead of their own, until one has that again [EH-5] [AL-3]', async () => {
    const pass = (hours: number) =>
      sql`update adt_senders set refused_since = refused_since - make_interval(hours => ${hours})`.execute(portal.owner)
    await portal.owner.deleteFrom('adt_senders').where('clinic_id', '<>', clinic_id).execute()
    const renamed = { sender: 'RENAMED' }
    for (let nth = 0; nth < 2; nth++) expect(await send('A01', renamed)).toBe('AR')
    expect(await isTold()).toBe(false)
    await pass(2)
    expect(await send('A01', renamed)).toBe('AR')
    expect(await isTold()).toBe(true)
    await send('A01')
    expect(await isTold()).toBe(false)
    // An interface engine may send for a facility that isn't here: one of its own a day says enough.
    const other = { clinic_id: await portal.createClinic(), sender_name: 'NEIGHBOUR', addresses: ['127.0.0.0/8'] }
    await admin.call(saveAdtSender, other)
    const sender = 'ELSEWHERE'
    await send('A01', { sender })
    await pass(20)
    expect(await isTold()).toBe(false)
    await pass(5)
    expect(await isTold()).toBe(true)
    await admin.call(saveAdtSender, { clinic_id, sender_name: sender, addresses: ['127.0.0.0/8'] })
    expect(await isTold()).toBe(false)
    // From an address that is only another facility's.
    await admin.call(saveAdtSender, { clinic_id, sender_name: sender, addresses: ['192.0.2.7'] })
    expect(await send('A01', { sender })).toBe('AR')
    await pass(2)
    expect(await isTold()).toBe(true)
  })

  it('tells staff when a sender falls silent for longer than it ever did, and when it never sent anything [EH-5] [AL-3]', async () => {
    const pass = async (hours: number) => {
      for (const [table, column] of [
        ['adt_senders', 'updated_at'],
        ['adt_messages', 'received_at'],
      ] as const)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - make_interval(hours => ${hours})`.execute(
          portal.owner,
        )
    }
    await pass(23)
    expect(await isTold()).toBe(false)
    await pass(2)
    expect(await isTold()).toBe(true)
    await send('A01')
    expect(await isTold()).toBe(false)
    await pass(60)
    expect(await isTold()).toBe(true)
    await send('A08', { at: '1201' })
    expect(await isTold()).toBe(false)
    // Twice the longest silence so far, but a week at most.
    await pass(110)
    expect(await isTold()).toBe(false)
    await pass(11)
    expect(await isTold()).toBe(true)
    await send('A08', { at: '1202' })
    await pass(167)
    expect(await isTold()).toBe(false)
    await pass(2)
    expect(await isTold()).toBe(true)
  })

  it('shows which unknown address tried to connect while the sender is silent, until it is heard [EH-5]', async () => {
    // Its connection was let in before its address became unknown.
    expect(verdict(await ehr.send('hello'))).toBe('AR')
    await portal.owner
      .updateTable('adt_senders')
      .set({ addresses: ['192.0.2.7'] })
      .execute()
    const now = Temporal.Now.instant()
    const add = async (sender_name: string, hours: number, state: string) => {
      const other = { clinic_id: await portal.createClinic(), sender_name, addresses: ['192.0.2.8'] }
      await admin.call(saveAdtSender, other)
      const message = {
        control_id: '1',
        digest: Buffer.of(1),
        event: 'A08',
        state,
        received_at: now.subtract({ hours }),
      }
      await portal.owner
        .insertInto('adt_messages')
        .values({ clinic_id: other.clinic_id, ...message })
        .execute()
      return other.clinic_id
    }
    const others = [await add('BUSY', 23, 'applied'), await add('QUIET', 25, 'applied'), await add('OFF', 1, 'refused')]
    for (let nth = 0; nth < 2; nth++) await (await connectMllp(adt.port!)).closed
    await expect
      .poll(messages)
      .toMatchObject([
        { state: 'refused', event: '', name: '127.0.0.1', reason: m.adt_reason_address(), content: null },
      ])
    // Nothing was taken from them for a day.
    const counts = others.map(async (of) => (await admin.call(listAdtMessages, { clinic_id: of })).items.length)
    expect(await Promise.all(counts)).toEqual([1, 2, 2])
    await admin.call(saveAdtSender, { clinic_id, sender_name: facility, addresses: ['127.0.0.0/8'] })
    ehr.close()
    await connect()
    await send('A01')
    expect(await messages()).toMatchObject([{ state: 'applied' }])
  })
})
