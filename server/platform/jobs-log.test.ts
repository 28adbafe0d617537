import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { startJobs } from './jobs.ts'
import type { Log } from './log.ts'

let portal: TestHttp

beforeAll(async () => {
  portal = await startTestHttp([])
})
afterAll(() => portal.close())

it('a job that can’t be taken is not said to be over because the database answers [AN-11]', async () => {
  await sql`create function broken() returns trigger language plpgsql as $$
    begin raise exception 'broken'; end $$`.execute(portal.owner)
  await sql`create trigger broken before update on jobs.job for each row when (new.state = 'active')
    execute function broken()`.execute(portal.owner)
  const said: string[] = []
  const say = (_about: object, line: string) => void said.push(line)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const failing = { name: 'count-beds', cron: '0 0 1 1 *', pollSeconds: 0.5, run: async () => {} }
  const jobs = await startJobs(portal.connections.work, [failing], { warn: say, info: say, error: say } as never as Log)
  onTestFinished(jobs.close)
  await jobs.start('count-beds')
  await expect.poll(() => said, { timeout: 20_000 }).toEqual(['jobs: database not reached'])
  // The look undoes this, so it has reached the database then.
  await sql`update jobs.version set cron_on = now() + interval '2 hours'`.execute(portal.owner)
  await vi.advanceTimersByTimeAsync(30_000)
  const ahead = async () => (await sql`select from jobs.version where cron_on > now()`.execute(portal.owner)).rows
  await expect.poll(ahead, { timeout: 20_000 }).toEqual([])
  expect(said).toEqual(['jobs: database not reached'])

  await sql`drop trigger broken on jobs.job`.execute(portal.owner)
  await expect
    .poll(
      async () => {
        await vi.advanceTimersByTimeAsync(30_000)
        return said.at(-1)
      },
      { timeout: 20_000, interval: 1_000 },
    )
    .toBe('jobs: database reached again')
})
