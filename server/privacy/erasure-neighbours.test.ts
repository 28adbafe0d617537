import * as privacy from '@eupnea/contract/privacy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { privacyRoutes } from './index.ts'

/** People whom an erasure must not affect. */

let portal: TestHttp
let admin: SignedInClient
let clinic_id: string

beforeAll(async () => {
  portal = await startTestHttp([...privacyRoutes])
})
beforeEach(async () => {
  await portal.owner.deleteFrom('deliveries').execute()
  await portal.owner.deleteFrom('users').execute()
  admin = await portal.asUser()
  clinic_id = await portal.createClinic()
})
afterAll(() => portal.close())

const addResident = (first_name: string, last_name: string): Promise<string> =>
  portal.createResident({ clinic_id, first_name, last_name, status: 2 })
const outbox = async () => {
  const query = portal.owner.selectFrom('deliveries').select(['recipient', 'subject', 'body']).orderBy('created_at')
  return (await query.orderBy('recipient').execute()).map(({ recipient, subject, body }) =>
    [recipient, subject, body].join('|'),
  )
}
const addMessage = (channel: 'mail' | 'sms', recipient: string, body = 'x') =>
  portal.owner
    .insertInto('deliveries')
    .values({ channel, recipient, body })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)

describe('the address of an erased user', () => {
  const address = 'jo.b+c@care.example'
  const gone = [
    [address, 'Erased'],
    [`Ask ${address}.`, 'Ask Erased.'],
    [`Ask ${address.toUpperCase()}, or ${address}!`, 'Ask Erased, or Erased!'],
    [
      `<${address}> (${address}) "${address}" '${address}' “${address}”`,
      `<Erased> (Erased) "Erased" 'Erased' “Erased”`,
    ],
    [`mailto:${address}?subject=x`, 'mailto:Erased?subject=x'],
    [`a\n${address}\nb`, 'a\nErased\nb'],
    [`${address} ${address}`, 'Erased Erased'],
    [`${address}- or ${address}: or ${address}...`, 'Erased- or Erased: or Erased...'],
    [`请联系${address}。`, '请联系Erased。'],
  ] as const
  const kept = [
    ...[...`aZ0.!#$%&*+/=?^_\`{|}~-`, "o'", 'é', 'ж', 'e\u0301', 'n.'].map((before) => before + address),
    ...['a', '0', '-north', '.org', '.au now', '--x', 'é', '.рф'].map((after) => address + after),
    'jo-b+c@care.example',
    'jo.bc@care.example',
    'jo.b+c@careXexample',
    'joxb+c@care.example',
    'jo.b+c@',
  ]

  it('is taken as a whole, in texts and in JSON, and never as a part of another [PR-1]', async () => {
    const user = await portal.asUser({ email: address })
    const patient_id = await addResident('Ada', 'Byron')
    const texts = [...gone.map(([text]) => text), ...kept]
    const log = { clinic_id, resident_id: patient_id, status: 2, created_by: 'x' }
    for (const note of texts)
      await portal.owner
        .insertInto('resident_flag_logs')
        .values({ ...log, note })
        .execute()
    const detail = {
      texts,
      [address]: 1,
      deep: [{ [`x${address}`]: texts, n: 1.5, none: null, yes: true, no: [], o: {} }],
    }
    await sql`insert into audit_entries (actor_type, actor_id, actor_name, act, detail)
      values ('job', 'test', 'test', 'test.act', ${JSON.stringify(detail)})`.execute(portal.owner)

    await admin.call(privacy.eraseUser, { user_id: user.userId })
    const after = [...gone.map(([, text]) => text), ...kept]
    const notes = await portal.owner
      .selectFrom('resident_flag_logs')
      .select('note')
      .where('resident_id', '=', patient_id)
      .orderBy('id')
      .execute()
    expect(notes.map(({ note }) => note)).toEqual(after)
    const entry = await portal.owner
      .selectFrom('audit_entries')
      .select('detail')
      .where('act', '=', 'test.act')
      .executeTakeFirstOrThrow()
    const deep = [{ [`x${address}`]: after, n: 1.5, none: null, yes: true, no: [], o: {} }]
    expect(entry.detail).toEqual({ texts: after, Erased: 1, deep })
  })

  it('leaves mails, entries and lists of somebody whose address ends like it [PR-1]', async () => {
    const user = await portal.asUser({ email: 'jo@care.example' })
    const others = ['banjo@care.example', 'jo@care.example.org', "'jo@care.example"]
    for (const to of [...others, 'Jo@Care.example']) await addMessage('mail', to, 'Your code')
    for (const email of others)
      await sql`insert into audit_entries (actor_type, actor_id, actor_name, act)
        values ('user', ${email}, ${email}, 'test.neighbour')`.execute(portal.owner)
    await portal.owner
      .updateTable('clinics')
      .set({ alert_recipients: [others[0]!, 'Jo@Care.example', others[1]!] })
      .where('id', '=', clinic_id)
      .execute()
    await admin.call(privacy.eraseUser, { user_id: user.userId })
    expect((await outbox()).map((line) => line.split('|')[0])).toEqual(others)
    const entries = await sql<{ actor_name: string }>`
      select actor_name from audit_entries where act = 'test.neighbour' order by id`.execute(portal.owner)
    expect(entries.rows.map((row) => row.actor_name)).toEqual(others)
    const { alert_recipients } = await portal.owner
      .selectFrom('clinics')
      .select('alert_recipients')
      .where('id', '=', clinic_id)
      .executeTakeFirstOrThrow()
    expect(alert_recipients).toEqual([others[0], others[1]])
  })

  it('stays where it is somebody else’s by now [PR-1]', async () => {
    const user = await portal.asUser({ email: 'jo@care.example' })
    await sql`insert into audit_entries (actor_type, actor_id, actor_name, act)
      values ('user', ${user.userId}, 'desk@care.example', 'test.former')`.execute(portal.owner)
    await portal.asUser({ email: 'desk@care.example' })
    await addMessage('mail', 'desk@care.example', 'Your code')
    await admin.call(privacy.eraseUser, { user_id: user.userId })
    expect(await outbox()).toEqual(['desk@care.example||Your code'])
  })

  it('goes from deliveries, also of several who were told of the same [PR-1]', async () => {
    const users = [await portal.asUser(), await portal.asUser()]
    const patient_id = await addResident('Ada', 'Byron')
    await addAlert(
      patient_id,
      users.map(({ email }) => email),
    )
    for (const { userId } of users) await admin.call(privacy.eraseUser, { user_id: userId })
    const deliveries = await portal.owner.selectFrom('deliveries').select('recipient').execute()
    expect(deliveries.map(({ recipient }) => recipient.slice(0, 6))).toEqual(['Erased', 'Erased'])
  })
})

