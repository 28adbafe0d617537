import { m } from '@eupnea/texts'
import { formatsOf } from '@eupnea/texts/locale.ts'
import { clinicsUndispatched, findLateAlerts } from '../dispatch/index.ts'
import { clinicsUndelivered, clinicsWithSilentReceivers, messagesOverdueSince } from '../outbox/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { isOwnFault } from '../platform/faults.ts'
import { bringBackHandling } from './handling.sql.ts'
import {
  endQuietOutages,
  endStoppedOutages,
  type NewOutage,
  openOutage,
  selectClinicFormat,
  selectQuietClinics,
  selectStoppedSince,
  selectUnapplied,
  selectWatchedClinics,
  type WatchedClinic,
  writeHeartbeat,
} from './monitoring.sql.ts'

export interface WatchLimits {
  /** silence of all devices of a clinic, seconds */
  readonly quietSeconds: number
  /**
   * how long this node has been able to check, seconds: after a start or a database outage, devices need a while to
   * return, so a shorter silence doesn't count
   */
  readonly lookingSeconds: number
}

/**
 * Silence of the portal's jobs, or waiting time of a message or notification. Jobs run each minute; a message may have to
 * wait for others.
 */
const stoppedSeconds = 300
const jobsPart = 'jobs'
/** notifications and messages go out, as far as the portal itself is concerned */
const messagesPart = 'messages'
/** the node that judges every bed */
export const watchPart = 'watch'

/** A job that only shows that jobs run. */
export const beat = (ctx: Ctx): Promise<void> => writeHeartbeat(ctx, jobsPart)

/**
 * Checks whether every clinic with monitored residents gets readings, whether jobs and messages keep going, and whether
 * notifications are delivered, also to other systems, and reach people, and whether changes of an EHR arrive.
 * Raises one notification per outage however many nodes check, and ends it when all is well again. A check that fails
 * doesn't keep the others from being made.
 * @param origin of a job, which sees all clinics
 * @throws the failure of a check, once all have been made; one that is no fault of our own, if there is
 */
export async function watchMonitoring(origin: CtxOrigin, limits: WatchLimits): Promise<void> {
  const failures: Error[] = []
  for (const check of [checkReadings, checkWork, checkSystems, checkEhr, checkMessages, checkHandling])
    await withCtx(origin, (ctx) => check(ctx, limits)).catch((error) => failures.push(error))
  const failure = failures.find((error) => !isOurFault(error)) ?? failures[0]
  if (failure) throw failure
}

/** Also a right that is missing, or a statement that doesn't fit the tables (SQLSTATE class 42). */
export const isOurFault = (error: Error): boolean =>
  isOwnFault(error) || String((error as { code?: string }).code).startsWith('42')

async function checkReadings(ctx: Ctx, { quietSeconds, lookingSeconds }: WatchLimits): Promise<void> {
  await tellEnd(ctx, 'readings', await endQuietOutages(ctx, quietSeconds))
  if (lookingSeconds < quietSeconds) return
  for (const clinic of await selectQuietClinics(ctx, quietSeconds)) await open(ctx, quietOutage(clinic))
}

async function checkWork(ctx: Ctx, { lookingSeconds }: WatchLimits): Promise<void> {
  const since = await standsStillSince(ctx)
  // The operator hears when this beat stops: facilities can't be told by what doesn't go out (AN-10).
  if (!since && (await clinicsUndispatched(ctx, stoppedSeconds)).length === 0) await writeHeartbeat(ctx, messagesPart)
  const late = await findLateAlerts(ctx, stoppedSeconds)
  if (!since) await tellEnd(ctx, 'jobs', await endStoppedOutages(ctx, 'jobs', [...late.keys()]))
  if (lookingSeconds < stoppedSeconds || (!since && late.size === 0)) return
  for (const clinic of await selectWatchedClinics(ctx)) {
    const waitsSince = since ?? late.get(clinic.clinic_id)
    if (waitsSince) await open(ctx, warningOutage('jobs', { ...clinic, since: waitsSince }))
  }
}

