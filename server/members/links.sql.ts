import { type NotNull, type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { bringBack, now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'
import { naturally } from '../platform/natural-order.ts'
import type { LinkKind } from './members.sql.ts'
import type { InvitationLimits } from './provider-invitations.sql.ts'

/** Tables of this file: member_links, member_providers, member_invitations, member_invitation_mails. */

/** Which members are linked to this provider, and how. */
export const selectKinds = async ({ db }: Ctx, provider_id: string, member_ids: readonly string[]) =>
  new Map(
    (
      await db
        .selectFrom('member_providers')
        .select(['member_id', 'kind'])
        .where('provider_id', '=', provider_id)
        .where('member_id', '=', sql<string>`any(${[...member_ids]}::text[])`)
        .$narrowType<{ kind: LinkKind }>()
        .execute()
    ).map(({ member_id, kind }) => [member_id, kind]),
  )

/** By name. */
export const selectProviders = ({ db }: Ctx, member_id: string) =>
  db
    .selectFrom('member_provider_names')
    .select(['provider_id', 'name', 'email', 'kind', 'linked_at'])
    .where('member_id', '=', member_id)
    .orderBy(naturally('name'))
    .orderBy('provider_id')
    .$narrowType<{
      provider_id: NotNull
      name: NotNull
      email: NotNull
      kind: LinkKind
      linked_at: NotNull
    }>()
    .execute()

/** Links them or changes the kind of link. @returns false when they already have that link */
export async function putProvider(
  { db }: Ctx,
  link: { member_id: string; provider_id: string; kind: LinkKind },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('member_providers')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'provider_id'])
        .doUpdateSet({ kind: link.kind, linked_at: now })
        .where('member_providers.kind', '<>', link.kind),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Links a provider who has been invited to look. */
export const insertViewer = ({ db }: Ctx, link: { member_id: string; provider_id: string }) =>
  db
    .insertInto('member_providers')
    .values({ ...link, kind: 'coach' })
    .execute()

/** @returns false when they were not linked */
export async function deleteProvider({ db }: Ctx, member_id: string, provider_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('member_providers')
    .where('member_id', '=', member_id)
    .where('provider_id', '=', provider_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @returns false when the member is already linked to that resident */
export async function putResident({ db }: Ctx, user_id: string, resident_id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('member_links')
    .values({ user_id, resident_id })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ resident_id, linked_at: now })
        .where('member_links.resident_id', '<>', resident_id),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns the resident the member was linked to; undefined: none */
export const deleteResidentLink = async ({ db }: Ctx, user_id: string): Promise<string | undefined> =>
  (await db.deleteFrom('member_links').where('user_id', '=', user_id).returning('resident_id').executeTakeFirst())
    ?.resident_id

/** A resident the actor may see. */
export const selectLinkable = ({ db }: Ctx, resident_id: string) =>
  db
    .selectFrom('resident_places')
    .select(['clinic_id', 'status'])
    .where('resident_id', '=', resident_id)
    .executeTakeFirst()

export interface NewInvitation {
  readonly provider_id: string
  readonly member_id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

/** Invites, or invites again. */
export async function putInvitation({ db }: Ctx, invitation: NewInvitation, days: number): Promise<void> {
  const times = {
    invited_at: now,
    expires_at: sql<Temporal.Instant>`now() + make_interval(days => ${days})`,
  }
  const { first_name, last_name, email } = invitation
  await db
    .insertInto('member_invitations')
    .values({ ...invitation, ...times })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'member_id']).doUpdateSet({ first_name, last_name, email, ...times }),
    )
    .execute()
}

/**
 * Counts a mail of a provider's invitation and blocks their next one until the transaction ends.
 * @returns seconds to wait before this mail is allowed, 0 if it is
 */
export async function countInvitation(
  { db }: Ctx,
  mail: { readonly provider_id: string; readonly member_id: string },
  { gapSeconds, mostADay }: InvitationLimits,
): Promise<{ toSameAddress: number; toAny: number }> {
  const { provider_id, member_id } = mail
  await lock(db, `invitations ${provider_id}`)
  const day = sql<Temporal.Instant>`now() - interval '1 day'`
  const mails = db.selectFrom('member_invitation_mails').where('provider_id', '=', provider_id)
  const secondsTo = (end: RawBuilder<unknown>) =>
    sql<number>`coalesce(greatest(0, ceil(extract(epoch from ${end} - now()))), 0)::int`.as('seconds')
  const { seconds: toSameAddress } = await mails
    .where('member_id', '=', member_id)
    .select(secondsTo(sql`max(sent_at) + make_interval(secs => ${gapSeconds})`))
    .executeTakeFirstOrThrow()
  const oldest = await mails
    .where('sent_at', '>', day)
    .select(secondsTo(sql`sent_at + interval '1 day'`))
    .orderBy('sent_at', 'desc')
    .offset(mostADay - 1)
    .limit(1)
    .executeTakeFirst()
  await db.insertInto('member_invitation_mails').values(mail).execute()
  return { toSameAddress, toAny: oldest?.seconds ?? 0 }
}

/** Run by a job: after the database's clock was set back, no invitation is valid for longer than it says. */
export const bringBackInvitations = ({ db }: Ctx): Promise<void> =>
  bringBack(db, 'member_invitations', 'invited_at', 'expires_at')

/** Run by a job: deletes mails too old to count for any limit. */
export const removeOldInvitationMails = async ({ db }: Ctx): Promise<void> => {
  await sql`delete from member_invitation_mails where sent_at < now() - interval '1 day'`.execute(db)
}

/** Open invitations sent or received by the caller, except disabled people's, newest first. */
export const selectInvitations = ({ db }: Ctx, user_id: string) =>
  db
    .selectFrom('member_invitation_names')
    .selectAll()
    .where(({ or, eb }) => or([eb('provider_id', '=', user_id), eb('member_id', '=', user_id)]))
    .orderBy('invited_at', 'desc')
    .$narrowType<{
      provider_id: NotNull
      member_id: NotNull
      email: NotNull
      first_name: NotNull
      last_name: NotNull
      invited_at: NotNull
      expires_at: NotNull
      provider_name: NotNull
      provider_email: NotNull
    }>()
    .execute()

/** Uses an invitation up. @returns false when there is none, or it has expired */
export async function takeInvitation({ db }: Ctx, member_id: string, provider_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('member_invitations')
    .where('member_id', '=', member_id)
    .where('provider_id', '=', provider_id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
