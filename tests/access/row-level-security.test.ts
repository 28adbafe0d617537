import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, withCtx } from '../../server/platform/context.ts'
import type { Db, ServingRole } from '../../server/platform/database.ts'
import { createLog } from '../../server/platform/log.ts'
import { startTestHttp, type TestHttp } from '../kit/portal.ts'
import { type Clinic, insertClinic } from './world.ts'

/**
 * Tests row-level security alone: statements without a WHERE, as a careless verb might send them, on every table in the
 * catalogue. New tables are included automatically.
 */

/** Tables that mention a clinic, resident, device or user but have no policy, and why that leaks nothing. */
const unprotected: Record<string, string> = {}

/**
 * Of sign-in and accounts: the role of identity sees every row, because who is meant is only known once it is found; the
 * others have no grant, or see people only as below (tests/access/database-roles.test.ts).
 */
const ofIdentity = [
  ...[
    'users',
    'user_clinics',
    'accounts',
    'auth_events',
    'authenticators',
    'backup_codes',
    'codes',
    'known_browsers',
    'live_tokens',
    'passkeys',
    'sessions',
    'settings',
    'sign_in_guesses',
    'two_step_roles',
    'verifications',
  ],
  ...['attempts', 'clients', 'groups', 'logouts', 'rules', 'sessions', 'settings'].map((name) => `directory_${name}`),
]

/** Tables with a policy of their own kind. */
const auditLog = 'audit_entries'

/** Hashes of the audit log, which only triggers and a job write: server/audit/audit-chain.test.ts. */
const auditChains = ['audit_chains', 'audit_links', 'audit_digests']

/** Tables whose rows nobody changes or deletes once they are written. */
const writtenOnce = ['consents', 'handovers', 'plans']

/** Tables whose rows nobody deletes: they go with their facility or in an erasure. */
const deletedByNobody = [
  ...['residents', 'resident_flag_logs'],
  ...['readings', 'waves', 'minutes', 'latest', 'presence', 'baselines', 'watch_checkpoints'],
]

/**
 * Rows that belong to the administration, or to who asked for them; tested in server/fhir-exports/fhir-exports.test.ts
 * and server/deidentified-exports/deidentified-exports.test.ts.
 */
const ofPrograms = [
  ...['service_accounts', 'service_tokens', 'service_assertions', 'fhir_exports', 'fhir_export_files'],
  ...['', '_files', '_residents'].map((name) => `deidentified_export${name || 's'}`),
]

/**
 * Rows that belong to people, not clinics; tested in server/members/members.sql.test.ts, server/privacy/privacy.test.ts,
 * server/push-subscriptions/push-subscriptions.test.ts, server/saved-views/saved-views.test.ts,
 * server/platform/answer-once.test.ts and server/directory/scim/scim.test.ts.
 */
const ofPersons = [
  'answered_calls',
  'member_links',
  'member_providers',
  'member_invitations',
  'member_invitation_mails',
  'provider_invitations',
  'privacy_requests',
  'channel_choices',
  'push_subscriptions',
  'saved_views',
  'directory_people',
  'directory_group_members',
]

let portal: TestHttp
let own: Clinic
let foreign: Clinic
let tables: { name: string; hasPolicy: boolean; columns: string[]; identities: number }[]
let views: string[]
let roles: Map<string, ServingRole>

