import { type Expression, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { inSeconds, now } from '../platform/instants.ts'
import type { ChannelName } from './outbox.sql.ts'

/** Null stays null, which least() would ignore. */
const notAfter = (column: string, latest: Expression<Temporal.Instant> = now) =>
  sql<Temporal.Instant>`case when ${sql.ref(column)} > ${latest} then ${latest} else ${sql.ref(column)} end`

/**
 * After the database's clock was set back: what was queued or tried later than now counts as queued or tried now, and is
 * due, so that no message waits until the clock gets there again. A gateway that asked for a pause has to ask again.
 */
export async function bringBackMessages({ db }: Ctx, channel: ChannelName, leaseSeconds: number): Promise<void> {
  const ahead = inSeconds(60)
  const brought = await db
    .updateTable('deliveries')
    .set({
      created_at: notAfter('created_at'),
      taken_at: notAfter('taken_at'),
      next_attempt_at: notAfter('next_attempt_at'),
      lease_until: notAfter('lease_until', inSeconds(leaseSeconds)),
    })
    .where('channel', '=', channel)
    .where((is) =>
      is.or([is('created_at', '>', ahead), is.and([is('status', '=', 'queued'), is('taken_at', '>', ahead)])]),
    )
    .returning('id')
    .execute()
  if (brought.length === 0) return
  await db
    .updateTable('attempts')
    .set({ started_at: notAfter('started_at'), ended_at: notAfter('ended_at') })
    .where('delivery_id', '=', sql<string>`any(${brought.map(({ id }) => id)}::text[])`)
    .execute()
  await db
    .updateTable('gateways')
    .set({ paused_until: null, failed_at: notAfter('failed_at'), next_probe_at: notAfter('next_probe_at') })
    .where('channel', '=', channel)
    .execute()
}
