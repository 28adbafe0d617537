import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../tests/kit/database.ts'
import { createDatabase, createPool, type Database } from './database.ts'
import { keepsPlan, sentAhead } from './database-driver.ts'

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
