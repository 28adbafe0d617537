import { undoSeconds } from '@eupnea/contract/notifications.ts'
import { alertSettingsOf } from '../clinics/index.ts'
import { dutyHolders, peopleOf } from '../duties/index.ts'
import { type NewDelivery, queueDeliveries, selectInformed } from '../outbox/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { isBefore } from '../platform/period.ts'
import { pushSubscriptionsOf } from '../push-subscriptions/index.ts'
import { selectSubscribers } from '../sms-alerts/index.ts'
import { deliveriesToPeople, deliveriesToSystems, isAsking } from './step-deliveries.ts'
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
  selectFacts,
  selectReceivers,
  takeDueSteps,
} from './steps.sql.ts'
import { askedAt } from './when-asked.ts'

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
  const informed = await selectInformed(
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
    const isOfClinic = ({ clinic_id }: { clinic_id: string }) => clinic_id === clinic.id
    const duty = dutyOf(one.step)
    const asked = duty === null ? people : people.filter(({ user_id }) => user_id === holders.get(duty))
    const sending = { step: one, fact, clinic, baseUrl }
    deliveries.push(
      ...deliveriesToPeople(sending, { phones: subscribers.filter(isOfClinic), people: asked, browsers }),
      ...deliveriesToSystems(sending, systems.filter(isOfClinic), informed),
    )
    const { escalation_minutes: minutes } = clinic
    if (isAsking(one.step, fact) && minutes !== null)
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

/** The duty at whose beginning its holder is notified. */
const dutyOf = (step: StepName): string | null => (step.startsWith('duty:') ? step.slice('duty:'.length) : null)

/** Whoever acknowledged it can still take that back (AN-6). */
const mayBeUndone = ({ state, acknowledged_at }: Facts): boolean =>
  state === 'acknowledged' && isBefore(Temporal.Now.instant(), acknowledged_at!.add({ seconds: undoSeconds }))
