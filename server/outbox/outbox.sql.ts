import type { OutboxMessage } from '@eupnea/contract/outbox.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { ago, inSeconds, now } from '../platform/instants.ts'
import type { Notice } from './notice.ts'

/**
 * Tables of this noun: deliveries, with those that are read (messages.sql.ts), those about notifications
 * (notified.sql.ts), those to other systems (receiver-deliveries.sql.ts), what may be merged (notices.sql.ts) and what
 * gateways report (receipts.sql.ts); attempts (attempts.sql.ts); gateways (gateways.sql.ts). All three are written by
 * bring-back.sql.ts after a clock was set back.
 */

export type DeliveryRow = Selectable<DB['deliveries']>
export type ChannelName = OutboxMessage['kind']

/** Personal messages and notices of a channel are sent in parallel, so that a flood of one doesn't delay the other. */
export interface Lane {
  readonly channel: ChannelName
  readonly isNotice: boolean
}

export interface NewMessage {
  readonly id: string
  readonly channel: ChannelName
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** seconds after which the message is useless; null: never */
  readonly usefulSeconds: number | null
  readonly notice: Notice | null
  readonly attachment_file_id?: string
  readonly attachment_name?: string
  /** what it is about; each receiver gets it once for each severity, step and occasion */
  readonly about?: About
}

export interface About {
  readonly clinic_id: string
  readonly notification_id: string
  readonly step: string
  readonly severity: string
  /** instant at which it became due again; null: it is sent only once */
  readonly occasion: string | null
  readonly sms_alert_id: string | null
  readonly token_hash: string
  /** hash of the token with which a push acknowledges */
  readonly acknowledge_hash?: string
}

/** Not being sent by any node, as far as known. */
export const isFree = sql<boolean>`(lease_until is null or lease_until <= now())`
/** Nothing earlier about the same notification is still waiting for its receiver. */
const isNext = sql<boolean>`not exists (select from deliveries earlier
  where earlier.notification_id = deliveries.notification_id and earlier.channel = deliveries.channel
    and earlier.recipient = deliveries.recipient and earlier.status = 'queued' and earlier.no < deliveries.no)`
/** So short-lived that it goes before others. */
const isCode = sql<boolean | null>`expires_at < created_at + interval '1 hour'`
/** Most at a time to one receiver, so that one that never answers doesn't hold up the others. */
const mostToOne = 4

export async function insertMessages({ db }: Ctx, messages: readonly NewMessage[]): Promise<void> {
  // One parameter, because a statement allows 65,535 and there can be thousands of notices.
  await sql`insert into deliveries (id, channel, recipient, subject, body, notice, attachment_file_id, attachment_name,
      expires_at, clinic_id, notification_id, step, severity, occasion, sms_alert_id, token_hash,
      acknowledge_hash)
    select t.id, t.channel, t.recipient, t.subject, t.body, t.notice, t.attachment_file_id, t.attachment_name,
      now() + make_interval(secs => t."usefulSeconds"), about.*
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as t (id text, channel text, recipient text, subject text,
      body text, notice jsonb, attachment_file_id text, attachment_name text, "usefulSeconds" float8, about jsonb)
    left join lateral jsonb_to_record(t.about) as about (clinic_id text, notification_id text, step text, severity text,
      occasion timestamptz, sms_alert_id text, token_hash text, acknowledge_hash text) on true
    on conflict do nothing`.execute(db)
}

/** Update values for messages that are now given to their gateway. */
export const taking = (leaseSeconds: number) => ({
  attempts: sql<number>`attempts + 1`,
  taken_at: now,
  lease_until: inSeconds(leaseSeconds),
  // The node that held it before died, so it may have gone out.
  is_unclear: sql<boolean>`is_unclear or lease_until is not null`,
})

/**
 * Takes personal messages that are due, oldest first, but codes before longer-lived ones. No other node takes them for
 * `leaseSeconds`; if this one dies, they are then due again.
 */
export const takeDueMessages = (
  { db }: Ctx,
  channel: ChannelName,
  { most, leaseSeconds }: { most: number; leaseSeconds: number },
): Promise<DeliveryRow[]> =>
  db
    .updateTable('deliveries')
    .set(taking(leaseSeconds))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('deliveries')
        .select('id')
        .where('status', '=', 'queued')
        .where('channel', '=', channel)
        .where('notice', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where(isFree)
        .where('id', 'in', ({ selectFrom: from }) =>
          from(
            from('deliveries')
              .where('status', '=', 'queued')
              .where('channel', '=', channel)
              .where('notice', 'is', null)
              .where((is) => is.or([is('next_attempt_at', '<=', now), is('lease_until', '>', now)]))
              .where(isNext)
              .select([
                'id',
                sql`row_number() over (partition by recipient order by coalesce(lease_until > now(), false) desc,
                  ${isCode} desc nulls last, next_attempt_at, no)`.as('nth'),
              ])
              .as('share'),
          )
            .select('id')
            .where('nth', '<=', mostToOne),
        )
        .where(
          sql<boolean>`not exists (select from gateways g where g.channel = ${channel} and g.paused_until > now())`,
        )
        .orderBy(isCode, (order) => order.desc().nullsLast())
        .orderBy('next_attempt_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()

/** Extends the lease of a message being sent, unless it has been released. */
export async function holdMessage({ db }: Ctx, id: string, leaseSeconds: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ lease_until: inSeconds(leaseSeconds) })
    .where('id', '=', id)
    .where('lease_until', '>', now)
    .execute()
}

