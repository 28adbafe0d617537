import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { type Jobs, startJobs } from './jobs.ts'
import { createLog } from './log.ts'

/** A clock that was ahead is set right: what is scheduled must not wait until it gets there again. */

let portal: TestHttp
let jobs: Jobs | undefined

beforeAll(async () => {
  portal = await startTestHttp([])
})
afterEach(async () => {
  vi.useRealTimers()
  await jobs?.close()
})
afterAll(() => portal.close())

const hoursMs = 2 * 3_600_000
async function start(run: () => Promise<void>): Promise<Jobs> {
  jobs = await startJobs(
    portal.connections.work,
    [{ name: 'count-beds', cron: '0 0 1 1 *', pollSeconds: 0.5, run }],
    createLog('silent'),
  )
  return jobs
}

it('a job goes on being done when this machine’s clock is set back while it runs [WA-6]', async () => {
  let runs = 0
  const { start: again } = await start(async () => {
    if (runs++ > 0) return
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hoursMs })
  })
  await again('count-beds')
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(1)
  await again('count-beds')
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(2)
})

it('what was scheduled ahead of the database’s clock is forgotten, so that nothing waits for it [WA-6]', async () => {
  const { start: again } = await start(async () => {})
  await again('count-beds')
  await jobs?.close()
  await sql`update jobs.version set cron_on = now() + interval '2 hours'`.execute(portal.owner)
  await sql`update jobs.job set created_on = now() + interval '2 hours'`.execute(portal.owner)
  await start(async () => {})
  const left = async () =>
    (await sql`select from jobs.job, jobs.version where created_on > now() or cron_on > now()`.execute(portal.owner))
      .rows
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
})
