import { randomBytes } from 'node:crypto'
import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import { undoSeconds } from '@eupnea/contract/notifications.ts'
import type { Severity } from '@eupnea/contract/rules/channels.ts'
import { type AlertSettings, alertSettingsOf } from '../clinics/index.ts'
import { dutyHolders, type Person, peopleOf, peopleToNotify } from '../duties/index.ts'
import { type NewDelivery, queueDeliveries, selectInformed } from '../outbox/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { isBefore } from '../platform/period.ts'
import { pushSubscriptionsOf } from '../push-subscriptions/index.ts'
import { hashToken } from '../sessions/index.ts'
import { selectSubscribers } from '../sms-alerts/index.ts'
import { composeAlert } from './compose-alert.ts'
import { composeLine, composeMail, composePush, composeSms, gsmText, type MessageFacts } from './compose-message.ts'
import { composeWebhook } from './compose-webhook.ts'
import {
  type Facts,
  finishSteps,
  insertSteps,
  isForSystems,
  type NewStep,
  postponeStep,
  putOffStep,
  type Step,
  type StepName,
  type SystemReceiver,
  selectFacts,
  selectReceivers,
  takeDueSteps,
} from './steps.sql.ts'
import { askedAt, handlingOf, lastRaisedAt, minutesSince, saidAt } from './when-asked.ts'

const atOnce = 100
/** A danger that nobody acknowledges goes to all of the facility after so long (AN-7). */
const everyoneAfter = { minutes: 2 }
/** How often to check whether a snooze has ended, or an acknowledgement was undone, seconds. */
const lookSeconds = 30
/** Shortest and longest time between attempts, and age at which a notification is given up, seconds. */
const tries = { least: 5, most: 300, giveUp: 86_400 }

/**
 * Sends notifications that were raised. The messages and the record of sending are written in one transaction, so that
 * each receiver gets one message per step, severity and occasion, whatever fails in between (AL-6, AL-7, AN-5). If that
 * fails, each notification is handled separately, so that a broken one doesn't block the others.
 * @returns how many were processed
 */
export async function dispatchNotifications(origin: CtxOrigin, baseUrl: string): Promise<number> {
  let taken: readonly Step[] = []
  try {
    await withCtx(origin, async (ctx) => {
      taken = await takeDueSteps(ctx, atOnce)
      await dispatchSteps(ctx, taken, baseUrl)
    })
  } catch (error) {
    if (taken.length === 0) throw error
    origin.log.warn({ reason: (error as Error).message }, 'alerts: batch failed, sending notifications one by one')
    for (const one of taken) await dispatchAlone(origin, one, baseUrl)
  }
  return taken.length
}

async function dispatchAlone(origin: CtxOrigin, one: Step, baseUrl: string): Promise<void> {
  try {
    await withCtx(origin, async (ctx) => dispatchSteps(ctx, await takeDueSteps(ctx, 1, one), baseUrl))
  } catch (error) {
    const isGivenUp = await withCtx(origin, (ctx) => putOffStep(ctx, one, tries))
    origin.log.error(
      { err: error, notification_id: one.notification_id, step: one.step },
      isGivenUp ? 'alerts: a notification is given up' : 'alerts: a notification could not be sent, trying again',
    )
  }
}