it('takes the files of mails to an erased user, unless they go to others too [PR-1]', async () => {
  const user = await portal.asUser()
  const [alone, shared] = (
    await portal.owner
      .insertInto('files')
      .values(['alone', 'shared'].map((name) => ({ store: 'reports', state: 'kept', clinic_id, name })))
      .returning('id')
      .execute()
  ).map(({ id }) => id)
  const attach = async (recipient: string, attachment_file_id: string) =>
    portal.owner
      .updateTable('deliveries')
      .set({ attachment_file_id, attachment_name: 'r.pdf' })
      .where('id', '=', await addMessage('mail', recipient))
      .execute()
  await attach(user.email, alone!)
  await attach(user.email, shared!)
  await attach('other@care.example', shared!)
  await admin.call(privacy.eraseUser, { user_id: user.userId })
  const files = await portal.owner.selectFrom('files').select(['name', 'state']).orderBy('name').execute()
  expect(files).toEqual([
    { name: 'alone', state: 'removed' },
    { name: 'shared', state: 'kept' },
  ])
})

it('leaves messages to a telephone that others use [PR-1]', async () => {
  const phones = ['+4910000001', '+4910000002', '+4910000003', '+4910000004']
  for (const phone of phones) await addMessage('sms', phone)
  await portal.owner.insertInto('sms_alerts').values({ clinic_id, phone: phones[0]! }).execute()
  await portal.owner
    .updateTable('clinics')
    .set({ escalation_recipients: [phones[1]!] })
    .where('id', '=', clinic_id)
    .execute()
  const colleague = await portal.asUser()
  const contact = (id: string, phone: string) =>
    portal.owner.updateTable('users').set({ contact: phone }).where('id', '=', id).execute()
  await contact(colleague.userId, phones[2]!)
  for (const phone of phones) {
    const user = await portal.asUser()
    await contact(user.userId, phone)
    await admin.call(privacy.eraseUser, { user_id: user.userId })
  }
  expect((await outbox()).map((line) => line.split('|')[0])).toEqual(phones.slice(0, 3))
})

