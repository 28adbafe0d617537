import type pg from 'pg'
import { createSealer } from '../seal.ts'

/** Rows of `settings` that are sealed, each for its own name. */
const sealedSettings = ['key-check', 'vapid'] as const

/** A column says in its comment what it is sealed for, such as `sealed: webhook {id}`; {} names a column of its row. */
const marked = /^sealed: (.+)$/

interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly purpose: string
}

/** Every sealed column, found by its comment, so that a new table can't be forgotten (docs/decisions/0037-secrets-audit.md). */
async function readSealedColumns(client: pg.ClientBase): Promise<SealedColumn[]> {
  const { rows } = await client.query<SealedColumn>(`
    select c.relname as table, a.attname as column, d.description as purpose
    from pg_description d
    join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid
    where c.relnamespace = 'public'::regnamespace and d.objsubid > 0 and d.description like 'sealed: %'
    order by 1, 2`)
  return rows.map((row) => ({ ...row, purpose: marked.exec(row.purpose)![1]! }))
}

/**
 * Seals everything in the database with another key, in the transaction of `client`.
 * @returns how many secrets
 * @throws Error when one of them can't be opened with the old key
 */
export async function reseal(client: pg.ClientBase, oldKey: string, newKey: string): Promise<number> {
  const [old, next] = [createSealer(oldKey), createSealer(newKey)]
  const again = (sealed: Buffer, purpose: string, where: string): Buffer => {
    try {
      return next.seal(old.open(sealed, purpose), purpose)
    } catch (error) {
      throw new Error(`${where} is not sealed with the present key`, { cause: error })
    }
  }
  let count = 0
  for (const { table, column, purpose } of await readSealedColumns(client)) {
    // ctid: the row is locked, so it stays where it is until its update.
    const { rows } = await client.query<{ ctid: string; kept: Record<string, unknown>; sealed: Buffer }>(
      `select ctid::text, to_jsonb(t) - '${column}' as kept, "${column}" as sealed
       from "${table}" t where "${column}" is not null for update`,
    )
    for (const { ctid, kept, sealed } of rows) {
      const purposeOfRow = purpose.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(kept[name]))
      const sealedAgain = again(sealed, purposeOfRow, `${table}.${column}`)
      await client.query(`update "${table}" set "${column}" = $1 where ctid = $2::tid`, [sealedAgain, ctid])
      count += 1
    }
  }
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, value from settings where name = any ($1) for update',
    [sealedSettings],
  )
  for (const { name, value } of rows) {
    const sealed = again(Buffer.from(value, 'base64'), name, `settings.${name}`).toString('base64')
    await client.query('update settings set value = $1 where name = $2', [sealed, name])
    if (name !== 'key-check') count += 1
  }
  return count
}

/**
 * Deletes what only a lost key would open, in the transaction of `client`: the rows with sealed columns, and the keys of
 * push notifications, which the next start makes anew.
 * @returns the number of rows by table
 */
export async function deleteSealed(client: pg.ClientBase): Promise<Map<string, number>> {
  const deleted = new Map<string, number>()
  for (const { table, column } of await readSealedColumns(client)) {
    const { rowCount } = await client.query(`delete from "${table}" where "${column}" is not null`)
    deleted.set(table, (deleted.get(table) ?? 0) + (rowCount ?? 0))
  }
  await client.query('delete from settings where name = any ($1)', [sealedSettings])
  return deleted
}
