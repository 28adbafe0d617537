import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Connection } from './database.ts'
import type { Log } from './log.ts'

/** Scheduled work, run by one node at a time. A job may run twice; its effect happens once. */
export interface ScheduledJob {
  readonly name: string
  /** cron in UTC, at most once a minute */
  readonly cron: string
  /** how soon it begins when it is started in between, s; 5 if left out */
  readonly pollSeconds?: number
  run(): Promise<void>
}

export interface Jobs {
  readonly running: boolean
  /** Runs a job now, once it is free, besides its schedule. */
  start(name: string): Promise<void>
  close(): Promise<void>
}

export async function startJobs(connection: Connection, jobs: readonly ScheduledJob[], log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    ...(connection as pg.ClientConfig),
    application_name: 'eupnea-jobs',
    max: 3,
    schema: 'jobs',
  })
  let running = true
  boss.on('error', (error) => log.warn({ reason: error.message }, 'jobs: database not reached'))
  await boss.start()
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      policy: 'short',
      retryLimit: 2,
      expireInSeconds: 600,
      deleteAfterSeconds: 3_600,
    })
    await boss.work(job.name, { pollingIntervalSeconds: job.pollSeconds ?? 5 }, async () => {
      try {
        await job.run()
      } catch (error) {
        log.error({ err: error, job: job.name }, 'job failed')
        throw error
      }
    })
    await boss.schedule(job.name, job.cron)
  }
  return {
    get running() {
      return running
    },
    async start(name) {
      await boss.send(name)
    },
    async close() {
      running = false
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
