import { listUsers, listUsersOfType, readUser, updateUser, type userSorts } from '@eupnea/contract/users.ts'
import { Kysely, type LogConfig, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInClient, TestHttp } from '../../tests/kit/portal.ts'
import type { Ctx } from '../platform/context.ts'
import { createPool } from '../platform/database.ts'
import { addUser, startPeople } from './people.fixture.ts'
import { selectUsers, type UserFilter } from './users.sql.ts'

let portal: TestHttp
let admin: SignedInClient
const crowd = 30_000

beforeAll(async () => {
  portal = await startPeople()
  admin = await portal.asUser({ email: 'zz-admin@house.example' })
})
afterAll(() => portal.close())

type Sort = (typeof userSorts)[number]

describe('a few users', () => {
  it('are sorted by each sort in both orders, and filtered by status and facility [US-2]', async () => {
    const clinic = await portal.createClinic()
    const people = [
      { first_name: 'Ann', last_name: 'brown', email: 'c@sort.example', user_type: 'member' },
      { first_name: 'Bob', last_name: 'Brown', email: 'a@sort.example', user_type: 'vc-admin' },
      { first_name: 'Cid', last_name: 'adams', email: 'b@sort.example', user_type: 'member', clinic_ids: [clinic] },
    ] as const
    const ids: Record<string, string> = {}
    for (const person of people) {
      const made = await addUser(admin, { ...person, clinic_ids: 'clinic_ids' in person ? [clinic] : [] })
      ids[person.first_name] = made.id
    }
    const signIns = [
      [ids.Bob, '2026-01-02T00:00:00Z'],
      [ids.Ann, '2026-01-01T00:00:00Z'],
    ] as const
    for (const [id, at] of signIns)
      await portal.owner
        .updateTable('users')
        .set({ last_login: Temporal.Instant.from(at), status: at.includes('01-02') ? 0 : 1 })
        .where('id', '=', id!)
        .execute()
    const names = async (more: object) =>
      (await admin.call(listUsers, { email: '@sort.', ...more })).users.map(({ first_name }) => first_name)
    const expected: Record<Sort, string[]> = {
      name: ['Cid', 'Ann', 'Bob'],
      email: ['Bob', 'Cid', 'Ann'],
      user_type: ['Cid', 'Ann', 'Bob'],
      created_at: ['Ann', 'Bob', 'Cid'],
      // Users who never signed in come first.
      last_login: ['Cid', 'Ann', 'Bob'],
    }
    for (const [sort, order] of Object.entries(expected)) {
      expect([sort, await names({ sort })]).toEqual([sort, order])
      expect([sort, await names({ sort, order: 'desc' })]).toEqual([sort, order.toReversed()])
    }
    expect(await names({ status: 0 })).toEqual(['Bob'])
    expect(await names({ status: 1 })).toEqual(['Cid', 'Ann'])
    expect(await names({ clinic_id: clinic })).toEqual(['Cid'])
    expect(await names({ status: '', clinic_id: '', user_id: '' })).toEqual(await names({}))
    expect((await admin.refused(listUsers, { sort: 'password' })).body.field).toBe('sort')
    expect((await admin.refused(listUsers, { status: 2 })).body.field).toBe('status')
  })
})

it('come by name as people look for them: Ö beside O, capitals aside [US-2]', async () => {
  const sought = ['oberg 9', 'Oberg 10', 'Öberg 11', 'Zola']
  for (const [index, last_name] of sought.entries())
    await addUser(admin, { last_name, email: `${9 - index}@natural.example` })
  for (const order of ['asc', 'desc'] as const) {
    const { users } = await admin.call(listUsers, { email: '@natural.', sort: 'name', order })
    expect(users.map(({ last_name }) => last_name)).toEqual(order === 'asc' ? sought : sought.toReversed())
  }
})

it('of one type come in pages that say how many there are [US-2] [AP-1]', async () => {
  for (const last_name of ['Xu', 'Yun', 'Zed'])
    await addUser(admin, { last_name, email: `${last_name}@triage.example`, user_type: 'clinical-triage' })
  const pageOf = async (page: number, page_size?: number) => {
    const { items, pagination } = await admin.call(listUsersOfType, { user_type: 'clinical-triage', page, page_size })
    return [items.map(({ last_name }) => last_name), pagination]
  }
  expect(await pageOf(2, 2)).toEqual([['Zed'], { page: 2, page_size: 2, total_records: 3 }])
  expect(await pageOf(3, 2)).toEqual([[], { page: 3, page_size: 2, total_records: 3 }])
  expect(await pageOf(1)).toEqual([['Xu', 'Yun', 'Zed'], { page: 1, page_size: 200, total_records: 3 }])
  expect((await admin.refused(listUsersOfType, { page_size: 201 })).body.field).toBe('page_size')
})

describe('a Provider', () => {
  it('gets the people of their facilities and nothing of the others [FA-4]', async () => {
    const [own, foreign] = [await portal.createClinic({ name: 'Own' }), await portal.createClinic({ name: 'Foreign' })]
    const both = await addUser(admin, { last_name: 'Both', clinic_ids: [own, foreign] })
    const stranger = await addUser(admin, { last_name: 'Stranger', clinic_ids: [foreign] })
    const provider = await portal.asUser({ groups: ['vc-admin'], clinicIds: [own] })
    const { users, pagination } = await provider.call(listUsers, {})
    expect(users.map(({ id }) => id).sort()).toEqual([both.id, provider.userId].sort())
    expect(pagination.total_records).toBe(2)
    expect(await provider.call(readUser, { user_id: both.id })).toMatchObject({
      clinic_ids: [own],
      clinic_list: [{ id: own, name: 'Own' }],
    })
    expect((await provider.refused(readUser, { user_id: stranger.id })).status).toBe(404)
    expect((await provider.call(listUsersOfType, {})).items).toHaveLength(2)
    expect((await provider.refused(listUsers, { clinic_id: foreign })).status).toBe(404)
    expect((await provider.refused(updateUser, { user_id: both.id, first_name: 'No' })).status).toBe(403)
  })
})

