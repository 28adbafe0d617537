import { startDispatch } from './dispatch/index.ts'
import { startEhrImports } from './ehr-import/index.ts'
import { type JobParts, jobsOf } from './jobs.ts'
import { tendArchive } from './live/archive/index.ts'
import { createNurseCallLines, tendNurseCalls } from './nurse-calls/index.ts'
import {
  type Channels,
  mailChannel,
  type NurseCallLines,
  nurseCallChannel,
  pushChannel,
  receiptToken,
  receiptUrl,
  smsChannel,
  startOutbox,
  webhookChannel,
} from './outbox/index.ts'
import { storeConfigOf } from './platform/create-file-store.ts'
import { startJobs } from './platform/jobs.ts'
import { startElection } from './platform/leader.ts'
import { createMailer } from './platform/mail.ts'
import { createSmsGateway } from './platform/sms.ts'
import type { Vapid } from './platform/vapid.ts'
import { pushSubscribers } from './push-subscriptions/index.ts'
import type { Base } from './start-base.ts'
import { webhookReceivers } from './webhooks/index.ts'

interface Work extends Base, JobParts {
  readonly vapid: Vapid
}

/**
 * Starts the role `jobs`: scheduled work, sending messages, and imports.
 * @returns functions that say whether it works
 */
export async function startWork(work: Work): Promise<{ jobs(): boolean; archive(): boolean }> {
  const { config, connection, log, events, ehr, baseUrl, jobOrigin, onStop } = work
  const scheduled = jobsOf(work)
  const jobs = await startJobs(connection, scheduled, log)
  onStop(() => jobs.close())
  for (const { name, startsOn } of scheduled) {
    if (startsOn === undefined) continue
    // What isn't started here is found by the job's schedule.
    const start = () =>
      jobs.start(name).catch(({ message }: Error) => log.warn({ reason: message, job: name }, 'job waits'))
    events.on(({ type }) => void (type === startsOn && start()))
    // What a kill has interrupted goes on.
    await start()
  }
  onStop(startEhrImports({ ...ehr, origin: jobOrigin('ehr-import'), baseUrl, events }))
  const nurseCalls = createNurseCallLines(jobOrigin('nurse-call'), { hosts: config.HL7_HOSTS })
  const tending = startElection({ connection, name: 'nurse-calls', log, begin: () => tendNurseCalls(nurseCalls, log) })
  onStop(() => tending.close())
  const limits = { burst: config.ALERT_BURST, perMinute: config.ALERTS_PER_MINUTE }
  onStop(startOutbox(jobOrigin('outbox'), channelsOf(work, nurseCalls), events, { limits }))
  onStop(startDispatch(jobOrigin('dispatch'), baseUrl, events))
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
function channelsOf({ config, files, secret, ehr, vapid, jobOrigin }: Work, nurseCalls: NurseCallLines): Channels {
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_ACCOUNT, SMS_TOKEN, SMS_FROM, BASE_URL } = config
  const origin = jobOrigin('outbox')
  // Without a public address there is none, because a gateway rejects messages with an address it can't reach.
  const statusUrl = (id: string) => (BASE_URL ? receiptUrl(BASE_URL, receiptToken(secret, id)) : null)
  const sms = SMS_URL && createSmsGateway({ url: SMS_URL, account: SMS_ACCOUNT, token: SMS_TOKEN, from: SMS_FROM })
  return {
    ...(SMTP_URL && { mail: mailChannel(createMailer(SMTP_URL, MAIL_FROM), origin, files) }),
    ...(sms && { sms: smsChannel(sms, statusUrl) }),
    webhook: webhookChannel(origin, webhookReceivers(origin, ehr.sealer), ehr.outgoing),
    'nurse-call': nurseCallChannel(origin, nurseCalls),
    push: pushChannel(vapid, pushSubscribers(origin)),
  }
}
