import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../tests/kit/database.ts'
import { createDatabase, createPool, type Database } from './database.ts'
import { keepsPlan, readsAlone, sentAhead } from './database-driver.ts'

let drop: () => Promise<void>
let database: Database

beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  database = createDatabase(createPool(created.connection, { name: 'driver', max: 1, pipeline: true }))
  await sql`create table things (id int primary key)`.execute(database)
  await sql`insert into things values (1)`.execute(database)
})
afterAll(async () => {
  await database.destroy()
  await drop()
})

it('a kept plan is made once, and again when a table has changed under it', async () => {
  const read = () => sql`select ${keepsPlan} * from things`.execute(database)
  const made = async () =>
    (
      await sql<{
        n: number
      }>`select count(*) as n from pg_prepared_statements where statement like '%things%'`.execute(database)
    ).rows[0]!.n
  for (let times = 0; times < 3; times++) expect((await read()).rows).toEqual([{ id: 1 }])
  expect(await made()).toBe(1)
  await sql`alter table things add column name text default 'one'`.execute(database)
  expect((await read()).rows).toEqual([{ id: 1, name: 'one' }])
})

it('arrays of numbers are read whole, with what is missing in them', async () => {
  const { rows } = await sql`select array[1, null, -3] as whole, array[0.1, null, 1e300]::float8[] as double,
    array[1.5]::float4[] as single, '{}'::float8[] as empty, null::int4[] as missing`.execute(database)
  expect(rows).toEqual([{ whole: [1, null, -3], double: [0.1, null, 1e300], single: [1.5], empty: [], missing: null }])
})

it('what is sent ahead takes effect before what follows, and what failed ahead fails the whole transaction', async () => {
  const within = (ahead: ReturnType<typeof sql>) =>
    database.transaction().execute(async (db) => {
      await ahead.execute(db)
      return (await sql<{ scope: string }>`select current_setting('app.scope') as scope`.execute(db)).rows
    })
  expect(await within(sql`${sentAhead} select set_config('app.scope', 'all', true)`)).toEqual([{ scope: 'all' }])
  await expect(within(sql`${sentAhead} select 1 / 0`)).rejects.toMatchObject({ code: '22012' })
  expect((await sql`select current_setting('app.scope', true) as scope`.execute(database)).rows).toEqual([
    { scope: '' },
  ])
  // A transaction that asks nothing was never begun.
  await database.transaction().execute((db) => sql`${sentAhead} select 1 / 0`.execute(db))
})

describe('a read that may be all that is asked', () => {
  type Db = Parameters<Parameters<ReturnType<Database['transaction']>['execute']>[0]>[0]
  const scoped = (db: Db) => sql`${sentAhead} select set_config('app.scope', 'all', true)`.execute(db)
  /** which transaction it is, and in which scope */
  const ask = async (db: Db, ...front: (typeof readsAlone)[]) =>
    (
      await sql<{ id: string; scope: string }>`select ${sql.join(front, sql` `)}
        pg_current_xact_id()::text as id, current_setting('app.scope', true) as scope`.execute(db)
    ).rows[0]!
  const countThings = async () =>
    (await sql<{ n: number }>`select count(*) as n from things`.execute(database)).rows[0]!.n

  it('has ended its transaction when it is answered; what follows is another in the same scope', async () => {
    const asked = await database.transaction().execute(async (db) => {
      await scoped(db)
      return [await ask(db, readsAlone), await ask(db, readsAlone, keepsPlan), await ask(db), await ask(db, readsAlone)]
    })
    expect(asked.map(({ scope }) => scope)).toEqual(['all', 'all', 'all', 'all'])
    const [first, second, third, last] = asked.map(({ id }) => id)
    expect(new Set([first, second, third]).size).toBe(3)
    expect(last).toBe(third)
    expect((await sql`select current_setting('app.scope', true) as scope`.execute(database)).rows).toEqual([
      { scope: '' },
    ])
  })

  it('neither keeps what was changed before it nor loses what is changed after it', async () => {
    const before = await countThings()
    const change = (db: Db) => sql`insert into things (id) select max(id) + 1 from things`.execute(db)
    const failed = database.transaction().execute(async (db) => {
      await scoped(db)
      await change(db)
      await ask(db, readsAlone)
      throw new Error('refused')
    })
    await expect(failed).rejects.toThrow('refused')
    expect(await countThings()).toBe(before)
    await database.transaction().execute(async (db) => {
      await scoped(db)
      await ask(db, readsAlone)
      await change(db)
    })
    expect(await countThings()).toBe(before + 1)
  })

  it('leaves nothing open when it fails, or what was sent ahead of it', async () => {
    const failing = (ahead: ReturnType<typeof sql>, asked: ReturnType<typeof sql>) =>
      database.transaction().execute(async (db) => {
        await ahead.execute(db)
        await asked.execute(db)
      })
    await expect(failing(sql`${sentAhead} select 1`, sql`select ${readsAlone} 1 / 0`)).rejects.toThrow(
      'division by zero',
    )
    await expect(failing(sql`${sentAhead} select 1 / 0`, sql`select ${readsAlone} 1`)).rejects.toThrow(
      'division by zero',
    )
    expect((await sql`select now() = statement_timestamp() as is_alone`.execute(database)).rows).toEqual([
      { is_alone: true },
    ])
  })

  it('stays within a snapshot', async () => {
    const asked = await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => [await ask(db, readsAlone), await ask(db, readsAlone)])
    expect(asked[0]!.id).toBe(asked[1]!.id)
  })
})