describe('very many users', () => {
  beforeAll(async () => {
    await sql`insert into users (id, email, name, first_name, last_name, user_type, groups, created_at, last_login)
      select 'crowd-' || n, 'person' || n || '@crowd' || n % 97 || '.example', 'Person ' || n, 'Person' || n % 50,
        case when n % 60 = 0 then 'Anderson' when n % 3 = 0 then 'Ana' else 'Holm' end || n % 700,
        (array['clinic-web', 'member', 'vc-admin'])[n % 3 + 1], '{member}', now() - n * interval '1 minute',
        case when n % 4 > 0 then now() - n % 5000 * interval '1 minute' end
      from generate_series(1, ${crowd}::int) n`.execute(portal.owner)
    await sql`vacuum analyze users`.execute(portal.owner)
  })

  it('are counted a page ahead at least, and every page is another [US-2]', async () => {
    const seen = new Set<string>()
    const capped = { total_records: 10_000, is_capped: true }
    const counted = {
      1: capped,
      49: capped,
      50: { total_records: 20_000, is_capped: true },
      150: { total_records: crowd },
    }
    for (const [page, expected] of Object.entries(counted)) {
      const { users, pagination } = await admin.call(listUsers, { email: '@crowd', page: Number(page), page_size: 200 })
      expect(pagination).toEqual({ page: Number(page), page_size: 200, ...expected })
      for (const { id } of users) seen.add(id)
    }
    expect(seen.size).toBe(800)
    const beyond = await admin.call(listUsers, { email: '@crowd', page: 151, page_size: 200 })
    expect([beyond.users, beyond.pagination.total_records]).toEqual([[], crowd])
    const found = await admin.call(listUsers, { name: 'anders' })
    expect(found.pagination.total_records).toBe(crowd / 60)
    const many = await admin.call(listUsers, { name: '1 HÓLM' })
    expect([many.users.length, many.pagination.total_records]).toEqual([10, crowd / 15])
    for (const { first_name, last_name } of many.users) expect(`${first_name} ${last_name}`).toMatch(/1 Holm/)
    // A later page, and a term too short for trigrams.
    const deep = await admin.call(listUsers, { name: 'an', email: '@crowd', page: 500, page_size: 10 })
    expect(deep.users).toHaveLength(10)
    expect(deep.pagination.total_records).toBe(crowd / 3)
  })

  describe('are never read one by one:', () => {
    const statements: { sql: string; parameters: readonly unknown[] }[] = []
    const log: LogConfig = ({ query }) => void statements.push({ sql: query.sql, parameters: query.parameters })
    let pool: Pool
    let db: Kysely<unknown>
    beforeAll(() => {
      pool = createPool(portal.connections.identity, { name: 'plans', max: 1, settings: { 'app.scope': 'all' } })
      db = new Kysely({ dialect: new PostgresDialect({ pool }), log })
    })
    afterAll(() => db.destroy())

    /** How the page is read, and how its rows are counted. */
    async function plansOf({ offset = 0, ...filter }: Partial<UserFilter> & { offset?: number }) {
      statements.length = 0
      const whole = { types: [], sort: 'name', order: 'asc', ...filter } as const
      await selectUsers({ db, actor: { type: 'job', name: 'test' } } as unknown as Ctx, whole, { offset, limit: 10 })
      const plans = { read: '', count: '' }
      for (const { sql: text, parameters } of statements.splice(0)) {
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
        plans[text.includes('count(*)') ? 'count' : 'read'] = rows.map((row) => row['QUERY PLAN']).join('\n')
      }
      return plans
    }

    it('sorts, deep pages and searches use indexes [US-2]', async () => {
      const filters: (Partial<UserFilter> & { offset?: number })[] = [
        ...(['name', 'email', 'user_type', 'created_at', 'last_login'] as const).flatMap((sort) =>
          (['asc', 'desc'] as const).flatMap((order) => [
            { sort, order },
            { sort, order, offset: 9_990 },
          ]),
        ),
        ...['anders', 'an', 'qx', 'a'].flatMap((part) => [{ name: part }, { email: part }]),
        { name: 'an', offset: 5_000 },
        { types: ['member'] },
        { types: ['member', 'vc-admin'], offset: 5_000 },
        { status: 0 },
        { status: 1 },
        { user_id: 'crowd-7' },
      ]
      for (const filter of filters) {
        const { read, count } = await plansOf(filter)
        // Large parts of the table can also be counted quickly with a sequential scan.
        const isFew = filter.user_id ?? (filter.name ?? filter.email ?? '').length > 2
        expect(read + count).not.toBe('')
        expect(isFew ? read + count : read, JSON.stringify(filter)).not.toContain('Seq Scan on users')
      }
    })

    it('names that are skipped or sought among many are read in the index alone [US-2]', async () => {
      for (const filter of [{ offset: 9_990 }, { name: 'holm' }, { name: 'holm', offset: 5_000 }])
        expect((await plansOf(filter)).read, JSON.stringify(filter)).toContain('Index Only Scan using users_lower')
    })

    it('a few are found by their trigrams, however late they come by name; of none, nothing is read [US-2]', async () => {
      const few = await plansOf({ name: 'person49 holm499' })
      for (const plan of [few.count, few.read, (await plansOf({ name: 'anders' })).read])
        expect(plan).toContain('Bitmap Index Scan on users_names_folded_idx')
      expect((await plansOf({ name: 'xyz' })).read).toBe('')
    })
  })
})
