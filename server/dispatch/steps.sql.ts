import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { inSeconds, now } from '../platform/instants.ts'

/** Table of this noun: notification_steps, by which notifications are sent. Triggers on notifications add the first. */

/**
 * raised: whoever is to be notified. again: the same, because the acknowledgement or snooze of a danger is over (AN-5).
 * escalated: the next, because nobody acknowledged (AL-7). everyone: all of the facility, because nobody acknowledged a
 * danger. duty: who has just taken the floor with this duty (AN-7). acknowledged, changed (another room, the
 * acknowledgement was undone, or it came again), ended: other systems only (AN-12).
 */
export type StepName = 'raised' | 'again' | 'escalated' | 'everyone' | `duty:${string}` | SystemStep
type SystemStep = 'acknowledged' | 'changed' | 'ended'

/** Steps that people don't hear of. */
export const isForSystems = (step: string): step is SystemStep =>
  step === 'acknowledged' || step === 'changed' || step === 'ended'

/** What a message says of a notification. */
export type Facts = Selectable<DB['listed_notifications']> & {
  readonly id: string
  readonly clinic_id: string
  readonly severity: string
  /** whose duty it belongs to; '': every duty */
  readonly duty_floor: string
}

export interface Step {
  readonly notification_id: string
  readonly step: StepName
  readonly due_at: Temporal.Instant
}

/**
 * Another system hears in order that a notification was raised, acknowledged or changed, and ended, whichever node
 * sends it. While a danger is acknowledged or snoozed, `again` waits for the end of that, and what would have followed
 * waits for it (AN-5).
 */
const isNext = sql<boolean>`not exists (select from notification_steps earlier
  where earlier.notification_id = notification_steps.notification_id and earlier.done_at is null
    and (notification_steps.step in ('acknowledged', 'changed') and (earlier.step = 'raised'
        or earlier.step in ('acknowledged', 'changed') and earlier.due_at < notification_steps.due_at)
      or notification_steps.step = 'ended' and earlier.step in ('raised', 'acknowledged', 'changed')
      or notification_steps.step in ('escalated', 'everyone') and earlier.step = 'again'))`

/**
 * Takes due ones and locks them until the transaction ends; other nodes take others.
 * @param only just this one, if still due
 */
export function takeDueSteps({ db }: Ctx, most: number, only?: Step): Promise<Step[]> {
  let due = db.selectFrom('notification_steps').where('done_at', 'is', null).where('due_at', '<=', now).where(isNext)
  if (only) due = due.where('notification_id', '=', only.notification_id).where('step', '=', only.step)
  return due
    .select(['notification_id', sql<StepName>`step`.as('step'), 'due_at'])
    .orderBy('due_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
}

/**
 * After the database's clock has been set back, notifications dated in the future are sent immediately. Otherwise they
 * would wait until the clock catches up. The step `again` depends on the acknowledgement, which `bringBackHandling` corrects.
 */
export async function bringBackSteps({ db }: Ctx): Promise<void> {
  await sql`update notification_steps s set due_at = now() from notifications n
    where n.id = s.notification_id and s.done_at is null and s.step <> 'again'
      and coalesce(n.worse_at, n.created_at) > now() + interval '1 minute'
      and s.due_at >= coalesce(n.worse_at, n.created_at)`.execute(db)
}

/** @returns seconds until the next is due, 0 when one is; null when none waits */
export async function secondsToNextStep({ db }: Ctx): Promise<number | null> {
  const { seconds } = await db
    .selectFrom('notification_steps')
    .where('done_at', 'is', null)
    .where(isNext)
    .select(
      // Without a row, greatest() would give 0 and the caller would never sleep.
      sql<
        number | null
      >`case when count(*) > 0 then greatest(0, extract(epoch from min(due_at) - now()))::float8 end`.as('seconds'),
    )
    .executeTakeFirstOrThrow()
  return seconds
}

export const selectFacts = ({ db }: Ctx, ids: readonly string[]): Promise<Facts[]> =>
  db
    .selectFrom('listed_notifications')
    .selectAll()
    .select(sql<string>`floor_of_duty(floor, clinic_id)`.as('duty_floor'))
    .where('id', 'in', ids)
    .$castTo<Facts>()
    .execute()

/** Another system that receives notifications. */
export interface SystemReceiver {
  readonly channel: 'webhook' | 'nurse-call'
  readonly id: string
  readonly clinic_id: string
  /** of notifications; none: all */
  readonly kinds: readonly string[]
}

export const selectReceivers = ({ db }: Ctx, clinicIds: readonly string[]): Promise<SystemReceiver[]> =>
  db
    .selectFrom('listed_receivers')
    .where('clinic_id', 'in', clinicIds)
    .where('is_active', '=', true)
    .select(['channel', 'id', 'clinic_id', 'kinds'])
    .$castTo<SystemReceiver>()
    .execute()

/** What people call other systems, by id. */
export async function selectReceiverNames({ db }: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('listed_receivers').where('id', 'in', ids).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id!, name!]))
}