async function checkSystems(ctx: Ctx, { lookingSeconds }: WatchLimits): Promise<void> {
  const silent = await clinicsWithSilentReceivers(ctx, stoppedSeconds)
  await warnWhile(ctx, 'webhook', silent, lookingSeconds >= stoppedSeconds)
}

async function checkEhr(ctx: Ctx, { lookingSeconds }: WatchLimits): Promise<void> {
  await warnWhile(ctx, 'adt', await selectUnapplied(ctx), lookingSeconds >= stoppedSeconds)
}

const checkMessages = async (ctx: Ctx): Promise<void> => warnWhile(ctx, 'undelivered', await clinicsUndelivered(ctx))

async function checkHandling(ctx: Ctx): Promise<void> {
  for (const clinic_id of await bringBackHandling(ctx))
    await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
}

/** Begins the outage of each clinic that waits, unless it is too early to say, and ends those of all others. */
async function warnWhile(
  ctx: Ctx,
  cause: Exclude<keyof typeof warnings, 'jobs'>,
  waiting: readonly Pick<WatchedClinic, 'clinic_id' | 'since'>[],
  mayBegin = true,
): Promise<void> {
  const waitingIds = waiting.map(({ clinic_id }) => clinic_id)
  await tellEnd(ctx, cause, await endStoppedOutages(ctx, cause, waitingIds))
  if (!mayBegin) return
  for (const { clinic_id, since } of waiting) {
    const format = await selectClinicFormat(ctx, clinic_id)
    if (format) await open(ctx, warningOutage(cause, { clinic_id, since, ...format }))
  }
}

async function standsStillSince(ctx: Ctx): Promise<Temporal.Instant | null> {
  for (const part of [jobsPart, watchPart]) {
    const since = await selectStoppedSince(ctx, part, stoppedSeconds)
    if (since) return since
  }
  return messagesOverdueSince(ctx, stoppedSeconds)
}

async function open(ctx: Ctx, outage: NewOutage): Promise<void> {
  const { clinic_id, cause } = outage
  if (await openOutage(ctx, outage)) ctx.log.warn({ clinic_id, cause }, 'monitoring: an outage begins')
}

async function tellEnd(ctx: Ctx, cause: NewOutage['cause'], clinicIds: readonly string[]): Promise<void> {
  for (const clinic_id of clinicIds) {
    ctx.log.info({ clinic_id, cause }, 'monitoring: an outage is over')
    await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id })
  }
}

const quietOutage = ({ clinic_id, tz, locale, since }: WatchedClinic): NewOutage => ({
  clinic_id,
  cause: 'readings',
  since,
  title: m.notification_no_readings_title(),
  description: m.notification_no_readings({ since: momentIn(since, tz, locale) }),
  severity: 'danger',
})

const warnings = {
  jobs: [m.notification_delayed_title, m.notification_delayed],
  webhook: [m.notification_webhook_silent_title, m.notification_webhook_silent],
  adt: [m.notification_adt_unapplied_title, m.notification_adt_unapplied],
  undelivered: [m.notification_undelivered_title, m.notification_undelivered],
} as const

function warningOutage(cause: keyof typeof warnings, { clinic_id, tz, locale, since }: WatchedClinic): NewOutage {
  const [title, description] = warnings[cause]
  const told = { title: title(), description: description({ since: momentIn(since, tz, locale) }) }
  return { clinic_id, cause, since, severity: 'warning', ...told }
}

/** `03:12`, as read in the clinic; `22 Oct, 03:12` where the clock alone could be taken for today's. */
export function momentIn(at: Temporal.Instant, zone: string, locale: string): string {
  const formats = formatsOf(locale)
  const clock = formats.clock(at.epochMilliseconds, zone)
  if (Temporal.Now.instant().since(at).total('hours') < 20) return clock
  return `${formats.dayMonth(at.epochMilliseconds, zone)}, ${clock}`
}
