import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Connection } from '../../server/platform/database.ts'
import { hashOf } from '../../server/platform/schema.ts'

/** Creates a database as version 1.6.0 did: its migrations, and then some rows. */

const [rows, ...files] = readFileSync(new URL('version-1.6.0.sql', import.meta.url), 'utf8')
  .split(/^-- file (?=\S+\n)/m)
  .slice(1)
  .map((part) => {
    const name = part.slice(0, part.indexOf('\n'))
    return { name, text: part.slice(name.length + 1) }
  })
  .reverse()
const migrations = files.reverse()

/** Tables whose rows a later migration changes on purpose; each has its own test. */
export const rewritten: readonly string[] = [
  'audit_entries',
  ...['outbox_messages', 'outbox_gateways', 'alert_dispatches', 'alert_deliveries'],
]

/** @param until runs only migrations before this name and adds no rows: a database from before 1.6.0 */
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
