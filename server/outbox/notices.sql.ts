import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { ago, inSeconds, now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'
import type { Merged, Notice } from './notice.ts'
import { type ChannelName, type DeliveryRow, isFree, taking } from './outbox.sql.ts'

/** Waiting notices, grouped by receiver. */

/** Locks the notices of a channel until the transaction ends, so that one node at a time decides about them. */
export const lockNotices = ({ db }: Ctx, channel: ChannelName): Promise<void> => lock(db, `outbox notices ${channel}`)

export interface WaitingNotice {
  readonly id: string
  readonly recipient: string
  readonly notice: Notice
  readonly created_at: Temporal.Instant
  readonly is_due: boolean
  readonly is_unclear: boolean
  readonly is_danger: boolean
}

const isDanger = sql<boolean>`coalesce(notice ->> 'severity' = 'danger', false)`

/**
 * All waiting notices of receivers for whom one is due, oldest first.
 * @param most receivers; those whose message may already have gone out come first, then those with a danger
 */
export async function selectWaitingNotices({ db }: Ctx, channel: ChannelName, most: number): Promise<WaitingNotice[]> {
  const due = db
    .selectFrom('deliveries')
    .select('recipient')
    .where('status', '=', 'queued')
    .where('channel', '=', channel)
    .where('notice', 'is not', null)
    .where('next_attempt_at', '<=', now)
    .where(isFree)
    .groupBy('recipient')
    .orderBy(sql`bool_or(is_unclear or lease_until is not null)`, 'desc')
    .orderBy(sql`bool_or(${isDanger})`, 'desc')
    .orderBy(sql`min(created_at)`)
    .limit(most)
  return (
    db
      .selectFrom('deliveries')
      .where('status', '=', 'queued')
      .where('channel', '=', channel)
      .where('notice', 'is not', null)
      .where(isFree)
      .where('recipient', 'in', due)
      .select([
        'id',
        'recipient',
        sql<Notice>`notice`.as('notice'),
        'created_at',
        sql<boolean>`next_attempt_at <= now()`.as('is_due'),
        sql<boolean>`is_unclear or lease_until is not null`.as('is_unclear'),
        isDanger.as('is_danger'),
      ])
      .orderBy('created_at')
      .orderBy('id')
      // Skips messages another node is finishing right now.
      .forUpdate()
      .execute()
  )
}

/** Messages given to the gateway within the last `seconds`. */
export const selectTaken = ({ db }: Ctx, channel: ChannelName, recipients: readonly string[], seconds: number) =>
  db
    .selectFrom('deliveries')
    .where('channel', '=', channel)
    .where('notice', 'is not', null)
    .where('recipient', 'in', recipients)
    .where('status', '<>', 'merged')
    .where('taken_at', '>', ago(seconds))
    .select(['id', 'recipient', 'taken_at', isDanger.as('is_danger')])
    .execute()

export const takeNotices = ({ db }: Ctx, ids: readonly string[], leaseSeconds: number): Promise<DeliveryRow[]> =>
  db.updateTable('deliveries').set(taking(leaseSeconds)).where('id', 'in', ids).returningAll().execute()

/** Inserts a message that replaces others. @returns its id */
export async function insertMerged(
  { db }: Ctx,
  {
    channel,
    recipient,
    merged,
    ids,
    created_at,
  }: {
    channel: ChannelName
    recipient: string
    merged: Merged
    ids: readonly string[]
    /** of the oldest merged message */
    created_at: Temporal.Instant
  },
): Promise<string> {
  const { id } = await db
    .insertInto('deliveries')
    .values({
      channel,
      recipient,
      subject: merged.subject,
      body: merged.body,
      notice: JSON.stringify(merged.notice),
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Earlier merged messages point to the new one too, so that each leads to the message that was sent.
  await db
    .updateTable('deliveries')
    .set({ status: 'merged', merged_into: id, body: null, lease_until: null })
    .where((is) => is.or([is('id', 'in', ids), is('merged_into', 'in', ids)]))
    .execute()
  return id
}

export interface HeldUp {
  readonly clinic_id: string
  /** when the oldest was queued */
  readonly since: Temporal.Instant
}

/**
 * Notices queued at least `seconds` ago whose gateway fails, has asked us to wait, or hasn't answered for as long;
 * including messages merged into them. Not those waiting for their receiver's limit.
 */
export const selectHeldUp = ({ db }: Ctx, seconds: number): Promise<HeldUp[]> =>
  db
    .selectFrom('deliveries as t')
    .innerJoin('gateways as g', 'g.channel', 't.channel')
    .innerJoin('deliveries as m', (join) => join.on(sql<boolean>`m.id = t.id or m.merged_into = t.id`))
    .where('t.status', '=', 'queued')
    .where('t.notice', 'is not', null)
    .where('t.created_at', '<', ago(seconds))
    .where((is) =>
      is.or([
        is('g.failures', '>', 0),
        is('g.paused_until', '>', now),
        is.exists(
          is
            .selectFrom('deliveries as w')
            .whereRef('w.channel', '=', 't.channel')
            .where('w.status', '=', 'queued')
            .where('w.lease_until', '>', now)
            .where('w.taken_at', '<', ago(seconds)),
        ),
      ]),
    )
    .where('m.clinic_id', 'is not', null)
    .groupBy('m.clinic_id')
    .select([sql<string>`m.clinic_id`.as('clinic_id'), sql<Temporal.Instant>`min(t.created_at)`.as('since')])
    .execute()

/** The same for channels whose messages each wait for their own receiver. */
export const selectHeldUpTo = (
  { db }: Ctx,
  channels: readonly ('push' | 'webhook' | 'nurse-call')[],
  seconds: number,
): Promise<HeldUp[]> =>
  db
    .selectFrom('deliveries')
    .where('channel', 'in', channels)
    .where('status', '=', 'queued')
    .where('created_at', '<', ago(seconds))
    .where('clinic_id', 'is not', null)
    .groupBy('clinic_id')
    .select([sql<string>`clinic_id`.as('clinic_id'), sql<Temporal.Instant>`min(created_at)`.as('since')])
    .execute()

/**
 * Clinics whose nurse call system has answered no heartbeat for `seconds`, whose webhook was ended by its receiver, or
 * with a system for which the newest message was given up after a day.
 */
export const selectSilentReceivers = async ({ db }: Ctx, seconds: number): Promise<HeldUp[]> =>
  (
    await sql<HeldUp>`select clinic_id, since from (
        select clinic_id, since from silent_nurse_calls
        union all
        select clinic_id, since from ended_webhooks
        union all
        select r.clinic_id, d.created_at from listed_receivers r
        cross join lateral (
          select created_at, taken_at, status from deliveries
          where channel in ('webhook', 'nurse-call') and recipient = r.id order by no desc limit 1
        ) d
        where r.is_active and d.status = 'failed' and d.taken_at > d.created_at + interval '23 hours'
      ) silent where since < ${ago(seconds)}`.execute(db)
  ).rows

/**
 * Clinics that notified someone in the last day whose newest notice, whichever clinic it is about, was given up, refused
 * for good, or reported as undelivered. People who are no longer notified don't count. Where the gateway reports on
 * someone's notices, one without a report is still on its way; after an hour it counts as arrived if the gateway has only
 * ever reported failures of theirs, as some carriers do. A kept one counts if it is to a recipient of the facility
 * itself, since people are notified by the ways that work, and if the portal sends anything at all: without a gateway, it
 * is only being tried out. Each with the time that notice was sent; the first, if there are several.
 */
export const selectUndelivered = async ({ db }: Ctx): Promise<HeldUp[]> =>
  (
    await sql<HeldUp>`
      with recent as (
        select no, channel, recipient, status, coalesce(taken_at, created_at) as at, clinic_id,
          coalesce(delivery in ('delivered', 'undelivered', 'failed'), false) as is_reported, delivery = 'delivered' as has_arrived,
          bool_or(delivery in ('delivered', 'undelivered', 'failed')) over (partition by channel, recipient) as has_reports
        from deliveries where notice is not null and created_at > now() - interval '24 hours'
      ), newest as (
        select distinct on (channel, recipient) * from recent r
        where status in ('failed', 'kept') or (status = 'sent' and (is_reported or has_reports is not true
          or (at < now() - interval '1 hour' and not exists (
            select from deliveries d
            where d.channel = r.channel and d.recipient = r.recipient and d.delivery = 'delivered'))))
        order by channel, recipient, no desc
      )
      select c.id as clinic_id, min(n.at) as since
      from newest n
      join recent r using (channel, recipient)
      join clinics c on c.id = r.clinic_id
      where (n.status <> 'sent' or (n.is_reported and not n.has_arrived))
        and (n.recipient = any (c.alert_recipients || c.escalation_recipients)
          or exists (select from sms_alerts s where s.clinic_id = c.id and s.active and s.phone = n.recipient)
          or (n.status <> 'kept' and exists (
            select from people_to_tell p where p.clinic_id = c.id and n.recipient in (p.email, p.phone))))
        and (n.status <> 'kept' or exists (
          select from deliveries where status = 'sent' and channel in ('mail', 'sms')))
      group by c.id`.execute(db)
  ).rows

/** Postpones waiting notices. */
export async function deferNotices({ db }: Ctx, ids: readonly string[], seconds: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_attempt_at: sql<Temporal.Instant>`greatest(next_attempt_at, ${inSeconds(seconds)})` })
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .where(isFree)
    .execute()
}

/** The gateway is back: waiting notices no longer wait for their next attempt. */
export async function hastenNotices({ db }: Ctx, channel: ChannelName): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ next_attempt_at: now })
    .where('status', '=', 'queued')
    .where('channel', '=', channel)
    .where('notice', 'is not', null)
    .where('next_attempt_at', '>', now)
    .execute()
}