it('leaves what somebody else wrote in the same instant [PR-1]', async () => {
  const [user, other] = [await portal.asUser(), await portal.asUser()]
  await portal.owner.updateTable('users').set({ name: 'Jo Doe' }).where('id', '=', user.userId).execute()
  const patient_id = await addResident('Ada', 'Byron')
  await sql`insert into audit_entries (at, actor_type, actor_id, actor_name, act) values
    ('2026-01-01T00:00:00.000001Z', 'user', ${user.userId}, '', 'test.act'),
    ('2026-01-01T00:00:00.000001Z', 'user', ${other.userId}, '', 'test.act'),
    ('2026-01-02T00:00:00.000001Z', 'user', ${user.userId}, '', 'test.act')`.execute(portal.owner)
  const add = (day: number, created_by: string) =>
    sql`insert into resident_flag_logs (clinic_id, resident_id, status, note, created_by, created_at) values
      (${clinic_id}, ${patient_id}, 2, '', ${created_by}, ${`2026-01-0${day}T00:00:00.000001Z`})`.execute(portal.owner)
  await add(1, 'Jo Doe')
  await add(1, 'Kim Roe')
  await add(2, 'Jo Before')
  await admin.call(privacy.eraseUser, { user_id: user.userId })
  const logs = await portal.owner.selectFrom('resident_flag_logs').select('created_by').orderBy('id').execute()
  expect(logs.slice(-3).map(({ created_by }) => created_by)).toEqual(['Erased', 'Kim Roe', 'Erased'])
})

/** A notification about a resident and the messages queued about it. @returns the messages' ids */
async function addAlert(patient_id: string, recipients: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into notifications (clinic_id, title, description, action, severity, patient_id, extra_detail)
    values (${clinic_id}, 'High', 'x', 'rr', 'danger', ${patient_id}, '{}') returning id`.execute(portal.owner)
  const ids: string[] = []
  for (const recipient of recipients) {
    const made = await sql<{ id: string }>`
      insert into deliveries (clinic_id, notification_id, step, severity, channel, recipient, body)
      values (${clinic_id}, ${rows[0]!.id}, 'raised', 'danger', 'mail', ${recipient}, 'Room 1 (A.B.)') returning id`.execute(
      portal.owner,
    )
    ids.push(made.rows[0]!.id)
  }
  return ids
}

describe('messages about an erased resident', () => {
  it('go, and those go nowhere that only hold the same words [PR-1]', async () => {
    for (const [first, last] of [
      ['Eupnea', 'recovery'],
      ['If', 'You'],
      ['A', 'b'],
      ['', ''],
    ] as const) {
      await portal.owner.deleteFrom('deliveries').execute()
      const patient_id = await addResident(first, last)
      await addAlert(patient_id, ['ward@care.example'])
      await addMessage('mail', 'nurse@care.example', 'Your Eupnea recovery code. If you did not ask: a b')
      await admin.call(privacy.eraseResident, { patient_id })
      expect(await outbox()).toEqual(['nurse@care.example||Your Eupnea recovery code. If you did not ask: a b'])
    }
  })

  it('stay where they stand for messages about others too [PR-1]', async () => {
    const [ada, bea] = [await addResident('Ada', 'Byron'), await addResident('Bea', 'Cole')]
    const merge = async (body: string, ids: readonly string[]) => {
      const merged_into = await addMessage('mail', 'ward@care.example', body)
      const values = { status: 'merged', merged_into, body: null } as const
      await portal.owner.updateTable('deliveries').set(values).where('id', 'in', ids).execute()
      return merged_into
    }
    const of = async (...people: string[]) =>
      (await Promise.all(people.map((patient_id) => addAlert(patient_id, ['ward@care.example'])))).flat()
    const both = await merge('both', await of(ada, bea))
    await merge('hers', [await merge('hers before', await of(ada, ada)), ...(await of(ada))])
    const [bea1] = await of(bea)
    await admin.call(privacy.eraseResident, { patient_id: ada })
    const left = await portal.owner.selectFrom('deliveries').select(['id', 'merged_into']).execute()
    const [of2] = left.filter(({ merged_into }) => merged_into === both)
    expect(left.map(({ id }) => id).toSorted()).toEqual([both, bea1, of2!.id].toSorted())
  })
})
