import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Connection } from '../../server/platform/database.ts'
import { hashOf } from '../../server/platform/schema.ts'

/** What version 1.6.0 made of an empty database: its migrations, and then some rows. */

const [rows, ...files] = readFileSync(new URL('version-1.6.0.sql', import.meta.url), 'utf8')
  .split(/^-- file (?=\S+\n)/m)
  .slice(1)
  .map((part) => {
    const name = part.slice(0, part.indexOf('\n'))
    return { name, text: part.slice(name.length + 1) }
  })
  .reverse()
const migrations = files.reverse()

/** Tables in which a later migration changes rows on purpose; a test of its own says how. */
export const rewritten: readonly string[] = ['audit_entries']

/** @param until only migrations before this name, and no rows: a database from the time before 1.6.0 */
export async function make160(connection: Connection, until?: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(
      `create table migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    for (const { name, text } of migrations) {
      if (until && name >= until) continue
      await client.query(text)
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hashOf(text)])
    }
    if (!until) await client.query(rows!.text)
  } finally {
    await client.end()
  }
}
