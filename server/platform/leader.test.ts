import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../tests/kit/database.ts'
import type { Connection } from './database.ts'
import { type Election, type Lead, startElection } from './leader.ts'
import { createLog } from './log.ts'

let database: { connection: Connection; drop(): Promise<void> }
const elections: Election<Lead>[] = []
/** leading nodes, in the order in which they took over */
let leading: string[] = []
/** how often a node took over */
let terms = 0
/** nodes where the work fails */
const luckless = new Set<string>()

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(elections.splice(0).map((election) => election.close()))
  expect(leading).toEqual([])
  luckless.clear()
})
afterAll(() => database.drop())

function join(node: string, log = createLog('silent')): Election<Lead> {
  const begin = () => {
    terms++
    leading.push(node)
    return {
      get works() {
        return !luckless.has(node)
      },
      async close() {
        leading = leading.filter((one) => one !== node)
      },
    }
  }
  const { connection } = database
  const hurry = { patienceMs: 500, askEveryMs: 100 }
  const election = startElection({ connection, name: 'test', log, begin, ...hurry })
  elections.push(election)
  return election
}
const leads = (...nodes: string[]) => expect.poll(() => leading, { timeout: 15_000 }).toEqual(nodes)

it('one of several leads, and another when that one stops or loses the database [LI-9]', async () => {
  const a = join('a')
  await leads('a')
  const b = join('b')
  await expect.poll(() => b.works).toBe(true)
  expect(a.works).toBe(true)
  await a.close()
  await leads('b')

  join('c')
  const before = terms
  const sql = new pg.Client(database.connection)
  await sql.connect()
  await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'eupnea-test'
    and pid in (select pid from pg_locks where locktype = 'advisory')`)
  await sql.end()
  await expect.poll(() => terms, { timeout: 15_000 }).toBeGreaterThan(before)
  await expect.poll(() => leading.length).toBe(1)
})

it('who leads in vain leaves it to another, and tries again when nobody else does [LI-9]', async () => {
  luckless.add('a')
  const a = join('a')
  await leads('a')
  expect(a.works).toBe(false)
  const b = join('b')
  await leads('b')
  await expect.poll(() => a.works, { timeout: 15_000 }).toBe(true)
  await b.close()
  await leads('a')
})

it('says once that the database refuses the question who leads, and once that it answers again [LI-9]', async () => {
  const lines: string[] = []
  const sql = new pg.Client(database.connection)
  await sql.connect()
  const { rows } = await sql.query('select current_database() as name')
  const name = `"${rows[0].name}"`
  await sql.query('create sequence asked')
  await sql.query(`create function public.hashtext(text) returns int language plpgsql as
    $$ begin perform nextval('asked'); raise 'refused'; end $$`)
  await sql.query(`alter database ${name} set search_path = public, pg_catalog`)
  const election = join('a', pino({}, { write: (line: string) => void lines.push(line) }))
  const asked = async () => Number((await sql.query('select last_value from asked')).rows[0].last_value)
  await expect.poll(asked, { timeout: 15_000 }).toBeGreaterThan(2)
  await sql.query('drop function public.hashtext(text)')
  await sql.query(`alter database ${name} reset search_path`)
  await sql.end()
  await leads('a')
  await election.close()
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'leader: database not reached, trying again',
    'leader: database reached again',
    'leader: this node',
  ])
})
