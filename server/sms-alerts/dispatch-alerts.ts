import { randomBytes, randomUUID } from 'node:crypto'
import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import { type AlertSettings, alertSettingsOf } from '../clinics/index.ts'
import { type NoticeMessage, queueNotices } from '../outbox/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { hashToken } from '../sessions/index.ts'
import { composeLine, composeMail, composeSms, gsmText, type MessageFacts } from './compose-message.ts'
import { insertDeliveries, type NewDelivery } from './deliveries.sql.ts'
import {
  type Dispatch,
  type Facts,
  finishDispatches,
  insertEscalations,
  postponeDispatch,
  putOffDispatch,
  selectFacts,
  selectHandling,
  takeDueDispatches,
} from './dispatches.sql.ts'
import { selectSubscribers } from './sms-alerts.sql.ts'

const atOnce = 100
/** How often to check whether a snooze has ended, seconds. */
const snoozeLookSeconds = 30
/** Shortest and longest time between attempts, and age at which a notification is given up, seconds. */
const tries = { least: 5, most: 300, giveUp: 86_400 }

interface Receiver {
  readonly kind: 'mail' | 'sms'
  readonly to: string
  readonly subscription: string | null
}

/**
 * Sends notifications that were raised. The messages and the record of sending are written in one transaction, so that
 * each receiver gets one message per episode whatever fails in between (AL-6, AL-7). If that fails, each notification
 * is handled separately, so that a broken one doesn't block the others.
 * @returns how many were processed
 */
export async function dispatchAlerts(origin: CtxOrigin, baseUrl: string): Promise<number> {
  let taken: readonly Dispatch[] = []
  try {
    await withCtx(origin, async (ctx) => {
      taken = await takeDueDispatches(ctx, atOnce)
      await tellOf(ctx, taken, baseUrl)
    })
  } catch (error) {
    if (taken.length === 0) throw error
    origin.log.warn({ reason: (error as Error).message }, 'alerts: batch failed, sending notifications one by one')
    for (const one of taken) await tellAlone(origin, one, baseUrl)
  }
  return taken.length
}

async function tellAlone(origin: CtxOrigin, one: Dispatch, baseUrl: string): Promise<void> {
  try {
    await withCtx(origin, async (ctx) => tellOf(ctx, await takeDueDispatches(ctx, 1, one), baseUrl))
  } catch (error) {
    const isGivenUp = await withCtx(origin, (ctx) => putOffDispatch(ctx, one, tries))
    origin.log.error(
      { err: error, notification_id: one.notification_id, level: one.level },
      isGivenUp ? 'alerts: a notification is given up' : 'alerts: a notification could not be sent, trying again',
    )
  }
}

async function tellOf(ctx: Ctx, dispatches: readonly Dispatch[], baseUrl: string): Promise<void> {
  if (dispatches.length === 0) return
  const facts = await selectFacts(ctx, [...new Set(dispatches.map(({ notification_id }) => notification_id))])
  const clinicIds = [...new Set(facts.map(({ clinic_id }) => clinic_id))]
  const settings = await alertSettingsOf(ctx, clinicIds)
  const subscribers = await selectSubscribers(ctx, clinicIds)

  const done: Dispatch[] = []
  const told: Told[] = []
  const escalations: { notification_id: string; clinic_id: string; due_at: Temporal.Instant }[] = []
  for (const dispatch of dispatches) {
    const one = facts.find(({ id }) => id === dispatch.notification_id)!
    const clinic = settings.find(({ id }) => id === one.clinic_id)!
    if (dispatch.level === 0) {
      const phones = subscribers.filter(({ clinic_id }) => clinic_id === clinic.id)
      const receivers: Receiver[] = [
        ...phones.map(({ id, phone }) => ({ kind: 'sms' as const, to: phone, subscription: id })),
        ...clinic.alert_recipients.map((to) => ({ kind: 'mail' as const, to, subscription: null })),
      ]
      told.push(...receivers.map((receiver) => tell(one, clinic, receiver, 0, baseUrl)))
      const { escalation_minutes: minutes } = clinic
      if (minutes !== null && one.episode_id)
        escalations.push({ notification_id: one.id, clinic_id: clinic.id, due_at: one.created_at!.add({ minutes }) })
    } else {
      const { isAcknowledged, isSnoozed, isOver } = await selectHandling(ctx, one.episode_id!, one.created_at!)
      const isWanted = clinic.escalation_minutes !== null && !isAcknowledged && !isOver
      if (isWanted && isSnoozed) {
        await postponeDispatch(ctx, dispatch, snoozeLookSeconds)
        continue
      }
      if (isWanted)
        told.push(
          ...clinic.escalation_recipients.map((to) =>
            tell(one, clinic, { kind: to.includes('@') ? 'mail' : 'sms', to, subscription: null }, 1, baseUrl),
          ),
        )
    }
    done.push(dispatch)
  }
  const isNew = await insertDeliveries(
    ctx,
    told.map(({ delivery }) => delivery),
  )
  await queueNotices(
    ctx,
    told.filter(({ message }) => isNew.has(message.id)).map(({ message }) => message),
  )
  await insertEscalations(ctx, escalations)
  await finishDispatches(ctx, done)
}

type Told = ReturnType<typeof tell>

/** A message to one receiver, and the record of it. */
function tell(one: Facts, clinic: AlertSettings, { kind, to, subscription }: Receiver, level: number, baseUrl: string) {
  const id = randomUUID()
  const token = randomBytes(12).toString('base64url')
  const link = `${baseUrl.replace(/\/$/, '')}/n/${token}`
  const at = one.created_at!
  const detail = one.extra_detail as { rr?: number | null; until?: string }
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
    since: one.raised_at!,
    until: detail.until ? Temporal.Instant.from(detail.until) : null,
    // The actual time, whatever the clinic's setting: a snooze or an outage may have delayed it.
    unacknowledgedMinutes: level === 0 ? null : Math.round(Temporal.Now.instant().since(at).total('minutes')),
    link,
  }
  const mail = composeMail(facts)
  const message: NoticeMessage = {
    id,
    kind,
    to,
    subject: kind === 'mail' ? mail.subject : '',
    text: kind === 'mail' ? mail.text : composeSms(facts),
    notice: {
      from: kind === 'sms' ? gsmText(clinic.name) : clinic.name,
      zone: clinic.tz,
      locale: clinic.locale,
      lines: [composeLine(facts)],
      count: 1,
      since: at.toString(),
      at: at.toString(),
      link,
    },
  }
  const delivery: NewDelivery = {
    clinic_id: clinic.id,
    notification_id: one.id,
    episode_id: one.episode_id,
    level,
    kind,
    recipient: to,
    sms_alert_id: subscription,
    message_id: id,
    token_hash: hashToken(token),
  }
  return { message, delivery }
}
