import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Connection, type Connections, createClient, type ServingRole, servingRoles } from './database.ts'
import type { Log } from './log.ts'

/** The roles that the portal serves as, and how it signs in as each (docs/decisions/0036-roles.md). */

export const roleName = (role: ServingRole): string => `eupnea_${role}`

/** Addresses with which an operator has the portal sign in, by role. */
export type RoleUrls = Readonly<Partial<Record<ServingRole, string>>>

interface RoleRow {
  readonly rolname: string
  readonly is_weak: boolean
  readonly may_be: string[]
  /** '' for those of every database */
  readonly settings_of: string[]
}

/** 28P01 and 28000: the server does not let this role in with this password. */
const isRefused = (error: unknown): boolean => /^28/.test(String((error as { code?: unknown }).code))
/** Another database's portal is creating or changing the same role: all databases of a server share them. */
const isRace = (error: unknown): boolean =>
  ['23505', '42710', 'XX000', '40001'].includes(String((error as { code?: unknown }).code))

/**
 * Creates the roles that are missing; they can't sign in yet, except where the server asks for no password. Runs before
 * the definitions, which grant them what they need.
 * @throws Error when the owner may not create roles and they don't exist
 */
export async function createRoles(client: pg.ClientBase): Promise<void> {
  for (const role of servingRoles.map(roleName)) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    if (rowCount) continue
    await client.query('savepoint role')
    try {
      await client.query(`create role ${role} login noinherit`)
    } catch (error) {
      await client.query('rollback to role')
      if ((error as { code?: unknown }).code === '42501')
        throw new Error(
          `The database has no role ${role}, and the user of DATABASE_URL may not create it (docs/operations.md)`,
          { cause: error },
        )
      if (!isRace(error)) throw error
    }
  }
}

/**
 * How to sign in as each role: by its own address; otherwise with a password that only the holder of the secret key
 * knows, which is set here. Where neither works, such as on a server that admits people by other means than passwords,
 * the role is taken after signing in as the owner; the log says that this is weaker.
 * @param secret of the portal, the same on every node
 */
export async function openConnections(
  owner: Connection,
  { secret, urls, log }: { secret: string; urls: RoleUrls; log: Log },
): Promise<Connections> {
  const client = createClient(owner, { application_name: 'eupnea-roles' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('eupnea_roles'))`)
    await denyTemporary(client)
    const found: Partial<Record<ServingRole, Connection>> = {}
    for (const role of servingRoles) found[role] = await openRole(client, owner, role, { secret, urls, log })
    await tighten(client, log)
    await warnOfSuperuser(client, owner, log)
    return found as Connections
  } finally {
    await client.end()
  }
}

async function openRole(
  client: pg.Client,
  owner: Connection,
  role: ServingRole,
  { secret, urls, log }: { secret: string; urls: RoleUrls; log: Log },
): Promise<Connection> {
  const name = roleName(role)
  const url = urls[role]
  if (url !== undefined) {
    const given = { connectionString: url }
    const user = await userOf(given)
    if (user !== name) throw new Error(`DATABASE_URL_${role.toUpperCase()} signs in as ${user}, not as ${name}`)
    return given
  }
  const password = createHmac('sha256', secret).update(`database role ${name}`).digest('base64url')
  const own = signInWith(owner, name, password)
  // At a first start: trying would only leave a refusal in the server's log.
  if (await isNew(client, name)) await setPassword(client, name, password)
  for (let tries = 1; ; tries++)
    try {
      await userOf(own)
      return own
    } catch (error) {
      if (!isRefused(error)) throw error
      if (tries === 3 || !(await setPassword(client, name, password))) return await through(client, owner, name, log)
    }
}

/** Whether the role never had a password; false where only a superuser may know. */
async function isNew(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_column_privilege('pg_authid', 'rolpassword', 'select') as may`,
  )
  if (!rows[0]!.may) return false
  const { rowCount } = await client.query('select from pg_authid where rolname = $1 and rolpassword is null', [name])
  return rowCount !== 0
}

