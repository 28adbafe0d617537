import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { bringBack, now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'

/** Table of this file: provider_invitations; and the view provider_invitation_names. */

export interface InvitationLimits {
  /** minimum time between two mails to one address */
  readonly gapSeconds: number
  readonly mostADay: number
}

/**
 * Blocks the member's next invitation until the transaction ends.
 * @returns seconds to wait before another mail to this address, and to any, is allowed; 0 if it is
 */
export async function secondsToWait(
  { db }: Ctx,
  { member_id, email }: { readonly member_id: string; readonly email: string },
  { gapSeconds, mostADay }: InvitationLimits,
): Promise<{ toSameAddress: number; toAny: number }> {
  await lock(db, `provider invitations ${member_id}`)
  const { rows } = await sql<{ same: number; any: number }>`
    select
      coalesce(greatest(0, ceil(extract(epoch from
        max(invited_at) filter (where email = ${email}) + make_interval(secs => ${gapSeconds}) - now()))), 0)::int as same,
      coalesce(greatest(0, ceil(extract(epoch from
        (array_agg(invited_at order by invited_at desc))[${mostADay}] + interval '1 day' - now()))), 0)::int as any
    from provider_invitations where member_id = ${member_id} and invited_at > now() - interval '1 day'`.execute(db)
  return { toSameAddress: rows[0]!.same, toAny: rows[0]!.any }
}

/** Ends what is open for this address. @returns false when nothing was */
export async function endInvitation({ db }: Ctx, member_id: string, email: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_invitations')
    .set({ ended_at: now })
    .where('member_id', '=', member_id)
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const insertInvitation = ({ db }: Ctx, member_id: string, email: string, days: number) =>
  db
    .insertInto('provider_invitations')
    .values({ member_id, email, expires_at: sql<Temporal.Instant>`now() + make_interval(days => ${days})` })
    .execute()

const open = ({ db }: Ctx) =>
  db
    .selectFrom('provider_invitation_names')
    .select(['member_id', 'member_name', 'member_email', 'email', 'invited_at', 'expires_at'])
    .orderBy('invited_at', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{
      member_id: NotNull
      member_name: NotNull
      member_email: NotNull
      email: NotNull
      invited_at: NotNull
      expires_at: NotNull
    }>()

/** Open ones that a member has sent, newest first. */
export const selectSent = (ctx: Ctx, member_id: string) => open(ctx).where('member_id', '=', member_id).execute()

/** Open ones to this address, newest first. */
export const selectReceived = (ctx: Ctx, email: string) => open(ctx).where('email', '=', email).execute()

/** Run by a job: deletes those that are over and count for no limit. */
export const removeOldProviderInvitations = async ({ db }: Ctx): Promise<void> => {
  await sql`delete from provider_invitations
    where invited_at < now() - interval '1 day' and (ended_at is not null or expires_at < now())`.execute(db)
}

/** Run by a job: after the database's clock was set back, no invitation is valid for longer than it says. */
export const bringBackProviderInvitations = ({ db }: Ctx): Promise<void> =>
  bringBack(db, 'provider_invitations', 'invited_at', 'expires_at')