beforeAll(async () => {
  portal = await startTestHttp([])
  await sql`select keep_partitions(current_date - 1, current_date + 1, current_date - 1, current_date - 1)`.execute(
    portal.owner,
  )
  ;[own, foreign] = [await insertClinic(portal.owner), await insertClinic(portal.owner)]
  tables = (
    await sql<(typeof tables)[number]>`
      select c.relname as name, c.relrowsecurity as "hasPolicy",
        array_agg(a.attname::text order by a.attnum) as columns,
        count(*) filter (where a.attidentity <> '')::int4 as identities
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.oid order by 1`.execute(portal.owner)
  ).rows
  views = (
    await sql<{ name: string }>`select viewname as name from pg_views where schemaname = 'public' order by 1`.execute(
      portal.owner,
    )
  ).rows.map(({ name }) => name)
  const best = await sql<{ name: string; role: ServingRole }>`
    select distinct on (c.relname) c.relname as name, r.role
    from pg_class c cross join unnest(array['work', 'requests', 'identity']) with ordinality r(role, no)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and has_any_column_privilege('eupnea_' || r.role, c.oid, 'select')
    order by 1, has_table_privilege('eupnea_' || r.role, c.oid, 'delete') desc,
      has_table_privilege('eupnea_' || r.role, c.oid, 'select') desc, r.no`.execute(portal.owner)
  roles = new Map(best.rows.map(({ name, role }) => [name, role]))
  // A view needs the rights of all its tables.
  for (const name of views)
    for (const role of ['work', 'requests', 'identity'] as const) {
      const works = await sql`select 1 from ${sql.table(name)}`.execute(portal.databases[role]).then(
        () => true,
        () => false,
      )
      if (works && !roles.has(name)) roles.set(name, role)
    }
})
afterAll(() => portal.close())

const protectedTables = () =>
  tables.filter(
    ({ name, hasPolicy }) =>
      hasPolicy && ![auditLog, ...auditChains, ...ofIdentity, ...ofPersons, ...ofPrograms].includes(name),
  )

const actor = (role: 'Superadmin' | 'Clinic', clinicIds: readonly string[]): Actor => ({
  ...{
    type: 'user',
    profile: { avatar: null, isEmailVerified: true, isAgreementDue: false },
    id: 'u',
    name: 'U',
    email: 'u@test.example',
    role,
    isAdminFeature: false,
  },
  ...{ sessionId: 's', token: 't', clinicIds },
})
const nurse = () => actor('Clinic', [own.clinic_id])
const asActor = <T>(who: Actor, work: (db: Db) => Promise<T>, role: ServingRole = 'work'): Promise<T> =>
  withCtx({ database: portal.databases[role], actor: who, log: createLog('silent') }, ({ db }) => work(db))

/** Who may do most with a table, or read a view. */
const roleOf = (name: string): ServingRole => roles.get(name) ?? 'work'

/** Every row of a table or view as text. */
const rowsAs = (who: Actor, name: string, role = roleOf(name)): Promise<string[]> =>
  asActor(
    who,
    async (db) => {
      const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db)
      return rows.map(({ row }) => row)
    },
    role,
  )

/** Runs a statement as `who` and rolls it back. @returns rows affected, or the error message */
async function tryAs(who: Actor, statement: ReturnType<typeof sql>, name = ''): Promise<number | string> {
  const undo = new Error('undo')
  let affected = -1
  try {
    await asActor(
      who,
      async (db) => {
        affected = Number((await statement.execute(db)).numAffectedRows)
        throw undo
      },
      roleOf(name),
    )
  } catch (error) {
    if (error !== undo) return (error as Error).message
  }
  return affected
}

const ownerCount = async (name: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(portal.owner)).rows[0]!.n

/** Columns that tie a row to a clinic. */
const owning = /^(clinic|clinic|resident|patient|device|user)_(id|no)$/

const ofForeign = (row: string): boolean => {
  const { clinic_no, device_no } = JSON.parse(row) as { clinic_no?: number; device_no?: number }
  return row.includes(foreign.marker) || clinic_no === foreign.clinic_no || device_no === foreign.device_no
}

