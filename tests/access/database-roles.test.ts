import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, type Connections, type ServingRole, servingRoles } from '../../server/platform/database.ts'
import { roleName } from '../../server/platform/database-roles.ts'
import { connectionsOf } from '../kit/connections.ts'
import { createTestDatabase } from '../kit/database.ts'

/** What somebody can do who holds one of the portal's database roles (DO-1), signed in as it, with whatever scope. */

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly has_rls: boolean
}

/** Nothing of a clinic or person is in them. */
const open = ['gateways', 'heartbeats', 'job_failures', 'migrations', 'tracked_events']

/** Columns that could open something, by what they are called, and why people's requests may read those nevertheless. */
const secretNames =
  /(^|_)(password|token|secret|former_secret|sealed|key|hash|code|auth|p256dh|nonce|verifier|body|answer|value)(_|$)/
const readable: readonly string[] = [
  // names and numbers
  'answered_calls.key',
  'answered_calls.key_hash',
  'nurse_calls.key',
  'users.new_password_required',
  // hashes of random tokens, by which a link is found
  'deliveries.token_hash',
  'report_links.token_hash',
  // of the caller's own calls as the same role
  'answered_calls.answer',
  // what an EHR sent about residents
  'adt_messages.body',
]

let owner: pg.Client
let drop: () => Promise<void>
let connection: Connection
let connections: Connections
let tables: Table[]
const clients: Partial<Record<ServingRole, pg.Client>> = {}

const as = (role: ServingRole) => clients[role]!

/** Everything that a role can say about its scope itself is said: it is only one of the walls. */
async function signIn(role: ServingRole): Promise<pg.Client> {
  const client = new pg.Client(connections[role])
  await client.connect()
  await client.query(`select set_config('app.scope', 'all', false), set_config('app.erased', 'user nobody', false)`)
  return client
}

/** @returns the SQLSTATE; 00000 when it was done, and is undone */
async function attempt(client: pg.Client, text: string): Promise<string> {
  await client.query('begin')
  try {
    await client.query(text)
    return '00000'
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.query('rollback')
  }
}

const refused = '42501'

beforeAll(async () => {
  const made = await createTestDatabase()
  connection = made.connection
  drop = made.drop
  connections = await connectionsOf(connection)
  owner = new pg.Client(connection)
  await owner.connect()
  for (const role of servingRoles) clients[role] = await signIn(role)
  await owner.query(`
    select keep_partitions(current_date - 2, current_date, current_date - 2, current_date - 2);
    insert into users (id, email, name, first_name, last_name, user_type, groups)
      values ('ada', 'ada@test.example', 'Ada', 'Ada', 'Byron', 'clinic-web', '{clinic}');
    insert into accounts (user_id, account_id, provider_id, password) values ('ada', 'ada', 'credential', 'hash');
    insert into clinics (id, slug, name, tz) values ('maple', 'maple', 'Maple', 'UTC');
    insert into audit_entries (actor_type, actor_id, actor_name, act) values ('user', 'ada', 'ada@test.example', 'a.b')`)
  const { rows } = await owner.query<Table>(`
    select c.relname as name, c.relrowsecurity as has_rls,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid order by 1`)
  tables = rows
})
afterAll(async () => {
  for (const client of Object.values(clients)) await client.end()
  await owner.end()
  await drop()
})

