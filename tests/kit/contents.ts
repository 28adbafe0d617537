import pg from 'pg'
import type { Connection } from '../../server/platform/database.ts'

/** Runs one statement as the owner. */
export async function query<T extends pg.QueryResultRow>(connection: Connection, statement: string): Promise<T[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

export interface Table {
  readonly name: string
  readonly columns: string
}

/** All tables except the named ones. */
export const listTables = (connection: Connection, except: readonly string[] = []): Promise<Table[]> =>
  query<{ name: string; columns: string }>(
    connection,
    `select relname as name, (select string_agg(quote_ident(attname), ', ' order by attname) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname not in (${['migrations', ...except].map((name) => `'${name}'`).join(', ')})`,
  )

/** Row count and checksum of each table's columns. */
export async function readContents(connection: Connection, tables: readonly Table[]): Promise<Record<string, string>> {
  const sums = tables.map(
    ({ name, columns }) =>
      `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
       from (select ${columns} from ${name}) t`,
  )
  const rows = await query<{ name: string; sum: string }>(connection, sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
