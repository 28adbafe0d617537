import { listAuditEntries } from '@eupnea/contract/audit.ts'
import type { CallArguments } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { auditRoutes, recordAudit } from './index.ts'

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp(auditRoutes)
  admin = await portal.asUser({ email: 'admin@house.example' })
  const people = [
    ['user-1', 'nora_night@house.example'],
    ['user-2', 'noraxnight@other.example'],
  ]
  for (const [id, email] of people)
    for (const [act, clinic_id, resident_id, user_id] of [
      ['resident.read', 'maple', 'ada', null],
      ['resident.discharge', 'maple', 'ada', null],
      ['resident-list.odd', 'birch', null, null],
      ['user.delete', null, null, 'user-9'],
    ] as const)
      await portal.owner
        .insertInto('audit_entries')
        .values({
          actor_type: 'user',
          actor_id: id!,
          actor_name: email!,
          act,
          clinic_id,
          resident_id,
          detail: JSON.stringify(user_id ? { user_id } : {}),
          at: Temporal.Instant.from(act === 'user.delete' ? '2026-02-01T00:00:00Z' : '2026-01-01T00:00:00Z'),
          address: '192.0.2.7',
          request_id: 'r-1',
        })
        .execute()
})
afterAll(() => portal.close())

const search = async (input: CallArguments<typeof listAuditEntries>) =>
  (await admin.call(listAuditEntries, input)).items.filter(({ act }) => act !== 'audit.search')
const found = async (input: CallArguments<typeof listAuditEntries>) =>
  (await search(input)).map(({ actor_id, act }) => `${actor_id} ${act}`)

describe('listAuditEntries', () => {
  it('shows who, what, when and from where, newest first, paged [AP-5]', async () => {
    const [newest, ...others] = await search({})
    expect(newest).toMatchObject({
      actor_type: 'user',
      actor_id: 'user-2',
      actor_name: 'noraxnight@other.example',
      act: 'user.delete',
      at: '2026-02-01T00:00:00Z',
      clinic_id: null,
      detail: { user_id: 'user-9' },
      address: '192.0.2.7',
      request_id: 'r-1',
    })
    expect(others).toHaveLength(7)
    const page = await admin.call(listAuditEntries, { person: 'user-1', page: 2, page_size: 3 })
    expect(page.pagination).toEqual({ page: 2, page_size: 3, total_records: 4 })
    expect(page.items.map(({ act }) => act)).toEqual(['resident.read'])
  })

  it('finds by person: part of the e-mail, or the id of who acted or was acted upon [AP-5]', async () => {
    expect(await found({ person: 'NORA_' })).toEqual([
      'user-1 user.delete',
      'user-1 resident-list.odd',
      'user-1 resident.discharge',
      'user-1 resident.read',
    ])
    expect(await found({ person: 'user-2', act: 'user' })).toEqual(['user-2 user.delete'])
    expect(await found({ person: 'user-9' })).toEqual(['user-2 user.delete', 'user-1 user.delete'])
    expect(await found({ person: 'user' })).toEqual([])
  })

  it('calls a resident as the whole interface does, patient_id [AP-5]', async () => {
    const query = '?patient_id=ada&person=user-1'
    const { status, body } = await admin.send('GET', `${listAuditEntries.path}${query}`)
    const { items } = body as { items: Record<string, unknown>[] }
    expect([status, items.map(({ patient_id }) => patient_id)]).toEqual([200, ['ada', 'ada']])
    expect(items[0]).not.toHaveProperty('resident_id')
  })

  it('finds by resident, facility, act and time, alone and together [AP-5]', async () => {
    expect(await found({ patient_id: 'ada', person: 'user-1' })).toHaveLength(2)
    expect(await found({ clinic_id: 'birch' })).toEqual(['user-2 resident-list.odd', 'user-1 resident-list.odd'])
    expect(await found({ act: 'resident', person: 'user-1' })).toEqual([
      'user-1 resident.discharge',
      'user-1 resident.read',
    ])
    expect(await found({ act: 'resident.read' })).toEqual(['user-2 resident.read', 'user-1 resident.read'])
    expect(await found({ act: 'res_dent' })).toEqual([])
    expect(await found({ act: 'user', from: '2026-02-01T00:00:00Z', until: '2026-02-01T00:00:01Z' })).toHaveLength(2)
    expect(await found({ until: '2026-02-01T00:00:00Z' })).toHaveLength(6)
    expect(await found({ until: '2026-02-01T01:00:00+01:00' })).toHaveLength(6)
    expect((await admin.refused(listAuditEntries, { from: 'yesterday' })).body.field).toBe('from')
  })

  it('records that somebody looked, and for whom without naming them [AP-5]', async () => {
    await admin.call(listAuditEntries, { patient_id: 'ada', person: 'nora_night' })
    const [last] = (await admin.call(listAuditEntries, { act: 'audit.search' })).items
    expect(last).toMatchObject({ actor_id: admin.userId, act: 'audit.search', patient_id: 'ada' })
    expect(JSON.stringify(last!.detail)).not.toContain('nora')
  })

  it('is for Superadmins alone [AP-5] [ID-7]', async () => {
    for (const groups of [['vc-admin', 'superadmin-feature'], ['vc-admin'], ['clinic'], ['member']])
      expect((await (await portal.asUser({ groups })).refused(listAuditEntries, {})).status).toBe(403)
    expect((await portal.anonymous.refused(listAuditEntries, {})).status).toBe(401)
  })
})

describe('entries', () => {
  it('cannot be changed or removed as the role that the portal works as [AP-5]', async () => {
    const origin = {
      database: portal.database,
      actor: { type: 'job', name: 'test' },
      log: createLog('silent'),
    } as const
    await withCtx(origin, (ctx) => recordAudit(ctx, { act: 'audit.search' }))
    const before = await sql`select * from audit_entries order by id`.execute(portal.owner)
    const attempts = [
      sql`update audit_entries set act = 'nothing.happened'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
      sql`alter table audit_entries disable row level security`,
      sql`drop table audit_entries`,
      sql`insert into audit_entries (id, actor_type, actor_id, actor_name, act) overriding system value
        select id, actor_type, actor_id, actor_name, 'nothing.happened' from audit_entries
        on conflict (id) do update set act = excluded.act`,
    ]
    for (const attempt of attempts)
      await expect(withCtx(origin, (ctx) => attempt.execute(ctx.db))).rejects.toThrow(/permission denied|must be owner/)
    expect((await sql`select * from audit_entries order by id`.execute(portal.owner)).rows).toEqual(before.rows)
  })

  it('are seen by nobody whose scope is a few facilities [AP-5] [FA-4]', async () => {
    const clinicIds = ['maple']
    const actor = { type: 'link', id: 'link-1', clinicIds } as const
    const origin = { database: portal.database, actor, log: createLog('silent') }
    const { rows } = await withCtx(origin, (ctx) => sql`select * from audit_entries`.execute(ctx.db))
    expect(rows).toEqual([])
  })

  it('have one call, which reads [AP-5]', () => {
    const about = calls.filter(({ name, path }) => /audit/i.test(name) || /audit/i.test(path))
    expect(about.map(({ name, method }) => `${method} ${name}`)).toEqual(['GET listAuditEntries'])
  })
})