export async function finishSteps({ db }: Ctx, done: readonly Step[]): Promise<void> {
  if (done.length === 0) return
  await db
    .updateTable('notification_steps')
    .set({ done_at: now })
    .where(
      sql<boolean>`(notification_id, step) in (${sql.join(done.map((one) => sql`(${one.notification_id}, ${one.step})`))})`,
    )
    .execute()
}

export async function postponeStep({ db }: Ctx, { notification_id, step }: Step, seconds: number) {
  await db
    .updateTable('notification_steps')
    .set({ due_at: inSeconds(seconds), failing_since: null })
    .where('notification_id', '=', notification_id)
    .where('step', '=', step)
    .execute()
}

/** Sending failed: postpones it by as long as it has been failing, or gives up. @returns whether it was given up */
export async function putOffStep(
  { db }: Ctx,
  { notification_id, step }: Step,
  { least, most, giveUp }: { least: number; most: number; giveUp: number },
): Promise<boolean> {
  const row = await db
    .updateTable('notification_steps')
    .set({
      failing_since: sql<Temporal.Instant>`coalesce(failing_since, now())`,
      due_at: sql<Temporal.Instant>`now() + least(make_interval(secs => ${most}),
        greatest(make_interval(secs => ${least}), now() - failing_since))`,
      done_at: sql<Temporal.Instant | null>`case when failing_since < now() - make_interval(secs => ${giveUp}) then now() end`,
    })
    .where('notification_id', '=', notification_id)
    .where('step', '=', step)
    .where('done_at', 'is', null)
    .returning('done_at')
    .executeTakeFirst()
  return (row?.done_at ?? null) !== null
}

/** Clinics with a notification overdue by at least `seconds`, each with the oldest one's due time. */
export const selectLate = ({ db }: Ctx, seconds: number): Promise<{ clinic_id: string; since: Temporal.Instant }[]> =>
  db
    .selectFrom('notification_steps')
    .where('done_at', 'is', null)
    .where(isNext)
    .where(sql<boolean>`coalesce(failing_since, due_at) < now() - make_interval(secs => ${seconds})`)
    .select(['clinic_id', sql<Temporal.Instant>`min(coalesce(failing_since, due_at))`.as('since')])
    .groupBy('clinic_id')
    .execute()

export interface NewStep extends Step {
  readonly clinic_id: string
}

/** A notification that became worse is sent anew, so its later steps begin anew too. */
export async function insertSteps({ db }: Ctx, steps: readonly NewStep[]): Promise<void> {
  if (steps.length === 0) return
  await db
    .insertInto('notification_steps')
    .values([...steps])
    .onConflict((conflict) =>
      conflict.columns(['notification_id', 'step']).doUpdateSet(({ ref }) => ({
        due_at: ref('excluded.due_at'),
        done_at: null,
        failing_since: null,
      })),
    )
    .execute()
}

/** As long as the messages that prove who was notified of what. */
const keptDays = 400

/** Run by a job: deletes finished ones. */
export async function removeOldSteps({ db }: Ctx): Promise<void> {
  await db
    .deleteFrom('notification_steps')
    .where('done_at', '<', sql<Temporal.Instant>`now() - make_interval(days => ${keptDays})`)
    .execute()
}
