import { removeOldAdtMessages } from './adt/index.ts'
import { sendDigests } from './audit/index.ts'
import { removeOldDeidentifiedExports, runDeidentifiedExports } from './deidentified-exports/index.ts'
import { auditWrongKeys } from './devices/index.ts'
import { bringBackCodes } from './displays/index.ts'
import { removeOldSpans } from './downtime/index.ts'
import { type EhrParts, scheduleImports, startEhrImports } from './ehr-import/index.ts'
import { removeOldExports, runFhirExports } from './fhir-exports/index.ts'
import { sweepFiles } from './files/index.ts'
import { type Archive, tendArchive } from './live/archive/index.ts'
import type { Ingest } from './live/ingest/index.ts'
import {
  bringBackInvitations,
  bringBackProviderInvitations,
  removeOldInvitationMails,
  removeOldProviderInvitations,
} from './members/index.ts'
import { beat } from './notifications/index.ts'
import { createNurseCallLines, tendNurseCalls } from './nurse-calls/index.ts'
import {
  type Channels,
  mailChannel,
  nurseCallChannel,
  pushChannel,
  queueMail,
  receiptToken,
  receiptUrl,
  removeOldMessages,
  smsChannel,
  startOutbox,
  webhookChannel,
} from './outbox/index.ts'
import { removeOldAnswers } from './platform/answer-once.ts'
import type { Config } from './platform/config.ts'
import { type Ctx, type CtxOrigin, withCtx } from './platform/context.ts'
import { storeConfigOf } from './platform/create-file-store.ts'
import type { ServingRole } from './platform/database.ts'
import type { FileStore } from './platform/file-store.ts'
import { type ScheduledJob, startJobs } from './platform/jobs.ts'
import { startElection } from './platform/leader.ts'
import { createMailer } from './platform/mail.ts'
import { createSmsGateway } from './platform/sms.ts'
import type { Vapid } from './platform/vapid.ts'
import { pushSubscribers } from './push-subscriptions/index.ts'
import { bringBackLinks, removeOldReports, rollHours, sendDailyReports } from './reports/index.ts'
import { removeExpiredTokens } from './service-accounts/index.ts'
import type { Sessions } from './sessions/index.ts'
import type { Base } from './start-base.ts'
import { removeOldSteps, startTelling } from './telling/index.ts'
import { findTrends } from './trends/index.ts'
import { webhookReceivers } from './webhooks/index.ts'

interface Work extends Base {
  readonly ingest: Pick<Ingest, 'keepPartitions'>
  readonly sessions: Pick<Sessions, 'bringBack' | 'removeExpired'>
  readonly files: FileStore
  readonly archive: Archive
  readonly ehr: EhrParts
  readonly vapid: Vapid
  readonly baseUrl: () => string
}

/**
 * Starts the role `jobs`: scheduled work, sending messages, and imports.
 * @returns functions that say whether it works
 */
