import { removeOldAdtMessages } from './adt/index.ts'
import { sendDigests } from './audit/index.ts'
import { removeOldDeidentifiedExports, runDeidentifiedExports } from './deidentified-exports/index.ts'
import { auditWrongKeys } from './devices/index.ts'
import { removeOldSpans } from './downtime/index.ts'
import { type EhrParts, scheduleImports, startEhrImports } from './ehr-import/index.ts'
import { removeOldExports, runFhirExports } from './fhir-exports/index.ts'
import { sweepFiles } from './files/index.ts'
import { type Archive, tendArchive } from './live/archive/index.ts'
import type { Ingest } from './live/ingest/index.ts'
import { removeOldInvitationMails, removeOldProviderInvitations } from './members/index.ts'
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
import { type CtxOrigin, withCtx } from './platform/context.ts'
import { storeConfigOf } from './platform/create-file-store.ts'
import type { Connection, ServingRole } from './platform/database.ts'
import type { EventListener } from './platform/events.ts'
import type { FileStore } from './platform/file-store.ts'
import { startJobs } from './platform/jobs.ts'
import { startElection } from './platform/leader.ts'
import type { Log } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { createSmsGateway } from './platform/sms.ts'
import type { Vapid } from './platform/vapid.ts'
import { pushSubscribers } from './push-subscriptions/index.ts'
import { removeOldReports, rollHours, sendDailyReports } from './reports/index.ts'
import { removeExpiredTokens } from './service-accounts/index.ts'
import type { Sessions } from './sessions/index.ts'
import { removeOldSteps, startTelling } from './telling/index.ts'
import { findTrends } from './trends/index.ts'
import { webhookReceivers } from './webhooks/index.ts'

interface Work {
  readonly config: Config
  readonly connection: Connection
  readonly log: Log
  readonly events: EventListener
  readonly ingest: Pick<Ingest, 'keepPartitions'>
  readonly sessions: Pick<Sessions, 'removeExpired'>
  readonly files: FileStore
  readonly archive: Archive
  readonly secret: string
  readonly ehr: EhrParts
  readonly vapid: Vapid
  readonly baseUrl: () => string
  /** @param as the role whose tables it touches, by default that of the portal's own work */
  readonly jobOrigin: (name: string, as?: ServingRole) => CtxOrigin
  readonly onStop: (close: () => Promise<unknown> | unknown) => void
}

/**
 * Starts the role `jobs`: scheduled work, sending messages, and imports.
 * @returns functions that say whether it works
 */
export async function startWork(work: Work): Promise<{ jobs(): boolean; archive(): boolean }> {
  const { config, connection, log, events, ingest, sessions, files, secret, ehr, vapid, baseUrl, jobOrigin, onStop } =
    work
  const jobs = await startJobs(
    connection,
    [
      { name: 'keep-partitions', cron: '17 * * * *', run: () => ingest.keepPartitions() },
      {
        name: 'roll-hours',
        cron: '* * * * *',
        run: () => rollHours(jobOrigin('roll-hours'), Temporal.Now.instant(), 'recent'),
      },
      {
        name: 'roll-all-hours',
        cron: '41 * * * *',
        run: () => rollHours(jobOrigin('roll-all-hours'), Temporal.Now.instant(), 'all'),
      },
      {
        name: 'send-daily-reports',
        cron: '* * * * *',
        run: () =>
          sendDailyReports(jobOrigin('send-daily-reports'), { files, sealer: ehr.sealer }, Temporal.Now.instant()),
      },
      {
        name: 'audit-wrong-keys',
        cron: '3 * * * *',
        run: () => withCtx(jobOrigin('audit-wrong-keys'), auditWrongKeys),
      },
      { name: 'remove-expired-sessions', cron: '23 * * * *', run: () => sessions.removeExpired() },
      {
        name: 'remove-expired-tokens',
        cron: '27 * * * *',
        run: () => removeExpiredTokens(jobOrigin('remove-expired-tokens', 'identity')),
      },
      {
        name: 'run-fhir-exports',
        cron: '* * * * *',
        pollSeconds: 1,
        run: () => runFhirExports(jobOrigin('run-fhir-exports'), baseUrl),
      },
      {
        name: 'run-deidentified-exports',
        cron: '* * * * *',
        pollSeconds: 1,
        run: () => runDeidentifiedExports(jobOrigin('run-deidentified-exports'), work.archive),
      },
      {
        name: 'remove-old-deidentified-exports',
        cron: '35 * * * *',
        run: () => removeOldDeidentifiedExports(jobOrigin('remove-old-deidentified-exports')),
      },
      {
        name: 'remove-old-exports',
        cron: '33 * * * *',
        run: () => removeOldExports(jobOrigin('remove-old-exports')),
      },
      { name: 'sweep-files', cron: '*/10 * * * *', run: () => sweepFiles(jobOrigin('sweep-files'), files) },
      { name: 'beat', cron: '* * * * *', run: () => withCtx(jobOrigin('beat'), beat) },
      {
        name: 'remove-old-answers',
        cron: '53 * * * *',
        run: () => withCtx(jobOrigin('remove-old-answers'), removeOldAnswers),
      },
      {
        name: 'remove-old-invitation-mails',
        cron: '51 * * * *',
        run: () => withCtx(jobOrigin('remove-old-invitation-mails'), removeOldInvitationMails),
      },
      {
        name: 'remove-old-provider-invitations',
        cron: '52 * * * *',
        run: () => withCtx(jobOrigin('remove-old-provider-invitations'), removeOldProviderInvitations),
      },
      {
        name: 'remove-old-reports',
        cron: '37 3 * * *',
        run: () =>
          withCtx(jobOrigin('remove-old-reports'), (ctx) => removeOldReports(ctx, config.RETENTION_MINUTES_DAYS)),
      },
      {
        name: 'remove-old-spans',
        cron: '39 3 * * *',
        run: () => withCtx(jobOrigin('remove-old-spans'), (ctx) => removeOldSpans(ctx, config.RETENTION_MINUTES_DAYS)),
      },
      {
        name: 'find-trends',
        cron: '*/5 * * * *',
        run: () => findTrends(jobOrigin('find-trends'), Temporal.Now.instant()),
      },
      {
        name: 'remove-old-adt-messages',
        cron: '33 3 * * *',
        run: () => withCtx(jobOrigin('remove-old-adt-messages'), removeOldAdtMessages),
      },
      {
        name: 'schedule-ehr-imports',
        cron: '*/5 * * * *',
        run: () => scheduleImports(jobOrigin('schedule-ehr-imports'), Temporal.Now.instant()),
      },
      {
        name: 'remove-old-messages',
        cron: '29 3 * * *',
        run: () => withCtx(jobOrigin('remove-old-messages'), removeOldMessages),
      },
      {
        // Each hour, so that a day on which nothing ran is made up for soon.
        name: 'send-audit-digests',
        cron: '7 * * * *',
        run: () =>
          sendDigests(
            jobOrigin('send-audit-digests'),
            {
              store: config.S3_BUCKET_PREFIX ? files : null,
              mails: config.OPS_MAIL,
              queueMail,
              portal: new URL(baseUrl()).host,
            },
            Temporal.Now.instant(),
          ),
      },
      {
        name: 'remove-old-steps',
        cron: '31 3 * * *',
        run: () => withCtx(jobOrigin('remove-old-steps'), removeOldSteps),
      },
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
