import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Connection, createClient } from './database.ts'

const folder = new URL('../../db/migrations/', import.meta.url)

/**
 * Applies the numbered SQL files that the database has not had yet, each in its transaction, forward only. Several
 * nodes may start at once: one migrates, the others wait.
 * @param only names and hashes of those that a backup was made with: no others are applied
 * @throws Error when an applied file was changed afterwards, or the database is newer than this portal
 */
export async function migrate(
  connection: Connection,
  report: (name: string) => void,
  only?: ReadonlyMap<string, string>,
): Promise<void> {
  const client = createClient(connection, { application_name: 'eupnea-migrate' })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('eupnea_migrations'))`)
    await client.query(
      `create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const unknown = [...applied.keys(), ...(only?.keys() ?? [])].filter((name) => !names.includes(name))
    if (unknown.length > 0)
      throw new Error(`The database has migrations this portal does not know: ${unknown.join(', ')}`)
    for (const name of names) {
      const text = await readFile(new URL(name, folder), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const before = applied.get(name)
      if (before === hash || (only && !only.has(name))) continue
      if (only && only.get(name) !== hash) throw new Error(`Migration ${name} is not the one that the backup knows`)
      if (before) throw new Error(`Migration ${name} was changed after it had been applied`)
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
