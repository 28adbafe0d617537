import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { type UserActor, withCtx } from '../platform/context.ts'
import type { ServingRole } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { makeBed } from './night.fixture.ts'

/** What the database itself hides, whatever the portal's code requests (docs/decisions/0011-members.md). */

let portal: TestHttp
let people: { member: SignedInClient; provider: SignedInClient; other: SignedInClient; stranger: SignedInClient }

beforeAll(async () => {
  portal = await startTestHttp([])
  const [member, other] = [await portal.asUser({ groups: ['member'] }), await portal.asUser({ groups: ['member'] })]
  const [provider, stranger] = [
    await portal.asUser({ groups: ['vc-admin'] }),
    await portal.asUser({ groups: ['vc-admin'] }),
  ]
  people = { member, other, provider, stranger }
  const pairs = [
    [member, provider],
    [other, stranger],
  ] as const
  for (const [who, whose] of pairs) {
    const { patient_id } = await makeBed(portal)
    const link = { member_id: who.userId, provider_id: whose.userId }
    await portal.owner.insertInto('member_links').values({ user_id: who.userId, resident_id: patient_id }).execute()
    await portal.owner
      .insertInto('member_providers')
      .values({ ...link, kind: 'admin' })
      .execute()
    await portal.owner
      .insertInto('member_invitations')
      .values({ ...link, email: who.email, first_name: 'A', last_name: 'B', expires_at: Temporal.Now.instant() })
      .execute()
    await portal.owner.insertInto('member_invitation_mails').values(link).execute()
    await portal.owner
      .insertInto('provider_invitations')
      .values({ member_id: who.userId, email: whose.email, expires_at: Temporal.Now.instant().add({ hours: 1 }) })
      .execute()
  }
})
afterAll(() => portal.close())

const actorOf = (id: string): UserActor => ({
  ...{ type: 'user', id, name: 'U', email: 'u@test.example', role: 'Provider', isAdminFeature: false },
  ...{ sessionId: 's', token: 't', clinicIds: [] },
  profile: { avatar: null, isEmailVerified: true, isAgreementDue: false },
})
const rowsAs = (id: string, query: ReturnType<typeof sql>, role: ServingRole = 'requests') =>
  withCtx({ database: portal.databases[role], actor: actorOf(id), log: createLog('silent') }, async ({ db }) => {
    const { rows } = await query.execute(db)
    return rows
  })

const tables = ['member_links', 'member_providers', 'member_invitations', 'members_in_sight'] as const

it('shows a person the rows of their own members only, without any WHERE [ME-1]', async () => {
  for (const table of tables) {
    const query = sql`select * from ${sql.table(table)}`
    for (const who of [people.member, people.provider]) {
      const rows = JSON.stringify(await rowsAs(who.userId, query))
      expect(rows, table).toContain(people.member.userId)
      expect(rows, table).not.toContain(people.other.userId)
    }
    expect(await rowsAs('', query), table).toEqual([])
    expect(await rowsAs(crypto.randomUUID(), query), table).toEqual([])
    expect((await query.execute(portal.databases.requests)).rows, table).toEqual([])
  }
})

it('answers nothing about the residents of other members, and shows no resident, device or minute [ME-1] [SH-10]', async () => {
  const both = sql`select user_id from member_places(${[people.member.userId, people.other.userId]}::text[])`
  expect(await rowsAs(people.provider.userId, both)).toEqual([{ user_id: people.member.userId }])
  expect(await rowsAs(people.member.userId, both)).toEqual([{ user_id: people.member.userId }])
  for (const table of ['residents', 'devices', 'minutes', 'device_assignments', 'clinics'])
    expect(await rowsAs(people.member.userId, sql`select 1 from ${sql.table(table)}`), table).toEqual([])
  for (const name of ['member_minutes', 'member_cells']) {
    const minutes = sql`select * from ${sql.raw(name)}(${people.other.userId}, now() - interval '1 day', now())`
    expect(await rowsAs(people.provider.userId, minutes)).toEqual([])
  }
})

it('shows a Provider whom they have mailed an invitation, and nobody else [ME-2]', async () => {
  const query = sql`select provider_id from member_invitation_mails`
  expect(await rowsAs(people.provider.userId, query)).toEqual([{ provider_id: people.provider.userId }])
  for (const id of [people.member.userId, '']) expect(await rowsAs(id, query)).toEqual([])
})

it('shows an invitation to a provider to both sides, and lets nobody invite for another member [EA-7]', async () => {
  const query = sql`select member_id from provider_invitations`
  for (const who of [people.member, people.provider])
    expect(await rowsAs(who.userId, query)).toEqual([{ member_id: people.member.userId }])
  expect(await rowsAs('', query)).toEqual([])
  const values = sql`values (${people.other.userId}, ${people.provider.email}, now() + interval '1 day')`
  const insert = sql`insert into provider_invitations (member_id, email, expires_at) ${values}`
  await expect(rowsAs(people.provider.userId, insert, 'identity')).rejects.toThrow(/row-level security/)
})

it('lets an invited provider look, and nothing else [EA-7]', async () => {
  const { other, stranger, provider } = people
  const { userId: id } = await portal.asUser({ groups: ['vc-admin'], email: 'invited@test.example' })
  await portal.owner
    .insertInto('provider_invitations')
    .values({
      member_id: other.userId,
      email: 'invited@test.example',
      expires_at: Temporal.Now.instant().add({ hours: 1 }),
    })
    .execute()
  const link = (who: string, kind: string, member = other.userId) =>
    sql`insert into member_providers (member_id, provider_id, kind) values (${member}, ${who}, ${kind})`
  for (const refused of [link(id, 'admin'), link(stranger.userId, 'coach'), link(id, 'coach', people.member.userId)])
    await expect(rowsAs(id, refused, 'identity')).rejects.toThrow(/row-level security/)
  await expect(rowsAs(provider.userId, link(provider.userId, 'coach'), 'identity')).rejects.toThrow(/row-level/)
  await rowsAs(id, link(id, 'coach'), 'identity')
})

it('lets nobody link themselves to a member of others [ME-2]', async () => {
  const values = sql`values (${people.other.userId}, ${people.provider.userId}, 'admin')`
  const insert = sql`insert into member_providers (member_id, provider_id, kind) ${values}`
  await expect(rowsAs(people.provider.userId, insert, 'identity')).rejects.toThrow(/row-level security/)
  const move = sql`update member_links set user_id = ${people.other.userId}`
  await expect(rowsAs(people.provider.userId, move, 'identity')).rejects.toThrow(/row-level security/)
  for (const statement of [insert, move])
    await expect(rowsAs(people.provider.userId, statement)).rejects.toThrow('permission denied')
})

it('erases nothing for who does not see everything [PR-1]', async () => {
  for (const call of [
    sql`select erase_user_traces(${people.other.userId})`,
    sql`select erase_resident((select resident_id from member_links limit 1))`,
  ]) {
    await expect(rowsAs(people.provider.userId, call, 'identity')).rejects.toThrow('Not in scope')
    await expect(rowsAs(people.provider.userId, call)).rejects.toThrow('permission denied')
  }
  expect(await rowsAs(people.provider.userId, sql`select * from privacy_requests`)).toEqual([])
})
