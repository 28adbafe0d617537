import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ExternalPostgres, startExternalPostgres } from '../kit/external-postgres.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/** Two nodes, one of which stands still while its connections stay open: the other goes on without it (LI-9). */

const patience = { timeout: 30_000 }

const folders: Awaited<ReturnType<typeof temporaryFolder>>[] = []
let postgres: ExternalPostgres
let sql: pg.Client
let nodes: SpawnedPortal[] = []

const newFolder = async () => {
  const folder = await temporaryFolder()
  folders.push(folder)
  return folder.path
}
/** The connection by which a node judges silence, as the database numbers it. */
const judge = async (): Promise<number | null> =>
  (
    await sql.query(`select pid from pg_stat_activity join pg_locks using (pid)
      where application_name = 'eupnea-watch' and locktype = 'advisory' and granted`)
  ).rows[0]?.pid ?? null

describe('two nodes', () => {
  beforeAll(async () => {
    postgres = await startExternalPostgres(await newFolder())
    for (let n = 0; n < 2; n++)
      nodes.push(await spawnPortal({ dataDir: await newFolder(), env: { DATABASE_URL: postgres.url } }))
    sql = new pg.Client(postgres.connection)
    sql.on('error', () => {})
    await sql.connect()
  })
  afterEach(() => {
    for (const node of nodes) node.process.kill('SIGCONT')
  })
  afterAll(async () => {
    await sql?.end()
    await Promise.all(nodes.map((node) => node.stop()))
    nodes = []
    await postgres?.stop()
    for (const folder of folders) await folder.remove()
  })

  test('one that freezes while it judges silence is followed by the other, and leaves it to it [LI-9][WA-1]', async () => {
    // The first to start.
    const [a] = nodes as [SpawnedPortal]
    await expect.poll(judge, patience).not.toBeNull()
    const before = await judge()
    a.process.kill('SIGSTOP')
    await expect.poll(judge, patience).not.toBeOneOf([null, before])
    const after = await judge()
    a.process.kill('SIGCONT')
    await expect.poll(() => a.stderr(), patience).toContain('leader: database not reached')
    expect(await judge()).toBe(after)
  })
})
