import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { type Jobs, startJobs } from '../platform/jobs.ts'
import { createLog } from '../platform/log.ts'
import { watchJobs } from './watch-jobs.ts'

let portal: TestHttp
let jobs: Jobs
let isFailing: boolean
const log = createLog('silent')

beforeAll(async () => {
  portal = await startTestHttp([])
  await portal.owner.updateTable('users').set({ status: 0 }).execute()
  const run = async () => {
    if (isFailing) throw new Error('not today')
  }
  jobs = await startJobs(
    portal.connections.work,
    [{ name: 'count-beds', cron: '0 0 1 1 *', pollSeconds: 0.5, run }],
    log,
  )
})
afterAll(async () => {
  await jobs.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.owner.deleteFrom('deliveries').execute()
  isFailing = true
})

const mails = () => portal.owner.selectFrom('deliveries').select(['recipient', 'subject', 'body']).execute()
const watch = (mails: string[], patienceSeconds = 0) =>
  watchJobs({
    origin: { database: portal.database, actor: { type: 'job', name: 'watch-jobs' }, log },
    ...{ mails, portal: 'house.example', everyMs: 20, patienceSeconds },
  })
const rest = () => new Promise((resolve) => setTimeout(resolve, 200))

it('One is told once it has failed for ten minutes [AN-10]', async () => {
  const fail = (minutes: number) =>
    sql`insert into job_failures (job, since) values ('roll-hours', now() - make_interval(mins => ${minutes}))
      on conflict (job) do update set since = excluded.since`.execute(portal.owner)
  const origin = { database: portal.database, actor: { type: 'job', name: 'watch-jobs' }, log } as const
  await fail(9)
  const stop = watchJobs({ origin, mails: ['ops@house.example'], portal: 'house.example', everyMs: 20 })
  await rest()
  expect(await mails()).toEqual([])
  await fail(11)
  await expect.poll(async () => (await mails()).length).toBe(1)
  stop()
  await portal.owner.deleteFrom('job_failures').execute()
})

it('A job that fails is told to the operator once, by two nodes and over a restart, and that it succeeds again [AN-10]', async () => {
  const nodes = [watch(['ops@house.example']), watch(['ops@house.example'])]
  await jobs.start('count-beds')
  await expect.poll(mails, { timeout: 20_000 }).toEqual([
    {
      recipient: 'ops@house.example',
      subject: 'Scheduled jobs failing: house.example',
      body: expect.stringMatching(/\n\ncount-beds: \d+ \w{3} \d{4}, \d\d:\d\d\n\n/),
    },
  ])
  for (const stop of nodes) stop()
  const stop = watch(['ops@house.example'])
  await rest()
  expect(await mails()).toHaveLength(1)

  isFailing = false
  await jobs.start('count-beds')
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBe(2)
  expect((await mails()).map(({ subject }) => subject)).toContain('Scheduled jobs working again: house.example')
  await rest()
  expect(await mails()).toHaveLength(2)
  stop()
})

it('One that succeeds before it is told is told to nobody; without an operator the Superadmins are told [AN-10]', async () => {
  const failing = () => portal.owner.selectFrom('job_failures').select('told_at').execute()
  await portal.asUser({ groups: ['sa'], email: 'super@house.example' })
  let stop = watch([], 3_600)
  await jobs.start('count-beds')
  await expect.poll(failing, { timeout: 20_000 }).toEqual([{ told_at: null }])
  isFailing = false
  await jobs.start('count-beds')
  await expect.poll(failing, { timeout: 20_000 }).toEqual([])
  expect(await mails()).toEqual([])
  stop()

  isFailing = true
  stop = watch([])
  await jobs.start('count-beds')
  await expect
    .poll(async () => (await mails()).map(({ recipient }) => recipient), { timeout: 20_000 })
    .toEqual(['super@house.example'])
  stop()
})
