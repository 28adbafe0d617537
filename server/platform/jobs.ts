import type pg from 'pg'
import { getConstructionPlans, getMigrationPlans, PgBoss, systemClock } from 'pg-boss'
import boss from 'pg-boss/package.json' with { type: 'json' }
import { type Connection, createClient } from './database.ts'
import { roleName } from './database-roles.ts'
import type { Log } from './log.ts'
import { createLastingLog } from './log-lasting.ts'
import { counter } from './metrics.ts'

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

const schema = 'jobs'
const failures = counter('job_failures_total', 'Scheduled jobs that failed', ['job'])

/** Creates or upgrades the tables of pg-boss, as the owner: the role that works with them may not. */
export async function prepareJobs(owner: Connection): Promise<void> {
  const client = createClient(owner, { application_name: 'eupnea-jobs' })
  await client.connect()
  try {
    // One node at a time.
    await client.query(`select pg_advisory_lock(hashtext('eupnea_jobs'))`)
    const { rows } = await client.query<{ is_there: boolean }>(
      `select to_regclass('${schema}.version') is not null as is_there`,
    )
    const found = rows[0]!.is_there ? (await client.query(`select version from ${schema}.version`)).rows[0] : null
    const version = found ? Number(found.version) : null
    if (version === null) await client.query(getConstructionPlans(schema))
    else if (version < boss.pgboss.schema) await client.query(getMigrationPlans(schema, version))
    const work = roleName('work')
    const { rows: granted } = await client.query<{ is_ready: boolean }>(
      `select has_schema_privilege($1, '${schema}', 'usage') and not exists (
         select from pg_class where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p')
           and not has_table_privilege($1, oid, 'select, insert, update, delete')) as is_ready`,
      [work],
    )
    if (granted[0]!.is_ready) return
    await client.query(`grant usage on schema jobs to ${work}`)
    await client.query(`grant select, insert, update, delete on all tables in schema jobs to ${work}`)
    await client.query(`grant usage on all sequences in schema jobs to ${work}`)
  } finally {
    await client.end()
  }
}

/** pg-boss waits by it. After a clock was set back, it would do nothing until that had caught up. */
const evenClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }
const lookEveryMs = 30_000
/** The same where the database's clock was set back: pg-boss wouldn't look at the schedule again before, nor fill a minute twice. */
const forgetFuture = `
  with forgotten as (delete from ${schema}.job where created_on > now() + interval '1 minute')
  update ${schema}.version set cron_on = null where cron_on > now() + interval '1 minute'`

export async function startJobs(connection: Connection, jobs: readonly ScheduledJob[], log: Log): Promise<Jobs> {
  const queue = new PgBoss({
    ...(connection as pg.ClientConfig),
    application_name: 'eupnea-jobs',
    max: 3,
    schema,
    migrate: false,
    clock: evenClock,
    clockMonitorIntervalSeconds: lookEveryMs / 1_000,
  })
  let running = true
  const reaching = createLastingLog(log, 'jobs: database not reached', 'jobs: database reached again')
  /** since the last look: one job's worker may fail for long while the database answers others */
  let hasFailed = false
  queue.on('error', (error) => {
    hasFailed = true
    // Each job's worker says so, with its own name and id.
    reaching.failed(error.message.replace(/ \(Queue: .*\)$/, ''))
  })
  const clock = createLastingLog(log, 'jobs: clock not checked', 'jobs: clock checked again')
  await queue.start()
  const look = () =>
    queue
      .getDb()
      .executeSql(forgetFuture)
      .then(() => {
        if (!hasFailed) reaching.worked()
        hasFailed = false
        clock.worked()
      })
      .catch((error: Error) => clock.failed(error.message))
  await look()
  const looking = setInterval(look, lookEveryMs)
  for (const job of jobs) {
    await queue.createQueue(job.name, {
      policy: 'short',
      retryLimit: 2,
      expireInSeconds: 600,
      deleteAfterSeconds: 3_600,
    })
    await queue.work(job.name, { pollingIntervalSeconds: job.pollSeconds ?? 5 }, async () => {
      try {
        await job.run()
      } catch (error) {
        failures.inc({ job: job.name })
        log.error({ err: error, job: job.name }, 'job failed')
        throw error
      }
    })
    await queue.schedule(job.name, job.cron)
  }
  return {
    get running() {
      return running
    },
    async start(name) {
      await queue.send(name)
    },
    async close() {
      running = false
      clearInterval(looking)
      await queue.stop({ graceful: true, timeout: 5_000 })
    },
  }
}
