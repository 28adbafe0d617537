import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOf } from '../../tests/kit/connections.ts'
import { createTestDatabase } from '../../tests/kit/database.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../../tests/kit/spawn-portal.ts'

/** What the portal does by its schedule, with the rights that it has. */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: Awaited<ReturnType<typeof createTestDatabase>>
let portal: SpawnedPortal
let queue: PgBoss

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  const DATABASE_URL = urlOf(database.connection)
  portal = await spawnPortal({ dataDir: folder.path, env: { DATABASE_URL } })
  queue = new PgBoss({
    connectionString: DATABASE_URL,
    ...{ schema: 'jobs', migrate: false, supervise: false, schedule: false },
  })
  await queue.start()
})
afterAll(async () => {
  await queue?.stop()
  await portal?.stop()
  await database?.drop()
  await folder?.remove()
})

const failures = async () =>
  /^eupnea_job_failures_total.*/m.exec(await (await fetch(`${portal.http}/metrics`)).text())?.[0]

test('each scheduled job has the rights that it needs [DO-1]', async () => {
  const names = (await queue.getSchedules()).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(20)
  for (const name of names) await queue.send(name)
  const states = async (name: string) => new Set((await queue.findJobs(name)).map(({ state }) => state))
  const unfinished = async () => {
    const all = await Promise.all(names.map(async (name) => ({ name, found: await states(name) })))
    return all.filter(({ found }) => !found.has('completed')).map(({ name, found }) => [name, ...found])
  }
  await expect.poll(unfinished, { timeout: 60_000, interval: 500 }).toEqual([])
  expect(await failures()).toBeUndefined()
})

test('a job that fails is counted, with its name [AN-10]', async () => {
  const owner = new pg.Client(database.connection)
  await owner.connect()
  await owner.query('revoke delete on service_tokens from eupnea_identity')
  await owner.end()
  await queue.send('remove-expired-tokens')
  await expect
    .poll(failures, { timeout: 30_000, interval: 500 })
    .toBe('eupnea_job_failures_total{job="remove-expired-tokens"} 1')
  expect(portal.stderr()).toContain('job failed')
})
