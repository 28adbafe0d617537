import type pg from 'pg'
import { type Connection, createClient } from './database.ts'
import { createRoles } from './database-roles.ts'
import { hashOf, readSchema, type Schema, type Step } from './schema.ts'

/** Names and hashes of the steps that created the tables of a database or backup. */
type Applied = ReadonlyMap<string, string>

/** Version 1.6.0 had numbered migrations only: the first of them, and the hash of all their names and hashes. */
const version160 = {
  first: '0001-house.sql',
  hash: 'a28a409ed69442d003b2eb32453335c7661e105715f1cb3ea49f3e0bd0af244b',
}

/**
 * Brings the database to the program's schema in one transaction, or leaves it as it is (docs/database.md). Several
 * nodes may start at the same time: one migrates, the others wait.
 * @throws Error if an applied file was changed afterwards, or the database is newer than this portal
 */
export async function migrate(connection: Connection, report: (name: string) => void, schema?: Schema): Promise<void> {
  const { tables, definitions, dropDefinitions, version } = schema ?? (await readSchema())
  const done = await inTransaction(connection, async (client) => {
    const { rows } = await client.query<{ name: string; hash: string; version?: string }>('select * from migrations')
    const last = rows.find(({ name }) => name === 'definitions')
    const found = new Map(rows.filter((row) => row !== last).map(({ name, hash }) => [name, hash]))
    const applied = check(tables, found, 'database')
    const pending = tables.filter(({ name }) => !applied.has(name))
    if (pending.length === 0 && last?.hash === definitions.hash) return []
    if (last?.version && isOlder(version, last.version))
      throw new Error(
        `The database was made by version ${last.version}, which is newer than this portal. Use the newer version, or restore a backup from before the upgrade`,
      )

    if (rows.length > 0) await client.query(dropDefinitions)
    if (found.has(version160.first)) {
      await client.query('delete from migrations')
      await client.query('alter table migrations add column version text')
      for (const [name, hash] of applied) await record(client, { name, hash }, version)
    }
    for (const step of pending) await apply(client, step, version)
    for (const file of definitions.files) await run(client, file)
    await record(client, { name: 'definitions', hash: definitions.hash }, version)
    return [...pending.map(({ name }) => name), 'definitions']
  })
  for (const name of done) report(name)
}

/**
 * Creates the tables that a backup was made with, in an empty database. Once they are filled, `migrate` does the rest.
 * @throws Error before anything is written if the backup is newer than this portal, or older than version 1.6.0
 */
export async function createTables(connection: Connection, made: Applied): Promise<void> {
  const { tables, version } = await readSchema()
  const known = check(tables, made, 'backup')
  await inTransaction(connection, async (client) => {
    for (const step of tables) if (known.has(step.name)) await apply(client, step, version)
  })
}

async function inTransaction<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(connection, { application_name: 'eupnea-migrate' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('eupnea_migrations'))`)
    await client.query('begin')
    await client.query(
      `create table if not exists migrations
        (name text primary key, hash text not null, applied_at timestamptz not null default now(), version text)`,
    )
    await createRoles(client)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

const apply = async (client: pg.Client, step: Step, version: string): Promise<void> => {
  await run(client, step)
  await record(client, step, version)
}

async function run(client: pg.Client, { name, text }: Pick<Step, 'name' | 'text'>): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function record(client: pg.Client, { name, hash }: Pick<Step, 'name' | 'hash'>, version: string): Promise<void> {
  await client.query(
    `insert into migrations (name, hash, version) values ($1, $2, $3)
     on conflict (name) do update set hash = excluded.hash, version = excluded.version, applied_at = now()`,
    [name, hash, version],
  )
}

/**
 * @returns what was applied, under current names.
 * @throws Error if this program can't continue from there
 */
function check(tables: readonly Step[], theirs: Applied, whose: 'database' | 'backup'): Applied {
  if (theirs.has(version160.first)) {
    const all = [...theirs].map(([name, hash]) => `${name} ${hash}\n`).sort()
    if (hashOf(all.join('')) !== version160.hash)
      throw new Error(
        `The ${whose} was made by an unreleased version. If that is older than 1.6.0, upgrade it to 1.6.0 first`,
      )
    return new Map(tables.slice(0, 1).map(({ name, hash }) => [name, hash]))
  }
  const hashes = new Map(tables.map(({ name, hash }) => [name, hash]))
  const unknown = [...theirs.keys()].filter((name) => !hashes.has(name))
  if (unknown.length > 0)
    throw new Error(
      `The ${whose} is newer than this portal, which does not know its migrations ${unknown.join(', ')}. Use the newer version${whose === 'database' ? ', or restore a backup from before the upgrade' : ''}`,
    )
  for (const [name, hash] of theirs)
    if (hashes.get(name) !== hash) throw new Error(`Migration ${name} is not the one the ${whose} was made with`)
  return theirs
}

const isOlder = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0
