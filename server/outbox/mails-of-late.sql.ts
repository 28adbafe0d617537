import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { lock } from '../platform/lock.ts'

/**
 * Blocks others who send the same subject to the receiver until the transaction ends.
 * @returns seconds until another mail with the subject may be queued for the receiver, 0 when it may now
 */
export async function secondsToNextMail(
  { db }: Ctx,
  { to, subject, mostAnHour }: { readonly to: string; readonly subject: string; readonly mostAnHour: number },
): Promise<number> {
  await lock(db, `mail ${to} ${subject}`)
  const { rows } = await sql<{
    seconds: number
  }>`select seconds_to_next_mail(${to}, ${subject}, ${mostAnHour}) as seconds`.execute(db)
  return rows[0]!.seconds
}