export async function startWork(work: Work): Promise<{ jobs(): boolean; archive(): boolean }> {
  const { config, connection, log, events, ingest, sessions, files, secret, ehr, vapid, baseUrl, jobOrigin, onStop } =
    work
  /** @param as by default the role of the portal's own work */
  const job = (
    name: string,
    cron: string,
    run: (origin: CtxOrigin) => Promise<void>,
    { as, pollSeconds }: { as?: ServingRole; pollSeconds?: number } = {},
  ): ScheduledJob => ({ name, cron, run: () => run(jobOrigin(name, as)), ...(pollSeconds && { pollSeconds }) })
  /** In one transaction. */
  const inOne = (verb: (ctx: Ctx) => Promise<void>) => (origin: CtxOrigin) => withCtx(origin, verb)
  const now = () => Temporal.Now.instant()
  const jobs = await startJobs(
    connection,
    [
      job('keep-partitions', '17 * * * *', () => ingest.keepPartitions()),
      job('roll-hours', '* * * * *', (origin) => rollHours(origin, now(), 'recent')),
      job('roll-all-hours', '41 * * * *', (origin) => rollHours(origin, now(), 'all')),
      job('send-daily-reports', '* * * * *', (origin) =>
        sendDailyReports(origin, { files, sealer: ehr.sealer }, now()),
      ),
      job('audit-wrong-keys', '3 * * * *', inOne(auditWrongKeys)),
      job('bring-back-sessions', '* * * * *', () => sessions.bringBack()),
      job('bring-back-links', '* * * * *', inOne(bringBackLinks)),
      job('bring-back-codes', '* * * * *', inOne(bringBackCodes), { as: 'identity' }),
      job('bring-back-invitations', '* * * * *', inOne(bringBackInvitations), { as: 'identity' }),
      job('bring-back-provider-invitations', '* * * * *', inOne(bringBackProviderInvitations), { as: 'identity' }),
      job('remove-expired-sessions', '23 * * * *', () => sessions.removeExpired()),
      job('remove-expired-tokens', '27 * * * *', inOne(removeExpiredTokens), { as: 'identity' }),
      job('run-fhir-exports', '* * * * *', (origin) => runFhirExports(origin, baseUrl), { pollSeconds: 1 }),
      job('run-deidentified-exports', '* * * * *', (origin) => runDeidentifiedExports(origin, work.archive), {
        pollSeconds: 1,
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
      // Each hour, so that a day on which nothing ran is made up for soon.
      job('send-audit-digests', '7 * * * *', (origin) => {
        const store = config.S3_BUCKET_PREFIX ? files : null
        return sendDigests(origin, { store, mails: config.OPS_MAIL, queueMail, portal: new URL(baseUrl()).host }, now())
      }),
      job('remove-old-steps', '31 3 * * *', inOne(removeOldSteps)),
    ],
    log,
  )
  onStop(() => jobs.close())
  // What isn't started here is found by the job's schedule.
  const runExports = (job: 'run-fhir-exports' | 'run-deidentified-exports') =>
    jobs.start(job).catch((error: Error) => log.warn({ reason: error.message }, 'export waits'))
  events.on(({ type }) => {
    if (type === 'fhir_export_started') void runExports('run-fhir-exports')
    if (type === 'deidentified_export_started') void runExports('run-deidentified-exports')
  })
  // Those that a kill has interrupted go on.
  await runExports('run-fhir-exports')
  await runExports('run-deidentified-exports')
  onStop(startEhrImports({ ...ehr, origin: jobOrigin('ehr-import'), baseUrl, events }))
  const nurseCalls = createNurseCallLines(jobOrigin('nurse-call'), { hosts: config.HL7_HOSTS })
  const tending = startElection({ connection, name: 'nurse-calls', log, begin: () => tendNurseCalls(nurseCalls, log) })
  onStop(() => tending.close())
  onStop(
    startOutbox(
      jobOrigin('outbox'),
      {
        ...channelsOf(config, jobOrigin('outbox'), files, secret, ehr, vapid),
        'nurse-call': nurseCallChannel(jobOrigin('outbox'), nurseCalls),
      },
      events,
      {
        limits: { burst: config.ALERT_BURST, perMinute: config.ALERTS_PER_MINUTE },
      },
    ),
  )
  onStop(startTelling(jobOrigin('telling'), baseUrl, events))
  const archiver = startElection({
    ...{ connection, name: 'archive', log },
    // A store that one node doesn't reach is seldom reached by another.
    patienceMs: 30 * 60_000,
    begin: () =>
      tendArchive({
        ...{ connection, log, config: storeConfigOf(config) },
        afterDays: config.ARCHIVE_AFTER_DAYS,
        retention: { readingsDays: config.RETENTION_READINGS_DAYS, minutesDays: config.RETENTION_MINUTES_DAYS },
      }),
  })
  onStop(() => archiver.close())
  return { jobs: () => jobs.running, archive: () => archiver.works }
}

/** Without a gateway, messages of a channel stay in the outbox, where a Superadmin reads them. */
function channelsOf(
  config: Config,
  origin: CtxOrigin,
  files: FileStore,
  secret: string,
  { sealer, outgoing }: EhrParts,
  vapid: Vapid,
): Channels {
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_ACCOUNT, SMS_TOKEN, SMS_FROM, BASE_URL } = config
  // Without a public address there is none, because a gateway rejects messages with an address it can't reach.
  const statusUrl = (id: string) => (BASE_URL ? receiptUrl(BASE_URL, receiptToken(secret, id)) : null)
  const sms = SMS_URL && createSmsGateway({ url: SMS_URL, account: SMS_ACCOUNT, token: SMS_TOKEN, from: SMS_FROM })
  return {
    ...(SMTP_URL && { mail: mailChannel(createMailer(SMTP_URL, MAIL_FROM), origin, files) }),
    ...(sms && { sms: smsChannel(sms, statusUrl) }),
    webhook: webhookChannel(origin, webhookReceivers(origin, sealer), outgoing),
    push: pushChannel(vapid, pushSubscribers(origin)),
  }
}
