import { removeOldAdtMessages } from './adt/index.ts'
import { sendDigests } from './audit/index.ts'
import { removeOldDeidentifiedExports, runDeidentifiedExports } from './deidentified-exports/index.ts'
import { auditWrongKeys } from './devices/index.ts'
import { removeOldSteps } from './dispatch/index.ts'
import { bringBackCodes } from './displays/index.ts'
import { removeOldSpans } from './downtime/index.ts'
import { type EhrParts, scheduleImports } from './ehr-import/index.ts'
import { removeOldExports, runFhirExports } from './fhir-exports/index.ts'
import { sweepFiles } from './files/index.ts'
import type { Archive } from './live/archive/index.ts'
import type { Ingest } from './live/ingest/index.ts'
import { rollHours } from './measurements/index.ts'
import {
  bringBackInvitations,
  bringBackProviderInvitations,
  removeOldInvitationMails,
  removeOldProviderInvitations,
} from './members/index.ts'
import { beat } from './notifications/index.ts'
import { queueMail, removeOldMessages } from './outbox/index.ts'
import { removeOldAnswers } from './platform/answer-once.ts'
import { type Ctx, type CtxOrigin, withCtx } from './platform/context.ts'
import type { ServingRole } from './platform/database.ts'
import type { PortalEvent } from './platform/events.ts'
import type { FileStore } from './platform/file-store.ts'
import type { ScheduledJob } from './platform/jobs.ts'
import { bringBackLinks, removeOldReports, sendDailyReports } from './reports/index.ts'
import { removeExpiredTokens } from './service-accounts/index.ts'
import type { Sessions } from './sessions/index.ts'
import type { Base } from './start-base.ts'
import { findTrends } from './trends/index.ts'

/** What jobs work with. */
export interface JobParts extends Pick<Base, 'config' | 'jobOrigin'> {
  readonly ingest: Pick<Ingest, 'keepPartitions'>
  readonly sessions: Pick<Sessions, 'bringBack' | 'removeExpired'>
  readonly files: FileStore
  readonly archive: Archive
  readonly ehr: EhrParts
  readonly baseUrl: () => string
}

export interface Job extends ScheduledJob {
  /** it also runs when this event is announced, and when the portal starts */
  readonly startsOn?: PortalEvent['type']
}

/** The one list of scheduled jobs. Hourly and daily jobs each have their own minute, so that few run together. */
export function jobsOf(parts: JobParts): readonly Job[] {
  const { config, ingest, sessions, files, archive, ehr, baseUrl, jobOrigin } = parts
  /** @param as the role it runs as; by default that of the portal's own work */
  const job = (
    name: string,
    cron: string,
    run: (origin: CtxOrigin) => Promise<void>,
    { as, startsOn }: { as?: ServingRole; startsOn?: PortalEvent['type'] } = {},
  ): Job => ({
    ...{ name, cron, run: () => run(jobOrigin(name, as)) },
    // Someone is waiting for it.
    ...(startsOn && { startsOn, pollSeconds: 1 }),
  })
  /** Runs a verb in one transaction. */
  const inOne = (verb: (ctx: Ctx) => Promise<void>) => (origin: CtxOrigin) => withCtx(origin, verb)
  const now = () => Temporal.Now.instant()
  return [
    job('keep-partitions', '17 * * * *', () => ingest.keepPartitions()),
    job('roll-hours', '* * * * *', (origin) => rollHours(origin, now(), 'recent')),
    job('roll-all-hours', '41 * * * *', (origin) => rollHours(origin, now(), 'all')),
    job('send-daily-reports', '* * * * *', (origin) => sendDailyReports(origin, { files, sealer: ehr.sealer }, now())),
    job('audit-wrong-keys', '3 * * * *', inOne(auditWrongKeys)),
    job('bring-back-sessions', '* * * * *', () => sessions.bringBack()),
    job('bring-back-links', '* * * * *', inOne(bringBackLinks)),
    job('bring-back-codes', '* * * * *', inOne(bringBackCodes), { as: 'identity' }),
    job('bring-back-invitations', '* * * * *', inOne(bringBackInvitations), { as: 'identity' }),
    job('bring-back-provider-invitations', '* * * * *', inOne(bringBackProviderInvitations), { as: 'identity' }),
    job('remove-expired-sessions', '23 * * * *', () => sessions.removeExpired()),
    job('remove-expired-tokens', '27 * * * *', inOne(removeExpiredTokens), { as: 'identity' }),
    job('run-fhir-exports', '* * * * *', (origin) => runFhirExports(origin, baseUrl), {
      startsOn: 'fhir_export_started',
    }),
    job('run-deidentified-exports', '* * * * *', (origin) => runDeidentifiedExports(origin, archive), {
      startsOn: 'deidentified_export_started',
    }),
    job('remove-old-deidentified-exports', '35 * * * *', inOne(removeOldDeidentifiedExports)),
    job('remove-old-exports', '33 * * * *', inOne(removeOldExports)),
    job('sweep-files', '*/10 * * * *', (origin) => sweepFiles(origin, files)),
    job('beat', '* * * * *', inOne(beat)),
    job('remove-old-answers', '53 * * * *', inOne(removeOldAnswers)),
    job('remove-old-invitation-mails', '51 * * * *', inOne(removeOldInvitationMails)),
    job('remove-old-provider-invitations', '52 * * * *', inOne(removeOldProviderInvitations)),
    job(
      'remove-old-reports',
      '37 3 * * *',
      inOne((ctx) => removeOldReports(ctx, config.RETENTION_MINUTES_DAYS)),
    ),
    job(
      'remove-old-spans',
      '39 3 * * *',
      inOne((ctx) => removeOldSpans(ctx, config.RETENTION_MINUTES_DAYS)),
    ),
    job('find-trends', '*/5 * * * *', (origin) => findTrends(origin, now())),
    job('remove-old-adt-messages', '33 3 * * *', inOne(removeOldAdtMessages)),
    job('schedule-ehr-imports', '*/5 * * * *', (origin) => scheduleImports(origin, now())),
    job('remove-old-messages', '29 3 * * *', inOne(removeOldMessages)),
    // Every hour, so that a day on which nothing ran is soon made up for.
    job('send-audit-digests', '7 * * * *', (origin) => {
      const store = config.S3_BUCKET_PREFIX ? files : null
      return sendDigests(origin, { store, mails: config.OPS_MAIL, queueMail, portal: new URL(baseUrl()).host }, now())
    }),
    job('remove-old-steps', '31 3 * * *', inOne(removeOldSteps)),
  ]
}
