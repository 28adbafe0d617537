import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Connection, createClient } from './database.ts'

const folder = new URL('../../db/migrations/', import.meta.url)

interface Migration {
  readonly name: string
  readonly text: string
  readonly hash: string
}

/**
 * Applies the numbered SQL files that the database has not had yet, each in its transaction, forward only. Several
 * nodes may start at once: one migrates, the others wait.
 * @param only names and hashes of those that a backup was made with: no others are applied
 * @throws Error when an applied file was changed afterwards, or the database or backup is newer than this portal
 */
export async function migrate(
  connection: Connection,
  report: (name: string) => void,
  only?: ReadonlyMap<string, string>,
): Promise<void> {
  const known = await readMigrations()
  // Before anything is written: a database in which something was begun is not empty any more.
  if (only) refuseOthers(known, only, 'backup')
  const client = createClient(connection, { application_name: 'eupnea-migrate' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('eupnea_migrations'))`)
    await client.query(
      `create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    refuseOthers(known, applied, 'database')
    for (const { name, text, hash } of known) {
      if (applied.has(name) || (only && !only.has(name))) continue
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
        await client.query('commit')
      } catch (error) {
        // On a lost connection this fails too, which is not what anybody wants to be told.
        await client.query('rollback').catch(() => {})
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
      }
      report(name)
    }
  } finally {
    await client.end()
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function refuseOthers(known: readonly Migration[], theirs: ReadonlyMap<string, string>, whose: string): void {
  const hashes = new Map(known.map(({ name, hash }) => [name, hash]))
  const unknown = [...theirs.keys()].filter((name) => !hashes.has(name))
  if (unknown.length > 0)
    throw new Error(
      `The ${whose} has migrations this portal does not know: ${unknown.join(', ')}. It is of a newer one`,
    )
  for (const [name, hash] of theirs)
    if (hashes.get(name) !== hash) throw new Error(`Migration ${name} is not the one that the ${whose} was made with`)
}