async function dispatchSteps(ctx: Ctx, steps: readonly Step[], baseUrl: string): Promise<void> {
  if (steps.length === 0) return
  const facts = await selectFacts(ctx, [...new Set(steps.map(({ notification_id }) => notification_id))])
  const clinicIds = [...new Set(facts.map(({ clinic_id }) => clinic_id))]
  const settings = await alertSettingsOf(ctx, clinicIds)
  const subscribers = await selectSubscribers(ctx, clinicIds)
  const people = await peopleOf(ctx, clinicIds)
  const holders = await dutyHolders(
    ctx,
    steps.flatMap(({ step }) => dutyOf(step) ?? []),
  )
  const systems = await selectReceivers(ctx, clinicIds)
  const heard = await selectInformed(
    ctx,
    facts.map(({ id }) => id),
  )
  const browsers = await pushSubscriptionsOf(
    ctx,
    people.map(({ user_id }) => user_id),
  )

  const done: Step[] = []
  const deliveries: NewDelivery[] = []
  const later: NewStep[] = []
  for (const one of steps) {
    const fact = facts.find(({ id }) => id === one.notification_id)!
    const clinic = settings.find(({ id }) => id === fact.clinic_id)!
    if ((fact.state === 'snoozed' || mayBeUndone(fact)) && one.step !== 'raised' && !isForSystems(one.step)) {
      await postponeStep(ctx, one, lookSeconds)
      continue
    }
    const phones = subscribers.filter(({ clinic_id }) => clinic_id === clinic.id)
    const duty = dutyOf(one.step)
    const asked = duty === null ? people : people.filter(({ user_id }) => user_id === holders.get(duty))
    const receivers = [...recipientsOf(one.step, fact, clinic, phones), ...personsOf(one.step, fact, asked, browsers)]
    // What changed over nights waits for somebody to look (WA-12): only other systems hear of it.
    if (fact.kind !== 'trend') deliveries.push(...receivers.map((to) => deliveryTo(one, fact, clinic, to, baseUrl)))
    const hearing = systems
      .filter(({ clinic_id, kinds }) => clinic_id === clinic.id && hears(kinds, fact))
      .map((system) => ({ ...system, isKnown: heard.has(`${fact.id} ${system.id}`) }))
    deliveries.push(...hearing.flatMap((system) => systemDeliveries(one, fact, clinic, system, baseUrl)))
    const { escalation_minutes: minutes } = clinic
    if (isAsking(one.step, fact) && minutes !== null && fact.episode_id)
      later.push({ ...one, step: 'escalated', clinic_id: clinic.id, due_at: askedAt(fact).add({ minutes }) })
    if (isAsking(one.step, fact) && fact.severity === 'danger')
      later.push({ ...one, step: 'everyone', clinic_id: clinic.id, due_at: askedAt(fact).add(everyoneAfter) })
    done.push(one)
  }
  await queueDeliveries(ctx, deliveries)
  // One that is done may be due anew by another.
  await finishSteps(ctx, done)
  await insertSteps(ctx, later)
}

interface Receiver {
  readonly channel: 'mail' | 'sms' | 'push'
  /** an address, a number, or the id of a push subscription */
  readonly to: string
  readonly subscription: string | null
}

type Browser = Awaited<ReturnType<typeof pushSubscriptionsOf>>[number]
type Phone = Awaited<ReturnType<typeof selectSubscribers>>[number]

/** Addresses and numbers of the facility (AL-6, AL-7). */
function recipientsOf(step: StepName, fact: Facts, clinic: AlertSettings, phones: readonly Phone[]): Receiver[] {
  const at = (to: string): Receiver => ({ channel: to.includes('@') ? 'mail' : 'sms', to, subscription: null })
  if (step === 'escalated')
    return clinic.escalation_minutes !== null && fact.state === 'open' ? clinic.escalation_recipients.map(at) : []
  if (!isAsking(step, fact)) return []
  return [
    ...phones.map(({ id, phone }) => ({ channel: 'sms' as const, to: phone, subscription: id })),
    ...clinic.alert_recipients.map(at),
  ]
}

/** People, by the channels they chose (AN-7, AN-8). */
function personsOf(step: StepName, fact: Facts, people: readonly Person[], browsers: readonly Browser[]): Receiver[] {
  if (step === 'escalated' || isForSystems(step) || (step !== 'raised' && fact.state !== 'open')) return []
  const about = {
    clinic_id: fact.clinic_id,
    kind: fact.kind as NotificationKind,
    severity: fact.severity as Severity,
    floor: fact.duty_floor,
  }
  return peopleToNotify(people, about, step === 'everyone').flatMap(({ user_id, email, phone, channels }) => [
    ...(channels.includes('push') ? browsers.filter((browser) => browser.user_id === user_id) : []).map(({ id }) => ({
      channel: 'push' as const,
      to: id,
      subscription: null,
    })),
    ...(phone && channels.includes('sms') ? [{ channel: 'sms' as const, to: phone, subscription: null }] : []),
    ...(channels.includes('mail') ? [{ channel: 'mail' as const, to: email, subscription: null }] : []),
  ])
}

/** The duty at whose beginning its holder is notified. */
const dutyOf = (step: StepName): string | null => (step.startsWith('duty:') ? step.slice('duty:'.length) : null)

/** It asks whoever is to be notified; again only if nobody has taken care of it or snoozed it meanwhile. */
const isAsking = (step: StepName, { state }: Facts): boolean =>
  step === 'raised' || (step === 'again' && state === 'open')

/** Whoever acknowledged it can still take that back (AN-6). */
const mayBeUndone = ({ state, acknowledged_at }: Facts): boolean =>
  state === 'acknowledged' && isBefore(Temporal.Now.instant(), acknowledged_at!.add({ seconds: undoSeconds }))

