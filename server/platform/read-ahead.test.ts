import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../tests/kit/database.ts'
import { createDatabase, createPool, type Database, type Db } from './database.ts'
import { begun, readAhead } from './read-ahead.ts'

let drop: () => Promise<void>
let database: Database

beforeAll(async () => {
  const created = await createTestDatabase()
  drop = created.drop
  database = createDatabase(createPool(created.connection, { name: 'ahead', max: 1, pipeline: true }))
})
afterAll(async () => {
  await database.destroy()
  await drop()
})

const within = <T>(work: (db: Db) => Promise<T>) => database.transaction().execute(work)
const numbers = (count: number) => sql<{ n: number }>`select n from generate_series(1, ${count}::int) n`

it.each([0, 2, 3, 7, 8])('%i rows come whole and in order, first 2, then 5 at a time', async (count) => {
  const parts = await within((db) => Array.fromAsync(readAhead(db, numbers(count), 2, 5)))
  const rows = parts.flat().map(({ n }) => n)
  expect(rows).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(parts.map((part) => part.length).slice(0, 2)).toEqual([
    Math.min(count, 2),
    ...(count < 2 ? [] : [Math.min(count - 2, 5)]),
  ])
})

it('several are read in one transaction, also one that is left in the middle', async () => {
  await within(async (db) => {
    for await (const part of readAhead(db, numbers(50), 2, 2)) {
      expect(part).toHaveLength(2)
      break
    }
    expect((await Array.fromAsync(readAhead(db, numbers(3), 2, 2))).flat()).toHaveLength(3)
  })
})

it('a query that fails says why, before its rows or among them', async () => {
  const read = (query: RawBuilder<unknown>) => within((db) => Array.fromAsync(readAhead(db, query, 2, 2)))
  await expect(read(sql`select n from nowhere`)).rejects.toThrow('"nowhere" does not exist')
  await expect(read(sql`select 1 / (4 - n) as n from generate_series(1, 9) n`)).rejects.toThrow('division by zero')
})

it('what has begun asks for its first part before it is read, and fails only whoever reads it', async () => {
  const asked: number[] = []
  async function* parts() {
    for (let part = 1; part <= 3; part++) {
      asked.push(part)
      yield part
    }
    throw new Error('lost')
  }
  const read = begun(parts())
  expect(asked).toEqual([1])
  expect((await read.next()).value).toBe(1)
  await expect(Array.fromAsync(read)).rejects.toThrow('lost')
  // Nobody reads it: an unhandled rejection would fail the run.
  await within(async (db) => {
    begun(readAhead(db, sql`select n from nowhere`, 2, 2))
  })
})