describe('row-level security', () => {
  it('holds for every table of a facility, but those named here with a reason [FA-4]', () => {
    const bare = tables.filter(({ hasPolicy, columns }) => !hasPolicy && columns.some((column) => owning.test(column)))
    const named = Object.keys(unprotected).filter((name) => name !== 'users')
    expect(bare.map(({ name }) => name)).toEqual(named.toSorted())
  })

  it('shows the rows of the caller’s facilities only, without any WHERE [FA-4]', async () => {
    for (const { name } of protectedTables()) {
      const seen = await rowsAs(nurse(), name)
      expect(seen.length, `${name} of the fixture is empty`).toBeGreaterThan(0)
      expect(seen.filter(ofForeign), name).toEqual([])
      expect(await rowsAs(actor('Clinic', []), name), name).toEqual([])
      expect(await rowsAs(actor('Clinic', ['', '*', '%', '{}', 'null']), name), name).toEqual([])
      expect((await rowsAs(actor('Superadmin', []), name)).length, name).toBe(await ownerCount(name))
    }
  })

  it('holds through every view [FA-4]', async () => {
    for (const name of views) {
      expect((await rowsAs(nurse(), name)).filter(ofForeign), name).toEqual([])
      expect(await rowsAs(actor('Clinic', []), name), name).toEqual([])
      expect((await rowsAs(actor('Superadmin', []), name)).some(ofForeign), name).toBe(true)
    }
  })

  it('shows a display of one floor the residents of that floor only, without any WHERE [DI-1]', async () => {
    const upstairs = `up-${own.marker}`
    await sql`insert into residents (id, clinic_id, first_name, last_name, floor)
      values (${upstairs}, ${own.clinic_id}, 'Up', 'Stairs', 'Upstairs')`.execute(portal.owner)
    const display = (floor: string | null): Actor => ({
      ...{ type: 'display', id: own.display_id, name: '', clinicIds: [own.clinic_id], floor },
    })
    const seenBy = async (who: Actor) =>
      (await rowsAs(who, 'residents')).map((row) => (JSON.parse(row) as { id: string }).id).toSorted()
    expect(await seenBy(display('Upstairs'))).toEqual([upstairs])
    expect(await seenBy(display(`Floor ${own.marker}`))).toEqual([own.patient_id, own.spare_patient_id].toSorted())
    expect(await seenBy(display(null))).toEqual([own.patient_id, own.spare_patient_id, upstairs].toSorted())
    for (const name of ['wall_residents', 'resident_places'])
      expect(await rowsAs(display('Upstairs'), name), name).toHaveLength(1)
  })

  it('shows people’s requests the people of the caller’s facilities, and themselves, only [FA-4] [DO-1]', async () => {
    for (const role of ['requests', 'work'] as const)
      for (const name of ['users', 'user_clinics']) {
        const seen = await rowsAs(nurse(), name, role)
        expect(seen.length, name).toBeGreaterThan(0)
        expect(seen.filter(ofForeign), name).toEqual([])
        expect(await rowsAs(actor('Clinic', []), name, role), name).toEqual([])
        expect((await rowsAs(actor('Superadmin', []), name, role)).length, name).toBe(await ownerCount(name))
      }
  })

  it('shows nothing and changes nothing outside a scope [FA-4]', async () => {
    for (const { name } of protectedTables()) {
      const all = await sql`select * from ${sql.table(name)}`.execute(portal.databases[roleOf(name)])
      expect(all.rows, name).toEqual([])
      if ([...writtenOnce, ...deletedByNobody].includes(name)) continue
      const deleted = await sql`delete from ${sql.table(name)}`.execute(portal.databases[roleOf(name)])
      expect(Number(deleted.numAffectedRows), name).toBe(0)
    }
  })

  it('lets a change without a WHERE reach the own rows only [FA-4]', async () => {
    for (const { name, columns, identities } of protectedTables()) {
      if (writtenOnce.includes(name)) continue
      const mine = (await rowsAs(nurse(), name)).length
      const column = columns.findLast((found) => !['id', 'no'].includes(found))!
      const table = sql.table(name)
      expect(await tryAs(nurse(), sql`update ${table} set ${sql.ref(column)} = ${sql.ref(column)}`, name), name).toBe(
        mine,
      )
      const deleted = await tryAs(nurse(), sql`delete from ${table}`, name)
      if (deletedByNobody.includes(name)) expect(deleted, name).toMatch(/permission denied/)
      else expect(deleted, name).toBe(mine)
      expect(identities, name).toBeLessThanOrEqual(1)
    }
  })

  it('refuses a row for another facility, new or moved there [FA-4]', async () => {
    for (const { name, columns } of protectedTables()) {
      const row = (await rowsAs(actor('Superadmin', []), name)).find(ofForeign)!
      const insert = sql`insert into ${sql.table(name)} overriding system value
        select * from jsonb_populate_record(null::${sql.table(name)}, ${row}::jsonb)`
      expect(await tryAs(nurse(), insert, name), name).toMatch(/row-level security/)
      if (writtenOnce.includes(name)) continue
      const keys = [
        'clinic_id',
        'delivery_id',
        'clinic_no',
        'device_no',
        'resident_id',
        'device_id',
        'notification_id',
        'id',
      ]
      const column = keys.find((name) => columns.includes(name))!
      const value = { ...foreign, resident_id: foreign.patient_id, id: foreign.clinic_id }[column]
      const move = sql`update ${sql.table(name)} set ${sql.ref(column)} = ${value}`
      expect(await tryAs(nurse(), move, name), name).toMatch(/row-level security/)
    }
  })

  it('lets nobody change or delete what is written once, whoever acts [FA-4] [PL-1] [PL-5]', async () => {
    for (const name of writtenOnce)
      for (const who of [nurse(), actor('Superadmin', []), { type: 'job', name: 'any' } as const])
        for (const statement of [
          sql`update ${sql.table(name)} set clinic_id = clinic_id`,
          sql`delete from ${sql.table(name)}`,
        ])
          expect(await tryAs(who, statement)).toMatch(/permission denied/)
  })

  it('cannot be gone around by a partition, by the role, or by switching it off [FA-4]', async () => {
    const { rows: partitions } = await sql<{ name: string }>`
      select relname as name from pg_class where relispartition and relkind = 'r'
        and relnamespace = 'public'::regnamespace`.execute(portal.owner)
    expect(partitions.length).toBeGreaterThan(0)
    for (const { name } of partitions)
      expect(await tryAs(nurse(), sql`select * from ${sql.table(name)}`), name).toMatch(/permission denied/)
    for (const { name } of protectedTables()) {
      const off = sql`alter table ${sql.table(name)} disable row level security`
      expect(await tryAs(nurse(), off), name).toMatch(/must be owner/)
    }
    const { rows } = await sql<{ rolsuper: boolean; rolbypassrls: boolean }>`
      select rolsuper, rolbypassrls from pg_roles where rolname like 'eupnea\\_%'`.execute(portal.owner)
    expect(rows).toEqual(rows.map(() => ({ rolsuper: false, rolbypassrls: false })))
    expect(rows.length).toBeGreaterThanOrEqual(3)
  })
})

describe('the audit log', () => {
  it('is read by who sees everything, and by nobody else [AP-5]', async () => {
    expect(await rowsAs(nurse(), auditLog)).toEqual([])
    expect((await rowsAs(actor('Superadmin', []), auditLog)).length).toBe(await ownerCount(auditLog))
  })

  it('is neither changed, emptied nor shortened by the portal’s role, whoever acts [AP-5]', async () => {
    const table = sql.table(auditLog)
    for (const who of [nurse(), actor('Superadmin', []), { type: 'job', name: 'any' } as const])
      for (const statement of [
        sql`update ${table} set act = 'other.act'`,
        sql`delete from ${table}`,
        sql`truncate ${table}`,
        sql`drop table ${table}`,
      ])
        expect(await tryAs(who, statement)).toMatch(/permission denied|must be owner/)
  })
})