const hears = (kinds: readonly string[], { kind }: Facts): boolean => kinds.length === 0 || kinds.includes(kind!)

/** What another system hears, if anything. */
function systemDeliveries(
  doing: Step,
  one: Facts,
  clinic: AlertSettings,
  { channel, id, isKnown }: SystemReceiver & { readonly isKnown: boolean },
  baseUrl: string,
): NewDelivery[] {
  const token = newToken()
  // What asks again has changed, and so has what is in another room, or is open again.
  const changedAt = { again: askedAt(one), changed: doing.due_at }[doing.step as string] ?? one.worse_at
  const step = isAsking(doing.step, one) ? 'raised' : doing.step === 'changed' ? changedTo(one, isKnown) : doing.step
  const message =
    step === 'raised' || step === 'acknowledged' || step === 'ended'
      ? composeWebhook(step, { ...one, worse_at: changedAt }, { baseUrl, token, isKnown })
      : null
  if (!message) return []
  return [
    {
      channel,
      to: id,
      subject: message.type,
      text: JSON.stringify(channel === 'webhook' ? message : composeAlert(message, one, clinic)),
      notice: null,
      about: aboutOf(doing, one, null, token),
    },
  ]
}

/** What is acknowledged stays so in another room. Who hasn't heard of it, or that it is over, need not know. */
const changedTo = ({ state }: Facts, isKnown: boolean): StepName =>
  !isKnown || state === 'ended' ? 'changed' : state === 'acknowledged' ? 'acknowledged' : 'raised'

const newToken = (): string => randomBytes(12).toString('base64url')

/** That it was raised is sent once per severity, or for an outage each time that it grows; each end is sent once. */
const occasionOf = ({ step, due_at }: Step, { outage_id, worse_at, ended_at }: Facts): Temporal.Instant | null => {
  if (step === 'ended') return ended_at
  if (step !== 'raised') return due_at
  return outage_id ? worse_at : null
}

const aboutOf = (doing: Step, one: Facts, subscription: string | null, token: string) => ({
  clinic_id: one.clinic_id,
  notification_id: one.id,
  step: doing.step,
  severity: one.severity,
  occasion: occasionOf(doing, one)?.toString() ?? null,
  sms_alert_id: subscription,
  token_hash: hashToken(token),
})

/** A message to one receiver. */
function deliveryTo(
  doing: Step,
  one: Facts,
  clinic: AlertSettings,
  { channel, to, subscription }: Receiver,
  baseUrl: string,
): NewDelivery {
  const { step } = doing
  const token = newToken()
  const link = `${baseUrl.replace(/\/$/, '')}/n/${token}`
  const at = lastRaisedAt(one)
  const detail = one.extra_detail as { rr?: number | null; since?: string }
  const facts: MessageFacts = {
    kind: one.kind as NotificationKind,
    clinic: clinic.name,
    tz: clinic.tz,
    locale: clinic.locale,
    room: one.room ?? '',
    firstName: one.first_name ?? '',
    lastName: one.last_name ?? '',
    title: one.title ?? '',
    description: one.description ?? '',
    rr: detail.rr ?? null,
    at,
    since: detail.since ? Temporal.Instant.from(detail.since) : saidAt(one),
    // The actual time, whatever the clinic's setting: a snooze or an outage may have delayed it.
    unacknowledgedMinutes: step === 'escalated' || step === 'everyone' ? minutesSince(askedAt(one)) : null,
    asksAgain: step === 'again' ? handlingOf(one) : null,
    link,
  }
  const about = aboutOf(doing, one, subscription, token)
  if (channel === 'push') {
    const acknowledge = newToken()
    const text = JSON.stringify(composePush(facts, { id: one.id, severity: one.severity, token: acknowledge }))
    return {
      channel,
      to,
      subject: '',
      text,
      notice: null,
      about: { ...about, acknowledge_hash: hashToken(acknowledge) },
    }
  }
  const mail = composeMail(facts)
  return {
    channel,
    to,
    subject: channel === 'mail' ? mail.subject : '',
    text: channel === 'mail' ? mail.text : composeSms(facts),
    notice: {
      from: channel === 'sms' ? gsmText(clinic.name) : clinic.name,
      zone: clinic.tz,
      locale: clinic.locale,
      lines: [composeLine(facts)],
      count: 1,
      severity: one.severity as Severity,
      since: at.toString(),
      at: at.toString(),
      link,
    },
    about,
  }
}