/** @returns seconds until a lane's next message is due, 0 when one is; null when none waits */
export async function secondsToNextMessage({ db }: Ctx, { channel, isNotice }: Lane): Promise<number | null> {
  const { seconds } = await db
    .selectFrom('deliveries')
    .where('status', '=', 'queued')
    .where('channel', '=', channel)
    .where('notice', isNotice ? 'is not' : 'is', null)
    .where((is) => is.or([is('notice', 'is not', null), isNext]))
    .select(
      // Without a row, greatest() would give 0 and the caller would never sleep.
      sql<number | null>`case when count(*) > 0 then greatest(0, extract(epoch from greatest(
        min(greatest(next_attempt_at, lease_until)),
        (select greatest(paused_until, case when ${isNotice} and failures > 0 then next_probe_at end)
          from gateways g where g.channel = ${channel})) - now()))::float8 end`.as('seconds'),
    )
    .executeTakeFirstOrThrow()
  return seconds
}

const free = { lease_until: null, is_unclear: false }

/** Longer than the portal waits for any gateway, seconds: a message still being sent then hangs in the portal itself. */
const longestSendSeconds = 2_100

/**
 * Since when the oldest message has been due, if that is more than `seconds` ago; otherwise null. Messages behind others
 * that a slow gateway hasn't answered, or that are to be tried again, don't count: the portal itself works.
 */
export async function messagesOverdueSince({ db }: Ctx, seconds: number): Promise<Temporal.Instant | null> {
  const { since } = await db
    .selectFrom('deliveries')
    .where('status', '=', 'queued')
    // Notices wait for their receiver's limit, and everything waits for a gateway that asked for it. Other systems
    // are each waited for alone, and the facility is notified of it (clinics-held-up.ts).
    .where('notice', 'is', null)
    .where('channel', 'not in', ['webhook', 'nurse-call'])
    .where(sql<boolean>`(${isFree} or taken_at <= ${ago(longestSendSeconds)})`)
    .where(isNext)
    .where(
      sql<boolean>`not exists (select from deliveries other where other.status = 'queued' and other.channel = deliveries.channel
        and other.notice is null and other.lease_until > now() and other.taken_at > ${ago(longestSendSeconds)})`,
    )
    .where(
      sql<boolean>`not exists (select from gateways g where g.channel = deliveries.channel and g.paused_until > now())`,
    )
    .where('next_attempt_at', '<', ago(seconds))
    .select(({ fn }) => fn.min('next_attempt_at').$castTo<Temporal.Instant | null>().as('since'))
    .executeTakeFirstOrThrow()
  return since
}

/** Marks messages sent and drops their texts, which may contain a code. */
export async function markSent({ db }: Ctx, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...free, status: 'sent', sent_at: now, body: null, failure: null })
    .where('id', 'in', ids)
    .execute()
}

/** Without a gateway, all messages of the channel are kept for reading. */
export async function markKept({ db }: Ctx, channel: ChannelName): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ status: 'kept', attempts: 0 })
    .where('channel', '=', channel)
    .where('status', '=', 'queued')
    .execute()
}

/** A message as it was taken: once its lease is over, it may have been taken again, by another node. */
type Taken = Pick<DeliveryRow, 'id' | 'attempts'>

export async function markFailed({ db }: Ctx, { id, attempts }: Taken, failure: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...free, status: 'failed', failure })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('attempts', '=', attempts)
    .execute()
}

export async function putBack(
  { db }: Ctx,
  { id, attempts }: Taken,
  { failure, seconds, isUnclear }: { failure: string | null; seconds: number; isUnclear: boolean },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({
      failure,
      next_attempt_at: inSeconds(seconds),
      lease_until: null,
      is_unclear: sql<boolean>`is_unclear or ${isUnclear}`,
    })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('attempts', '=', attempts)
    .execute()
}

/** Whether a message was queued longer than `hours` ago; for a merged one, the newest of its messages. */
export const isOlderThan = async ({ db }: Ctx, id: string, hours: number): Promise<boolean> =>
  (
    await db
      .selectFrom('deliveries')
      .select(sql<boolean>`coalesce(max(created_at) < now() - make_interval(hours => ${hours}), false)`.as('isOld'))
      .where((is) => is.or([is('id', '=', id), is('merged_into', '=', id)]))
      .executeTakeFirstOrThrow()
  ).isOld

/** Deletes messages that are too old to be of interest. */
export const deleteOldMessages = ({ db }: Ctx, days: number, isNotice: boolean): Promise<DeliveryRow[]> =>
  db
    .deleteFrom('deliveries')
    .where('created_at', '<', sql<Temporal.Instant>`now() - make_interval(days => ${days})`)
    .where('status', '<>', 'queued')
    .where(sql<boolean>`(notice is not null or notification_id is not null) = ${isNotice}`)
    .returningAll()
    .execute()

/** Whether an unsent message still needs this file. */
export const isStillAttached = async ({ db }: Ctx, file_id: string): Promise<boolean> =>
  (await db
    .selectFrom('deliveries')
    .select('id')
    .where('attachment_file_id', '=', file_id)
    .where('status', '<>', 'sent')
    .executeTakeFirst()) !== undefined

/** Messages that reached their receiver merged with this one, including itself. */
export const selectMergedTogether = async ({ db }: Ctx, id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('deliveries')
      .select('id')
      .where(sql<boolean>`id = ${id} or merged_into = (select merged_into from deliveries where id = ${id})`)
      .execute()
  ).map((row) => row.id)
