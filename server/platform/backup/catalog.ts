import type pg from 'pg'
import type { Manifest } from './manifest.ts'

/** What to back up, read from the database itself so that a new table can't be forgotten. */

type Columns = Pick<Manifest['tables'][number], 'name' | 'columns'>

/** Tables of the portal, each after the tables it refers to. @throws Error when references form a cycle */
export async function readTables(client: pg.ClientBase): Promise<Columns[]> {
  const { rows } = await client.query<Columns & { refers_to: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations'
    order by c.relname`)
  const waiting = new Map(rows.map((row) => [row.name, row]))
  const sorted: Columns[] = []
  while (waiting.size > 0) {
    const next = [...waiting.values()].filter((table) => !table.refers_to.some((name) => waiting.has(name)))
    if (next.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const { name, columns } of next) {
      waiting.delete(name)
      sorted.push({ name, columns })
    }
  }
  return sorted
}

export async function readPartitions(client: pg.ClientBase): Promise<Manifest['partitions']> {
  const { rows } = await client.query<Manifest['partitions'][number]>(`
    select c.relname as name, i.inhparent::regclass::text as parent,
      pg_get_expr(c.relpartbound, c.oid) as bound, coalesce(array_to_string(c.reloptions, ', '), '') as options
    from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition
    order by c.relname`)
  return rows
}

export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value as value, is_called from ${name}`,
    )
    sequences.push({ name, value: Number(states[0]!.value), is_called: states[0]!.is_called })
  }
  return sequences
}
