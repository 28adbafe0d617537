import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Table of this noun: outbox_messages. */

export type MessageRow = Selectable<DB['outbox_messages']>
export type Kind = 'mail' | 'sms'

export interface NewMessage {
  readonly kind: Kind
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** seconds after which it is of no use any more; null: never */
  readonly usefulSeconds: number | null
}

const now = sql<Temporal.Instant>`now()`
const inSeconds = (seconds: number) => sql<Temporal.Instant>`now() + make_interval(secs => ${seconds})`

export async function insertMessage({ db }: Ctx, { usefulSeconds, ...message }: NewMessage): Promise<void> {
  const expires_at = usefulSeconds === null ? null : inSeconds(usefulSeconds)
  await db
    .insertInto('outbox_messages')
    .values({ ...message, expires_at })
    .execute()
}

/**
 * Takes the oldest message that is due. Until `leaseSeconds` have passed no other node takes it; if this one dies, it
 * is due again then.
 */
export const takeDueMessage = ({ db }: Ctx, leaseSeconds: number): Promise<MessageRow | undefined> =>
  db
    .updateTable('outbox_messages')
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: inSeconds(leaseSeconds) })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('outbox_messages')
        .select('id')
        .where('status', '=', 'queued')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()

/** @returns seconds until the next message is due, 0 when one is; null when none waits */
export async function secondsToNextMessage({ db }: Ctx): Promise<number | null> {
  const { seconds } = await db
    .selectFrom('outbox_messages')
    .where('status', '=', 'queued')
    .select(sql<number | null>`greatest(0, extract(epoch from min(next_attempt_at) - now()))::float8`.as('seconds'))
    .executeTakeFirstOrThrow()
  return seconds
}

/** @returns when the message that waits longest was due, if that is `seconds` ago or longer */
export async function selectOverdueSince({ db }: Ctx, seconds: number): Promise<Temporal.Instant | null> {
  const { since } = await db
    .selectFrom('outbox_messages')
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<', sql<Temporal.Instant>`now() - make_interval(secs => ${seconds})`)
    .select(({ fn }) => fn.min('next_attempt_at').$castTo<Temporal.Instant | null>().as('since'))
    .executeTakeFirstOrThrow()
  return since
}

/** Sent: its text is dropped, for it may carry a code. */
export async function markSent({ db }: Ctx, id: string): Promise<void> {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'sent', sent_at: now, body: null, failure: null })
    .where('id', '=', id)
    .execute()
}

export async function markKept({ db }: Ctx, id: string): Promise<void> {
  await db.updateTable('outbox_messages').set({ status: 'kept', attempts: 0 }).where('id', '=', id).execute()
}

export async function markFailed({ db }: Ctx, id: string, failure: string): Promise<void> {
  await db.updateTable('outbox_messages').set({ status: 'failed', failure }).where('id', '=', id).execute()
}

export async function putBack({ db }: Ctx, id: string, failure: string, seconds: number): Promise<void> {
  await db
    .updateTable('outbox_messages')
    .set({ failure, next_attempt_at: inSeconds(seconds) })
    .where('id', '=', id)
    .execute()
}

/** Queues again what failed or was kept. @returns undefined when it is neither */
export const queueAgain = ({ db }: Ctx, id: string): Promise<MessageRow | undefined> =>
  db
    .updateTable('outbox_messages')
    .set({ status: 'queued', attempts: 0, failure: null, next_attempt_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'kept'])
    .returningAll()
    .executeTakeFirst()

export const selectMessage = ({ db }: Ctx, id: string): Promise<MessageRow | undefined> =>
  db.selectFrom('outbox_messages').selectAll().where('id', '=', id).executeTakeFirst()

export interface MessageFilter {
  readonly kind?: Kind | undefined
  readonly status?: string | undefined
}

export async function selectMessages(
  { db }: Ctx,
  { kind, status }: MessageFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  let query = db.selectFrom('outbox_messages')
  if (kind) query = query.where('kind', '=', kind)
  if (status) query = query.where('status', '=', status)
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return { rows, total }
}

/** Removes what nobody will look at any more. */
export async function deleteOldMessages({ db }: Ctx, days: number): Promise<void> {
  await db
    .deleteFrom('outbox_messages')
    .where('created_at', '<', sql<Temporal.Instant>`now() - make_interval(days => ${days})`)
    .where('status', '<>', 'queued')
    .execute()
}
