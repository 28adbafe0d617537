import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/**
 * Blocks others who send the same subject to the receiver until the transaction ends.
 * @returns seconds until another mail with the subject may be queued for the receiver, 0 when it may now
 */
export async function secondsToNextMail(
  { db }: Ctx,
  { to, subject, mostAnHour }: { readonly to: string; readonly subject: string; readonly mostAnHour: number },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`mail ${to} ${subject}`}))`.execute(db)
  const oldest = await db
    .selectFrom('outbox_messages')
    .where('kind', '=', 'mail')
    .where('recipient', '=', to)
    .where('subject', '=', subject)
    .where('created_at', '>', sql<Temporal.Instant>`now() - interval '1 hour'`)
    .select(
      sql<number>`greatest(1, ceil(extract(epoch from created_at + interval '1 hour' - now())))::int`.as('seconds'),
    )
    .orderBy('created_at', 'desc')
    .offset(mostAnHour - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest?.seconds ?? 0
}
