import { m } from '@eupnea/texts'
import { defaultLocale, formatsOf } from '@eupnea/texts/locale.ts'
import { queueMail } from '../outbox/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { createLastingLog } from '../platform/log-lasting.ts'
import { listSuperadminEmails } from '../users/index.ts'
import { type JobFailure, noteFailures, takeEnded, takeUnreported } from './job-failures.sql.ts'

export interface JobsWatch {
  readonly origin: CtxOrigin
  /** the operator's addresses; if there are none, the Superadmins get the mail */
  readonly mails: readonly string[]
  /** how the mail calls this portal */
  readonly portal: string
  readonly everyMs?: number
  /** how long a job fails before anybody is notified, s */
  readonly patienceSeconds?: number
}

/**
 * Mails the operator once when scheduled jobs keep failing, and once when they work again, whichever node notices (AN-10).
 * It isn't a job itself, so that it doesn't depend on what failed.
 * @returns how to stop
 */
export function watchJobs(watch: JobsWatch): () => void {
  const { origin, everyMs = 60_000 } = watch
  const looking = createLastingLog(origin.log, 'jobs: not looked at, trying again', 'jobs: looked at again')
  const timer = setInterval(() => {
    look(watch).then(looking.worked, (error: Error) => looking.failed(error.message))
  }, everyMs)
  return () => clearInterval(timer)
}

const look = ({ origin, mails, portal, patienceSeconds = 600 }: JobsWatch) =>
  withCtx(origin, async (ctx) => {
    await noteFailures(ctx)
    const receivers = mails.length > 0 ? mails : await listSuperadminEmails(ctx)
    // Before the first start has made a Superadmin, there is nobody to tell.
    if (receivers.length === 0) return
    const ended = await takeEnded(ctx)
    const failing = await takeUnreported(ctx, patienceSeconds)
    const tell = async (subject: string, text: string) => {
      for (const to of receivers) await queueMail(ctx, { to, subject, text })
    }
    if (failing.length > 0)
      await tell(m.ops_jobs_failing_subject({ portal }), m.ops_jobs_failing({ portal, jobs: listOf(failing) }))
    if (ended.length > 0)
      await tell(m.ops_jobs_over_subject({ portal }), m.ops_jobs_over({ portal, jobs: listOf(ended) }))
  })

function listOf(failures: readonly JobFailure[]): string {
  const { dateTime } = formatsOf(defaultLocale)
  return failures
    .map(({ job, since }) => `${job}: ${dateTime(since.epochMilliseconds, 'UTC')}`)
    .sort()
    .join('\n')
}