/** @returns who is signed in @throws as pg does when the server refuses */
async function userOf(connection: Connection): Promise<string> {
  const client = createClient(connection, { application_name: 'eupnea-roles', connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name')
    return rows[0]!.name
  } finally {
    await client.end()
  }
}

/** The owner's connection with another name and password. */
export function signInWith(owner: Connection, user: string, password: string): Connection {
  if (owner.connectionString === undefined) return { ...owner, user, password }
  const url = new URL(owner.connectionString)
  // An address without a host can have no user; the parameter `host` says where it leads then.
  if (url.hostname === '') url.hostname = 'localhost'
  url.searchParams.delete('user')
  url.searchParams.delete('password')
  url.username = user
  url.password = password
  return { ...owner, connectionString: url.href }
}

/** @returns false when the owner may not, or another database's portal uses the role with a password of its own */
async function setPassword(client: pg.Client, name: string, password: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_shdepend d join pg_roles r on r.oid = d.refobjid
     where d.refclassid = 'pg_authid'::regclass and r.rolname = $1 and d.dbid <> 0
       and d.dbid <> (select oid from pg_database where datname = current_database()) limit 1`,
    [name],
  )
  if (rowCount) return false
  try {
    await client.query(`alter role ${name} login password ${pg.escapeLiteral(verifierOf(password))}`)
    return true
  } catch (error) {
    if (isRace(error)) return true
    if ((error as { code?: unknown }).code === '42501') return false
    throw error
  }
}

/** What the server keeps of a password (RFC 5803), so that the password itself never gets into its log. */
function verifierOf(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4_096]
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

/** Signs in as the owner and takes the role. */
async function through(client: pg.Client, owner: Connection, name: string, log: Log): Promise<Connection> {
  log.warn(
    { role: name },
    'the database does not let this role sign in by itself, so it is taken by the user of DATABASE_URL: whoever breaks into the portal can leave it (docs/operations.md)',
  )
  const { rows } = await client.query<{ is_member: boolean }>(`select pg_has_role($1, 'member') as is_member`, [name])
  if (!rows[0]!.is_member) await client.query(`grant ${name} to current_user`)
  const taken = { ...owner, options: `-c role=${name}` }
  await userOf(taken)
  return taken
}

/** Temporary tables could hide the portal's own from a function. Copies of a database don't have this. */
async function denyTemporary(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean; name: string }>(
    `select has_database_privilege($1, current_database(), 'temporary') as may, quote_ident(current_database()) as name`,
    [roleName('requests')],
  )
  if (rows[0]!.may) await client.query(`revoke temporary on database ${rows[0]!.name} from public`)
}

/** Settings that a role can give itself for its later connections, and that would hurt there. */
const harmful = '^(app[.]|role=|search_path=|row_security=|session_|default_transaction_)'

/** None of them may do more than is granted, or become another role, whatever somebody has changed since. */
async function tighten(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<RoleRow>(
    `select rolname, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls or rolinherit as is_weak,
       array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as may_be,
       array(
         select coalesce(quote_ident(d.datname), '') from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase
         where s.setrole = r.oid and coalesce(d.datname, current_database()) = current_database()
           and exists (select from unnest(s.setconfig) one where one ~ $2)
       ) as settings_of
     from pg_roles r where rolname = any ($1)`,
    [servingRoles.map(roleName), harmful],
  )
  for (const { rolname, is_weak, may_be, settings_of } of rows)
    try {
      for (const name of settings_of)
        await client.query(`alter role ${rolname} ${name && `in database ${name}`} reset all`)
      for (const other of may_be) await client.query(`revoke ${other} from ${rolname}`)
      if (is_weak)
        await client.query(
          `alter role ${rolname} nosuperuser nocreaterole nocreatedb noreplication nobypassrls noinherit`,
        )
    } catch (error) {
      const reason = (error as Error).message
      log.warn({ role: rolname, may_be, reason }, 'this database role may do more than the portal needs: take it away')
    }
}

async function warnOfSuperuser(client: pg.Client, owner: Connection, log: Log): Promise<void> {
  if (owner.connectionString === undefined) return
  const { rowCount } = await client.query('select from pg_roles where rolname = current_user and rolsuper')
  if (rowCount) log.warn('DATABASE_URL names a superuser: name the owner of the database instead (docs/operations.md)')
}
