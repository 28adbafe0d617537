import { randomBytes } from 'node:crypto'
import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import type { Severity } from '@eupnea/contract/rules/channels.ts'
import type { AlertSettings } from '../clinics/index.ts'
import { type Person, peopleToNotify } from '../duties/index.ts'
import type { NewDelivery } from '../outbox/index.ts'
import type { pushSubscriptionsOf } from '../push-subscriptions/index.ts'
import { hashToken } from '../sessions/index.ts'
import type { selectSubscribers } from '../sms-alerts/index.ts'
import { composeAlert } from './compose-alert.ts'
import { composeLine, composeMail, composePush, composeSms, gsmText, type MessageFacts } from './compose-message.ts'
import { composeWebhook, type WebhookStep } from './compose-webhook.ts'
import { type Facts, isForSystems, type Step, type StepName, type SystemReceiver } from './steps.sql.ts'
import { askedAt, handlingOf, lastRaisedAt, minutesSince, saidAt } from './when-asked.ts'

/** Who gets what at a step of a notification. */

/** A step, the notification that it is of, and its facility. */
export interface Sending {
  readonly step: Step
  readonly fact: Facts
  readonly clinic: AlertSettings
  readonly baseUrl: string
}

type Phone = Awaited<ReturnType<typeof selectSubscribers>>[number]
type Browser = Awaited<ReturnType<typeof pushSubscriptionsOf>>[number]

interface Reachable {
  /** of the facility */
  readonly phones: readonly Phone[]
  readonly people: readonly Person[]
  readonly browsers: readonly Browser[]
}

interface Receiver {
  readonly channel: 'mail' | 'sms' | 'push'
  /** an address, a number, or the id of a push subscription */
  readonly to: string
  readonly subscription: string | null
}

/** It asks whoever is to be notified; again only if nobody has taken care of it or snoozed it meanwhile. */
export const isAsking = (step: StepName, { state }: Facts): boolean =>
  step === 'raised' || (step === 'again' && state === 'open')

export function deliveriesToPeople(sending: Sending, reachable: Reachable): NewDelivery[] {
  // What changed over nights waits for somebody to look (WA-12): only other systems hear of it.
  if (sending.fact.kind === 'trend') return []
  return [...recipientsOf(sending, reachable), ...staffOf(sending, reachable)].map((to) => deliveryTo(sending, to))
}

/** Addresses and numbers of the facility (AL-6, AL-7). */
function recipientsOf({ step: { step }, fact, clinic }: Sending, { phones }: Reachable): Receiver[] {
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
function staffOf({ step: { step }, fact }: Sending, { people, browsers }: Reachable): Receiver[] {
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

/** A message to one receiver. */
function deliveryTo(sending: Sending, { channel, to, subscription }: Receiver): NewDelivery {
  const { fact, clinic, baseUrl } = sending
  const { step } = sending.step
  const token = newToken()
  const link = `${baseUrl.replace(/\/$/, '')}/n/${token}`
  const at = lastRaisedAt(fact)
  const detail = fact.extra_detail as { rr?: number | null; since?: string }
  const facts: MessageFacts = {
    kind: fact.kind as NotificationKind,
    clinic: clinic.name,
    tz: clinic.tz,
    locale: clinic.locale,
    room: fact.room ?? '',
    firstName: fact.first_name ?? '',
    lastName: fact.last_name ?? '',
    title: fact.title ?? '',
    description: fact.description ?? '',
    rr: detail.rr ?? null,
    at,
    since: detail.since ? Temporal.Instant.from(detail.since) : saidAt(fact),
    // The actual time, whatever the clinic's setting: a snooze or an outage may have delayed it.
    unacknowledgedMinutes: step === 'escalated' || step === 'everyone' ? minutesSince(askedAt(fact)) : null,
    asksAgain: step === 'again' ? handlingOf(fact) : null,
    link,
  }
  const about = aboutOf(sending, token, subscription)
  if (channel === 'push') {
    const acknowledge = newToken()
    const text = JSON.stringify(composePush(facts, { id: fact.id, severity: fact.severity, token: acknowledge }))
    return {
      ...{ channel, to, subject: '', text, notice: null },
      about: { ...about, acknowledge_hash: hashToken(acknowledge) },
    }
  }
  return {
    ...{ channel, to, about },
    ...(channel === 'mail' ? composeMail(facts) : { subject: '', text: composeSms(facts) }),
    notice: {
      from: channel === 'sms' ? gsmText(clinic.name) : clinic.name,
      zone: clinic.tz,
      locale: clinic.locale,
      lines: [composeLine(facts)],
      count: 1,
      severity: fact.severity as Severity,
      since: at.toString(),
      at: at.toString(),
      link,
    },
  }
}

/** @param informed `notification system`: which systems have heard of which notifications */
export function deliveriesToSystems(
  sending: Sending,
  systems: readonly SystemReceiver[],
  informed: ReadonlySet<string>,
): NewDelivery[] {
  const { fact, clinic, baseUrl } = sending
  return systems
    .filter(({ kinds }) => kinds.length === 0 || kinds.includes(fact.kind!))
    .flatMap(({ channel, id }) => {
      const isKnown = informed.has(`${fact.id} ${id}`)
      const heard = heardOf(sending, isKnown)
      const at = heard && heardAt(sending, heard)
      if (!at) return []
      const token = newToken()
      const message = composeWebhook(heard, fact, { at, baseUrl, token, isKnown })
      return {
        channel,
        to: id,
        subject: message.type,
        text: JSON.stringify(channel === 'webhook' ? message : composeAlert(message, fact, clinic)),
        notice: null,
        about: aboutOf(sending, token, null),
      }
    })
}

/** What another system hears of a step; null: nothing. */
function heardOf({ step: { step }, fact }: Sending, isKnown: boolean): WebhookStep | null {
  if (isAsking(step, fact)) return 'raised'
  if (step === 'acknowledged' || step === 'ended') return step
  // A change is for whoever has heard of it, as long as it lasts. What is acknowledged stays so in another room.
  if (step !== 'changed' || !isKnown || fact.state === 'ended') return null
  return fact.state === 'acknowledged' ? 'acknowledged' : 'raised'
}

/** When that was so; null: it no longer is, because the acknowledgement was undone, or the notification came back. */
function heardAt({ step: { step, due_at }, fact }: Sending, heard: WebhookStep): Temporal.Instant | null {
  if (heard === 'acknowledged') return fact.acknowledged_at
  if (heard === 'ended') return fact.ended_at
  // Asking again is a change, and so is another room, or being open again.
  if (step === 'again') return askedAt(fact)
  return step === 'changed' ? due_at : lastRaisedAt(fact)
}

const newToken = (): string => randomBytes(12).toString('base64url')

const aboutOf = (sending: Sending, token: string, subscription: string | null) => ({
  clinic_id: sending.fact.clinic_id,
  notification_id: sending.fact.id,
  step: sending.step.step,
  severity: sending.fact.severity,
  occasion: occasionOf(sending)?.toString() ?? null,
  sms_alert_id: subscription,
  token_hash: hashToken(token),
})

/** That it was raised is sent once per severity, or for an outage each time that it grows; each end is sent once. */
function occasionOf({ step: { step, due_at }, fact }: Sending): Temporal.Instant | null {
  if (step === 'ended') return fact.ended_at
  if (step !== 'raised') return due_at
  return fact.outage_id ? fact.worse_at : null
}