describe.each(servingRoles)('the role of %s', (role) => {
  it('signs in by itself, owns nothing, and is no more than it is [DO-1]', async () => {
    const { rows } = await as(role).query(`
      select session_user::text as signed_in, current_user::text as is_now, r.rolsuper, r.rolcreaterole, r.rolcreatedb,
        r.rolreplication, r.rolbypassrls, r.rolinherit,
        (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships,
        (select count(*)::int from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o') as owned
      from pg_roles r where r.rolname = current_user`)
    const no = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false }
    expect(rows).toEqual([
      {
        ...{ signed_in: roleName(role), is_now: roleName(role), ...no, rolbypassrls: false, rolinherit: false },
        ...{ memberships: 0, owned: 0 },
      },
    ])
  })

  it('cannot sign in with no password, a wrong one or that of another role [DO-1]', async () => {
    const others = servingRoles.filter((one) => one !== role).map((one) => connections[one].password)
    for (const password of [undefined, '', 'wrong', ...others]) {
      const client = new pg.Client({ ...connections[role], password })
      client.on('error', () => {})
      await expect(client.connect(), String(password)).rejects.toThrow(/password/)
      // The server would wait a minute for a password, and every database that is made or dropped would wait for it.
      await client.end()
    }
  })

  it('cannot become another role, nor make itself more [DO-1]', async () => {
    const others = servingRoles.filter((one) => one !== role).map(roleName)
    for (const other of [...others, 'eupnea_app', String(connection.user)])
      for (const text of [
        `set role ${other}`,
        `set session authorization ${other}`,
        `grant ${other} to ${roleName(role)}`,
      ])
        expect(await attempt(as(role), text), text).toBe(refused)
    // Where there is no such thing, or nothing may be seen of it.
    for (const text of [
      `alter role ${roleName(role)} superuser`,
      `alter role ${roleName(role)} bypassrls`,
      'create role intruder',
      `set session_replication_role = replica`,
      'create extension dblink',
      `copy users to program 'cat'`,
      `copy users from '/etc/passwd'`,
      `select pg_read_file('/etc/passwd')`,
      `select lo_import('/etc/passwd')`,
      'select * from pg_authid',
      'select * from jobs.intruder',
      'create schema mine',
      'create table public.mine (a int)',
      'create temp table residents (a int)',
      'create function public.mine() returns int language sql as $$select 1$$',
      'set row_security = off; select * from residents',
    ])
      expect([refused, '3F000', '42P01'], text).toContain(await attempt(as(role), text))
    const alter = as(role).query(`alter system set log_statement = 'all'`)
    await expect(alter).rejects.toMatchObject({ code: refused })
  })

  it('cannot change the build of any table, nor empty or drop it, nor switch off what guards it [DO-1]', async () => {
    for (const { name } of tables)
      for (const text of [
        `drop table ${name} cascade`,
        `truncate ${name} cascade`,
        `alter table ${name} disable row level security`,
        `alter table ${name} disable trigger all`,
        `alter table ${name} add column mine text`,
        `create policy mine on ${name} using (true)`,
        `create trigger mine before insert on ${name} for each row execute function suppress_redundant_updates_trigger()`,
      ])
        expect(await attempt(as(role), text), text).not.toBe('00000')
    const { rows } = await owner.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where c.relispartition and c.relkind = 'r'
         and c.relnamespace = 'public'::regnamespace`,
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { name } of rows)
      for (const text of [`drop table ${name}`, `select from ${name}`, `delete from ${name}`])
        expect(await attempt(as(role), text), text).toBe(refused)
  })

  it('adds to the audit log, and never changes, shortens or forges the order of it [DO-1] [AP-5]', async () => {
    const entry = `insert into audit_entries (actor_type, actor_id, actor_name, act) values ('job', 'x', 'x', 'x.y')`
    expect(await attempt(as(role), entry)).toBe('00000')
    // A trigger's function is refused to everybody.
    for (const text of [
      `update audit_entries set act = 'c.d'`,
      `update audit_entries set actor_name = ''`,
      'delete from audit_entries',
      'truncate audit_entries',
      `insert into audit_entries (id, actor_type, actor_id, actor_name, act) overriding system value values (1, 'job', 'x', 'x', 'x')`,
      `insert into audit_entries (at, actor_type, actor_id, actor_name, act) values (now(), 'job', 'x', 'x', 'x')`,
      'delete from audit_links',
      `update audit_links set hash = ''`,
      'delete from audit_chains',
      'update audit_chains set no = 0',
      'insert into audit_chains default values',
      `update audit_digests set hash = ''`,
      'delete from audit_digests',
      `select link_audit_entries('{}', null)`,
      'select chain_audit_entries()',
      'select chain_audit_erasure()',
    ])
      expect([refused, '0A000'], text).toContain(await attempt(as(role), text))
  })
})

describe('people’s requests', () => {
  const tries = (text: string) => attempt(as('requests'), text)

  it('read no password, session, code or other secret, whatever their scope [DO-1]', async () => {
    const closed = ['accounts', 'sessions', 'verifications', 'codes', 'live_tokens', 'settings', 'ehr_connections']
    const factors = ['authenticators', 'passkeys', 'backup_codes', 'two_step_roles']
    const directory = ['directory_clients', 'directory_attempts', 'directory_sessions', 'directory_logouts']
    const programs = ['service_accounts', 'service_tokens', 'service_assertions', 'report_passwords', 'migrations']
    for (const name of [...closed, ...factors, ...directory, ...programs])
      for (const text of [
        `select 1 from ${name}`,
        `select count(*) from ${name}`,
        `copy ${name} to stdout`,
        `delete from ${name}`,
        `select to_jsonb(t) from ${name} t`,
      ])
        expect(await tries(text), text).toBe(refused)
    for (const column of [
      'webhooks.secret',
      'webhooks.former_secret',
      'push_subscriptions.p256dh',
      'push_subscriptions.auth',
      'push_subscriptions.endpoint',
      'deliveries.body',
      'deliveries.subject',
      'deliveries.acknowledge_hash',
      'displays.token_hash',
      'displays.code_hash',
      'devices.key_hash',
    ]) {
      const [table, name] = column.split('.')
      for (const text of [
        `select ${name} from ${table}`,
        `select 1 from ${table} where ${name} is not null`,
        `select to_jsonb(t) from ${table} t`,
        `update ${table} set ${name} = default`,
        `select 1 from ${table} order by ${name}`,
      ])
        expect(await tries(text), text).toBe(refused)
    }
  })

  it('read no column of which the name says that it opens something [DO-1]', async () => {
    const opened: string[] = []
    for (const { name, columns } of tables)
      for (const column of columns.filter((one) => secretNames.test(one)))
        if ((await tries(`select "${column}" from ${name}`)) === '00000') opened.push(`${name}.${column}`)
    expect(opened.filter((one) => !readable.includes(one))).toEqual([])
  })

  it('change nobody’s groups, rights, password or facilities, make no person or device, and delete no facility or resident [DO-1]', async () => {
    for (const text of [
      `update users set groups = '{sa}' where id = 'ada'`,
      `update users set email = 'eve@test.example'`,
      `update users set status = 1`,
      `insert into users (email, name, first_name, last_name, user_type, groups) values ('e', 'e', 'e', 'e', 'sa', '{sa}')`,
      'delete from users',
      `insert into user_clinics (user_id, clinic_id) values ('ada', 'maple')`,
      'delete from user_clinics',
      `insert into sessions (user_id, token, expires_at) values ('ada', 'mine', now() + interval '1 hour')`,
      `update accounts set password = 'mine'`,
      `insert into codes (purpose, user_id, code_hash, expires_at) values ('recovery', 'ada', 'mine', now())`,
      `insert into directory_rules (group_name, user_type, is_admin_feature, clinic_ids) values ('g', 'sa', true, '{}')`,
      `update directory_settings set links_by_email = true`,
      `insert into service_tokens values ('mine', 'a', '{}', now())`,
      // They would take with them what they have.
      'delete from clinics',
      'delete from residents',
      'delete from resident_flag_logs',
      'delete from devices',
      `insert into devices (uid, name, tz, key_hash) values ('mine', 'mine', 'UTC', '\\x00')`,
      // A queued code would go elsewhere.
      `update deliveries set recipient = 'eve@test.example'`,
      'delete from deliveries',
      // Nobody sees somebody else's nights.
      `insert into member_links (user_id) values ('ada')`,
      `update member_invitations set member_id = 'ada'`,
      'delete from member_providers',
    ])
      expect(await tries(text), text).toBe(refused)
  })

  it('drop no readings, erase nobody, and call nothing that is for others [DO-1]', async () => {
    for (const text of [
      'select keep_partitions(current_date, current_date, current_date + 1, current_date + 1)',
      `select release_day(current_date - 5, '0')`,
      'select drop_released_days()',
      `select erase_user_traces('ada')`,
      `select erase_resident('nobody')`,
      `select display_holder('x', 'x')`,
      `select service_holder('x')`,
      `select leave_endpoint('x', 'x')`,
      `select is_of_directory('ada')`,
      `select end_duties('ada', '{}')`,
      `select end_links('ada', '{}')`,
      `select clinics_of('ada')`,
      ...['readings', 'waves', 'minutes', 'closed_minutes', 'hours', 'latest', 'archive_files'].map(
        (name) => `delete from ${name}`,
      ),
    ])
      expect(await tries(text), text).toBe(refused)
  })
})

describe('the portal’s own work', () => {
  it('reads no password, session or code, and changes nobody’s rights [DO-1]', async () => {
    for (const name of ['accounts', 'sessions', 'verifications', 'codes', 'live_tokens', 'auth_events'])
      for (const text of [`select 1 from ${name}`, `delete from ${name}`])
        expect(await attempt(as('work'), text), text).toBe(refused)
    for (const text of [
      `update users set groups = '{sa}'`,
      'delete from users',
      'delete from user_clinics',
      `select erase_user_traces('ada')`,
      'delete from clinics',
      'delete from residents',
      `select token_hash from displays`,
      'select 1 from service_tokens',
      'select 1 from directory_clients',
    ])
      expect(await attempt(as('work'), text), text).toBe(refused)
    // Its own part of the settings: no key, and nothing that is there is replaced.
    await owner.query(`insert into settings (name, value) values ('key-check', 'k') on conflict do nothing`)
    expect((await as('work').query('select name from settings')).rows).toEqual([])
    expect(await attempt(as('work'), `insert into settings (name, value) values ('secret', 's')`)).toBe(refused)
    expect(await attempt(as('work'), `update settings set value = 'mine'`)).toBe(refused)
  })

  it('never drops a day of the last thirty, whatever it asks for [DO-1]', async () => {
    const days = async () =>
      (await owner.query(`select 1 from pg_inherits where inhparent = 'readings'::regclass`)).rowCount
    await owner.query('select keep_partitions(current_date - 40, current_date, current_date - 40, current_date - 40)')
    expect(await days()).toBe(41)
    await as('work').query(`select keep_partitions(current_date, current_date, current_date + 9999, 'infinity'::date)`)
    expect(await days()).toBe(31)
    expect(
      await attempt(as('work'), `select keep_partitions('2000-01-01', '2100-01-01', now()::date, now()::date)`),
    ).toBe('22023')
  })
})

describe('identity', () => {
  it('reads no credentials of other systems, and stores no reading [DO-1]', async () => {
    for (const text of [
      'select 1 from ehr_connections',
      'select 1 from webhooks',
      'select 1 from push_subscriptions',
      'select 1 from report_passwords',
      'select 1 from settings',
      'select body from deliveries',
      `insert into readings (device_no, clinic_no, ts) values (1, 1, now())`,
      'select keep_partitions(current_date, current_date, current_date, current_date)',
      'update notes set note = note',
      `update devices set key_hash = '\\x00'`,
      'delete from residents',
    ])
      expect(await attempt(as('identity'), text), text).toBe(refused)
  })
})

it('every table says who may do what with it, and has policies unless it is open [DO-1]', async () => {
  const { rows } = await owner.query<{ name: string; granted: boolean; to_others: boolean }>(
    `select c.relname as name,
       exists (select from pg_roles r where r.rolname = any ($1) and (
         has_any_column_privilege(r.oid, c.oid, 'select, insert, update') or has_table_privilege(r.oid, c.oid, 'delete')
       )) as granted,
       exists (select from aclexplode(c.relacl) a where a.grantee <> c.relowner
         and (a.is_grantable or a.grantee <> all (select oid from pg_roles where rolname = any ($1)))) as to_others
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    [servingRoles.map(roleName)],
  )
  const named = (found: typeof rows) => found.map(({ name }) => name).sort()
  expect(named(rows.filter(({ granted }) => !granted))).toEqual([])
  expect(named(rows.filter(({ to_others }) => to_others))).toEqual([])
  expect(tables.filter(({ has_rls }) => !has_rls).map(({ name }) => name)).toEqual(open)
})

