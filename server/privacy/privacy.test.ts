import * as privacy from '@eupnea/contract/privacy.ts'
import { createReportLink } from '@eupnea/contract/reports.ts'
import { flagResident, readResident, saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { deleteUser, readUser, setUserStatus, updateUser } from '@eupnea/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { reportLinkRoutes } from '../reports/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { userRoutes } from '../users/index.ts'
import { privacyRoutes } from './index.ts'

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...privacyRoutes,
    ...residentRoutes,
    ...userRoutes(sessions),
    ...reportLinkRoutes(() => 'http://portal.example'),
  ])
  admin = await portal.asUser()
})
afterAll(() => portal.close())

/** Tables and columns of the whole database that contain any of the words. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'character varying', 'json', 'date')`.execute(
    portal.owner,
  )
  expect(columns.length).toBeGreaterThan(50)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)}::text as value from ${sql.table(table)}`.execute(portal.owner)
    const text = rows.map(({ value }) => value ?? '').join('\n')
    if (words.some((word) => text.toLowerCase().includes(word.toLowerCase()))) found.push(`${table}.${column}`)
  }
  return found
}

async function makeResident() {
  const clinic_id = await portal.createClinic()
  const row = {
    ...{ clinic_id, first_name: 'Zephyrine', last_name: 'Quillfeather', room: 'QZ7', mr_no: 'mr-zq-77' },
    ...{ billing_information: 'bill-zq-88', dob: '1931-02-03' },
  }
  const patient_id = await portal.createResident(row)
  await admin.call(flagResident, { patient_id, status: 2, note: 'Quillfeather looked pale' })
  const { rows } = await sql<{ no: number }>`
    with d as (
      insert into devices (uid, name, tz, clinic_id, key_hash) values (${patient_id}, 'Q', 'UTC', ${clinic_id}, '')
      returning id, no
    ), a as (
      insert into device_assignments (clinic_id, device_id, resident_id, since)
      select ${clinic_id}, id, ${patient_id}, now() - interval '2 hours' from d
    ), n as (
      insert into notifications (clinic_id, title, description, action, severity, patient_id, extra_detail)
      values (${clinic_id}, 'High', 'Zephyrine Quillfeather breathes fast', 'rr', 'danger', ${patient_id},
        '{"name":"Zephyrine"}')
      returning id
    ), f as (
      insert into files (store, state, clinic_id, resident_id, name)
      values ('face-sheets', 'kept', ${clinic_id}, ${patient_id}, 'Quillfeather.pdf')
    ), o as (
      insert into deliveries (clinic_id, notification_id, step, severity, channel, recipient, body)
      select ${clinic_id}, n.id, 'raised', 'danger', 'sms', '+440000', 'Zephyrine Quillfeather, QZ7' from n
    ), l as (
      insert into ehr_links (clinic_id, source, external_id, resident_id, said)
      values (${clinic_id}, 'pcc', 'e-1', ${patient_id}, '{"first_name":"Zephyrine"}')
    ), u as (
      insert into ehr_runs (clinic_id, source, state, started_by) values (${clinic_id}, 'pcc', 'done', 'x') returning id
    ), e as (
      -- Matched; not matched, but under their id or record number; maybe theirs; and somebody else's.
      insert into ehr_rows (run_id, no, clinic_id, external_id, kind, name, incoming, resident_id, candidates)
      select u.id, e.* from u, (values
        (1, ${clinic_id}, 'e-1', 'update', 'Zephyrine Quillfeather', '{"dob":"1931-02-03"}'::jsonb, ${patient_id}, '{}'::text[]),
        (2, ${clinic_id}, 'e-1', 'failed', 'Quillfeather', null, null, '{}'),
        (3, ${clinic_id}, 'e-2', 'create', 'Zephyrine', '{"mr_no":"mr-zq-77"}', null, '{}'),
        (4, ${clinic_id}, 'e-3', 'ask', 'Z. Quillfeather', null, null, array['other', ${patient_id}]),
        (5, ${clinic_id}, 'e-4', 'unchanged', 'Ada Byron', null, 'other', '{}')
      ) e
    )
    select no from d`.execute(portal.owner)
  const device_no = rows[0]!.no
  await sql`select keep_partitions(current_date - 1, current_date + 1, current_date - 9, current_date - 9)`.execute(
    portal.owner,
  )
  const { no: clinic_no } = await portal.owner
    .selectFrom('clinics')
    .select('no')
    .where('id', '=', clinic_id)
    .executeTakeFirstOrThrow()
  // Every minute of the hour before the resident came and the two hours since.
  await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
    select ${device_no}, ${clinic_no}, date_trunc('minute', now()) - make_interval(mins => m), 60, 60, 900, 14, 16, 60, 48, 60
    from generate_series(1, 180) m`.execute(portal.owner)
  await sql`insert into closed_minutes select device_no, clinic_no, minute, true from minutes
    where device_no = ${device_no}`.execute(portal.owner)
  await sql`insert into readings select ${device_no}, ${clinic_no}, now() - make_interval(mins => m), 15, 1
    from generate_series(1, 180) m`.execute(portal.owner)
  await sql`insert into hours select ${device_no}, ${clinic_no}, date_trunc('hour', now()) - interval '1 hour', 60, 60, 60, 60,
    900, 14, 16, 48`.execute(portal.owner)
  await sql`insert into latest values (${device_no}, ${clinic_no}, now(), 15, 1, now())`.execute(portal.owner)
  await sql`insert into watch_checkpoints (device_no, resident_id, at, judged_until, watch)
    values (${device_no}, ${patient_id}, now(), now(), '{"runRr":15}')`.execute(portal.owner)
  return { patient_id, clinic_id, device_no }
}

const countOf = async (table: string, device_no: number): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*)::int4 as n from ${sql.table(table)} where device_no = ${device_no}`.execute(portal.owner)
  ).rows[0]!.n

const words = ['Zephyrine', 'Quillfeather', 'QZ7', 'mr-zq-77', 'bill-zq-88', '1931-02-03']

it('erases a resident who has left, and leaves no name and no reading, but the audit log [PR-1]', async () => {
  const { patient_id, device_no } = await makeResident()
  await admin.call(saveResident, { patient_id, billing_information: 'bill-zq-89' })
  expect((await placesOf(words)).length).toBeGreaterThan(5)
  expect(await placesOf(['bill-zq-88'])).toContain('audit_entries.detail')
  const inCare = await admin.refused(privacy.eraseResident, { patient_id })
  expect(inCare).toMatchObject({ status: 409, body: { code: 'still_there' } })
  const asked = {
    kind: 'erasure',
    subject_type: 'resident',
    subject_id: patient_id,
    received_on: '2026-01-01',
  } as const
  const { request_id, is_in_care } = await admin.call(privacy.createPrivacyRequest, asked)
  expect(is_in_care).toBe(true)
  await admin.call(setResidentStatus, { patient_id, status: 2 })
  const { items } = await admin.call(privacy.listPrivacyRequests, { state: 'open' })
  expect(items.find((one) => one.request_id === request_id)).toMatchObject({ is_in_care: false })
  const before = await portal.owner
    .selectFrom('audit_entries')
    .selectAll()
    .where('resident_id', '=', patient_id)
    .orderBy('id')
    .execute()
  await admin.call(privacy.eraseResident, { patient_id })
  const closed = (await admin.call(privacy.listPrivacyRequests, {})).items.find((one) => one.request_id === request_id)
  expect(closed).toMatchObject({ state: 'done' })
  // Where the sensor stands is the facility's, whoever was there.
  expect(await placesOf(words)).toEqual(['device_beds.room'])
  expect(await placesOf(['Ada Byron'])).toEqual(['ehr_rows.name'])
  expect(await placesOf([patient_id])).toEqual([
    'audit_entries.resident_id',
    'audit_links.erased',
    // so named by this test
    'devices.uid',
    'privacy_requests.subject_id',
  ])
  expect((await admin.refused(readResident, { patient_id })).status).toBe(404)
  expect((await admin.refused(privacy.eraseResident, { patient_id })).status).toBe(404)
  // What the device measured before they came belongs to somebody else.
  expect(await countOf('minutes', device_no)).toBeGreaterThanOrEqual(59)
  expect(await countOf('minutes', device_no)).toBeLessThanOrEqual(60)
  expect(await countOf('closed_minutes', device_no)).toBe(await countOf('minutes', device_no))
  expect(await countOf('readings', device_no)).toBeLessThanOrEqual(60)
  expect(await countOf('hours', device_no)).toBe(0)
  // That it sent something says nothing of them.
  const latest = portal.owner.selectFrom('latest').select(['rr', 'dist']).where('device_no', '=', device_no)
  expect(await latest.execute()).toEqual([{ rr: null, dist: null }])
  const after = await portal.owner
    .selectFrom('audit_entries')
    .selectAll()
    .where('resident_id', '=', patient_id)
    .orderBy('id')
    .execute()
  const withoutChanges = before.map(({ detail, ...entry }) => {
    const { changes: _gone, ...kept } = detail as Record<string, unknown>
    return { ...entry, detail: kept }
  })
  expect(after.slice(0, before.length)).toEqual(withoutChanges)
  expect(after.at(-1)).toMatchObject({ act: 'privacy.erase-resident', actor_id: admin.userId })
})

it('erases several people at the same moment [PR-1]', async () => {
  const clinic_id = await portal.createClinic()
  const people = await Promise.all(Array.from({ length: 6 }, () => portal.asUser({ clinicIds: [clinic_id] })))
  const residents: string[] = []
  for (const person of people) {
    const id = await portal.createResident({ clinic_id, first_name: 'A', last_name: person.email, status: 2 })
    residents.push(id)
    // Each has data about the other.
    for (const { email } of people)
      await sql`insert into notifications (clinic_id, title, description, action, severity, patient_id, extra_detail)
        values (${clinic_id}, 'High', ${`Ask ${email}`}, 'rr', 'danger', ${id}, '{}')`.execute(portal.owner)
  }
  await Promise.all([
    ...people.map(({ userId }) => admin.call(privacy.eraseUser, { user_id: userId })),
    ...residents.map((patient_id) => admin.call(privacy.eraseResident, { patient_id })),
  ])
  expect(await placesOf(people.map(({ email }) => email))).toEqual([])
})

it('erases a resident who had a sensor for seconds, between two others of the same minute [PR-1]', async () => {
  const clinic_id = await portal.createClinic()
  const device_id = await portal.createDevice({ clinic_id })
  const addResident = () => portal.createResident({ clinic_id, status: 2 })
  const patient_id = await addResident()
  const links = [await addResident(), patient_id, await addResident()].map((resident_id, index) => ({
    ...{ clinic_id, device_id, resident_id },
    since: Temporal.Instant.from(`2026-03-02T08:00:${index + 1}0Z`),
    until: Temporal.Instant.from(`2026-03-02T08:00:${index + 2}0Z`),
  }))
  await portal.owner.insertInto('device_assignments').values(links).execute()
  await admin.call(privacy.eraseResident, { patient_id })
  expect((await admin.refused(privacy.exportResidentData, { patient_id })).status).toBe(404)
})

it('erases a user, and leaves no name, but what they did in the audit log under their id [PR-1]', async () => {
  const { patient_id, clinic_id } = await makeResident()
  const email = 'ulrika.erased@test.example'
  const user = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id], email })
  const namesake = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  const named = { first_name: 'Ulrika', last_name: 'Vanishing' }
  // The audit log records the old and the new name.
  await admin.send('PUT', updateUser.path.replace('{user_id}', user.userId), named)
  await portal.owner
    .updateTable('users')
    .set({ name: 'Ulrika Vanishing', ...named })
    .where('id', '=', namesake.userId)
    .execute()
  await sql`insert into audit_entries (actor_type, actor_id, actor_name, address, act, detail) values
    ('anonymous', '', '', '203.0.113.7', 'session.sign-in-failed', ${{ user_id: user.userId }})`.execute(portal.owner)
  await user.call(flagResident, { patient_id, status: 3, note: 'Seen' })
  await namesake.call(flagResident, { patient_id, status: 4, note: 'Seen too' })
  await user.call(createReportLink, { clinic_id, date: '2026-01-01', recipient: 'Dr Grey', days: 1 })
  await portal.owner
    .updateTable('clinics')
    .set({ alert_recipients: [email, 'b@test.example'] })
    .where('id', '=', clinic_id)
    .execute()
  await sql`insert into deliveries (channel, recipient, subject, body) values ('mail', ${email}, 'Hi', 'Hello Ulrika'),
    ('mail', 'b@test.example', 'Report', ${`sent by ${email.toUpperCase()}.`})`.execute(portal.owner)
  await sql`insert into notifications (clinic_id, title, description, action, severity, extra_detail, acknowledged_by,
      acknowledged_name)
    values (${clinic_id}, 'High', 'x', 'rr', 'danger', '{}', ${user.userId}, 'Ulrika Vanishing')`.execute(portal.owner)
  const acts = () =>
    portal.owner
      .selectFrom('audit_entries')
      .select(['id', 'act', 'at', 'resident_id'])
      .where('actor_id', '=', user.userId)
      .orderBy('id')
      .execute()
  const before = await acts()
  expect(before.length).toBeGreaterThan(1)
  expect(await placesOf(['203.0.113.7'])).toEqual(['audit_entries.address'])

  await admin.call(privacy.eraseUser, { user_id: user.userId })
  expect(await placesOf([email, '203.0.113.7'])).toEqual([])
  // People with the same name keep it.
  expect((await placesOf(['Vanishing'])).toSorted()).toEqual([
    'resident_flag_logs.created_by',
    'users.last_name',
    'users.name',
    'users.names_folded',
  ])
  const logs = await portal.owner
    .selectFrom('resident_flag_logs')
    .select(['created_by', 'note'])
    .where('resident_id', '=', patient_id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(logs).toEqual([
    { created_by: 'Ulrika Vanishing', note: 'Seen too' },
    { created_by: 'Erased', note: 'Seen' },
  ])
  expect(await acts()).toEqual(before)
  expect((await user.refused(readUser, { user_id: user.userId })).status).toBe(401)
  // Repeating it does no harm; a remaining user can't be the last Superadmin or oneself.
  await admin.call(privacy.eraseUser, { user_id: user.userId })
  expect((await admin.refused(privacy.eraseUser, { user_id: admin.userId })).status).toBe(409)
  expect((await admin.call(readUser, { user_id: admin.userId })).email).toBe(admin.email)
})

it('erases a user who was deleted before, also where they acted on notifications [PR-1]', async () => {
  const { patient_id, clinic_id } = await makeResident()
  const user = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  await portal.owner.updateTable('users').set({ name: 'Oda Leaving' }).where('id', '=', user.userId).execute()
  for (const id of [user.userId, 'somebody-else'])
    await sql`with n as (
        insert into notifications (clinic_id, title, description, action, severity, patient_id, extra_detail,
          acknowledged_by, acknowledged_name, snoozed_by, snoozed_name)
        values (${clinic_id}, 'High', 'x', 'rr', 'danger', ${patient_id}, '{}', ${id}, 'Oda Leaving', ${id}, 'Oda Leaving')
        returning id
      )
      insert into deliveries (clinic_id, notification_id, step, severity, channel, recipient, opened_by, opened_name)
      select ${clinic_id}, id, 'raised', 'danger', 'sms', '+44', ${id}, 'Oda Leaving' from n`.execute(portal.owner)
  await admin.call(deleteUser, { user_id: user.userId })
  await admin.call(privacy.eraseUser, { user_id: user.userId })
  const { rows } = await sql<{ names: string[] }>`
    select array[n.acknowledged_name, n.snoozed_name, d.opened_name] as names
    from notifications n join deliveries d on d.notification_id = n.id
    where n.acknowledged_name is not null and n.clinic_id = ${clinic_id} order by n.acknowledged_name`.execute(
    portal.owner,
  )
  // People with the same name keep it.
  expect(rows.map(({ names }) => names)).toEqual([Array(3).fill('Erased'), Array(3).fill('Oda Leaving')])
})

it('gives a copy of everything about a person, and no secrets [PR-1]', async () => {
  const { patient_id } = await makeResident()
  const copy = (await admin.send('GET', `/privacy/residents/${patient_id}/export`)) as {
    headers: Headers
    body: {
      kept: Record<string, { first_name?: string; note?: string; no?: number }[]>
      minutes: unknown[]
      audit: { act: string }[]
    }
  }
  expect(copy.headers.get('content-disposition')).toContain(`resident-${patient_id}.json`)
  expect(copy.body.kept.residents).toMatchObject([{ first_name: 'Zephyrine', room: 'QZ7' }])
  expect(Object.keys(copy.body.kept)).toEqual(
    expect.arrayContaining(['resident_flag_logs', 'device_assignments', 'notifications', 'files', 'ehr_links']),
  )
  // The rows an import certainly matched with them.
  expect(copy.body.kept.ehr_rows?.map(({ no }) => no)).toEqual([1, 2])
  expect([119, 120]).toContain(copy.body.minutes.length)
  expect(copy.body.minutes[0]).toMatchObject({ rr_avg: 15, rr_min: 14, rr_max: 16, in_bed: true })
  expect(copy.body.audit.map(({ act }) => act)).toContain('resident.flag')

  const user = await portal.asUser({ groups: ['member'] })
  await admin.call(setUserStatus, { user_id: user.userId, status: 0 })
  await sql`insert into accounts (user_id, account_id, provider_id, password) values (${user.userId}, 'a', 'c', 'hash-zq')`.execute(
    portal.owner,
  )
  // Stored for a repeated call, about somebody else.
  const call = { user_id: user.userId, key: 'k', call: 'saveResident', input: Buffer.from('i') }
  await portal.owner
    .insertInto('answered_calls')
    .values({ ...call, answer: '"Rosalind"' })
    .execute()
  const own = await admin.send('GET', `/privacy/users/${user.userId}/export`)
  const text = JSON.stringify(own.body)
  expect(text).toContain(user.email)
  expect(text).toContain('user.disable')
  expect(text).not.toMatch(/hash-zq|"token"|names_folded|Rosalind/)
  expect((await admin.send('GET', '/privacy/users/nobody/export')).status).toBe(404)
  for (const groups of [['clinic'], ['vc-admin', 'superadmin-feature'], ['member']]) {
    const other = await portal.asUser({ groups })
    expect((await other.send('GET', `/privacy/users/${other.userId}/export`)).status).toBe(403)
  }
})

it('keeps requests with the days on which they are due [PR-1]', async () => {
  const user = await portal.asUser({ groups: ['member'] })
  const asked = { kind: 'export', subject_type: 'user', subject_id: user.userId } as const
  const received_on = Temporal.Now.plainDateISO('UTC').subtract({ days: 3 })
  const { request_id, ...request } = await admin.call(privacy.createPrivacyRequest, {
    ...asked,
    received_on: received_on.toString(),
  })
  expect(request).toMatchObject({
    ...asked,
    subject_name: 'Test User',
    due_on: received_on.add({ days: 14 }).toString(),
    latest_on: received_on.add({ months: 1 }).toString(),
    state: 'open',
  })
  const extended = await admin.call(privacy.extendPrivacyRequest, { request_id, extension: 'Two archives' })
  expect(extended).toMatchObject({ due_on: received_on.add({ months: 3 }).toString(), extension: 'Two archives' })
  expect((await admin.refused(privacy.extendPrivacyRequest, { request_id, extension: 'More' })).status).toBe(409)
  expect(await admin.refused(privacy.closePrivacyRequest, { request_id, state: 'refused' })).toMatchObject({
    status: 422,
    body: { field: 'reason' },
  })
  const closed = await admin.call(privacy.closePrivacyRequest, { request_id, state: 'refused', reason: 'No proof' })
  expect(closed).toMatchObject({ state: 'refused', reason: 'No proof' })
  expect((await admin.refused(privacy.closePrivacyRequest, { request_id, state: 'done' })).status).toBe(409)

  const old = { ...asked, received_on: Temporal.Now.plainDateISO('UTC').subtract({ months: 2 }).toString() }
  const late = await admin.call(privacy.createPrivacyRequest, { ...old, kind: 'erasure' })
  const tooLate = { request_id: late.request_id, extension: 'Late' }
  expect((await admin.refused(privacy.extendPrivacyRequest, tooLate)).body.code).toBe('too_late')
  await admin.call(privacy.eraseUser, { user_id: user.userId })
  const { items } = await admin.call(privacy.listPrivacyRequests, { state: 'done' })
  expect(items.find((one) => one.request_id === late.request_id)).toMatchObject({ subject_name: null })
  expect((await admin.refused(privacy.createPrivacyRequest, { ...old, subject_id: 'nobody' })).status).toBe(404)
})