it('every function of the owner looks names up in fixed places, is for nobody in general, and is granted to one role if it changes anything [DO-1]', async () => {
  const { rows } = await owner.query<{
    name: string
    path: string | null
    to: string[]
    is_public: boolean
    kind: string
  }>(
    `select p.proname as name, array_to_string(p.proconfig, ' ') as path, p.provolatile::text as kind,
       array(select r.rolname::text from pg_roles r where r.rolname = any ($1)
         and has_function_privilege(r.oid, p.oid, 'execute')) as to,
       exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) as is_public
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`,
    [servingRoles.map(roleName)],
  )
  expect(rows.length).toBeGreaterThan(15)
  for (const { name, path, to, is_public, kind } of rows) {
    expect(path, name).toMatch(/search_path=[^=]*pg_temp( lock_timeout|$)/)
    expect(is_public, name).toBe(false)
    if (kind === 'v') expect(to.length, name).toBeLessThanOrEqual(1)
  }
  const { rows: views } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
       and not coalesce(reloptions @> '{security_invoker=true}', false)`,
  )
  expect(views).toEqual([])
})

describe('who may delete what was measured [DO-1]', () => {
  const measured = ['readings', 'waves', 'minutes', 'latest']

  it.each(['requests', 'identity', 'work'] as const)('is not %s, with any scope', async (role) => {
    for (const name of measured) expect(await attempt(as(role), `delete from ${name}`), name).toBe(refused)
  })

  it('is identity, of a demonstration alone, which no facility becomes', async () => {
    expect(await attempt(as('identity'), `select remove_demo_samples('maple', '{1}')`)).toBe('22023')
    for (const role of ['requests', 'identity', 'work'] as const) {
      expect(await attempt(as(role), `update clinics set is_demo = true where id = 'maple'`), role).toBe(refused)
      if (role !== 'identity')
        expect(await attempt(as(role), `select remove_demo_samples('maple', '{1}')`), role).toBe(refused)
    }
  })
})
