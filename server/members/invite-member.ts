import { type inviteMember as declaration, invitationDays } from '@eupnea/contract/members.ts'
import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { queueMail } from '../outbox/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { type Sessions, userOf } from '../sessions/index.ts'
import { addMemberUser, type UserOfEmail, userOfEmail } from '../users/index.ts'
import { countInvitation, putInvitation, selectKinds } from './links.sql.ts'
import { isMemberType, refuseMembers } from './member-rights.ts'
import type { InvitationLimits } from './provider-invitations.sql.ts'
import { refuseTooMany } from './refuse-too-many.ts'

const limits: InvitationLimits = { gapSeconds: 900, mostADay: 100 }

/**
 * Invites somebody to become a member of the caller (ME-2). A new person gets an account and a link for choosing a
 * password; an existing member is asked. They are linked only once they accept. Any other account holder gets a mail
 * saying why this doesn't work, so neither the answer nor the list of invitations reveals who has an account.
 * @throws 409 field `email` for a member already linked to the caller, 429 for a mail too soon after the last, or too
 * many
 */
export const inviteMember =
  (sessions: Pick<Sessions, 'sendSetPassword'>, baseUrl: () => string): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { id: provider_id, name } = userOf(ctx)
    await refuseMembers(ctx)
    const known = await userOfEmail(ctx, input.email)
    const member_id = known?.id ?? (await addMemberUser(ctx, input))
    if (!member_id) throw conflict('email_taken', m.member_email_taken(), 'email')
    if (known && (await selectKinds(ctx, provider_id, [member_id])).has(member_id))
      throw conflict('already_linked', m.member_linked_already(), 'email')
    refuseTooMany(await countInvitation(ctx, { provider_id, member_id }, limits), limits.mostADay)
    await putInvitation(ctx, { provider_id, member_id, ...input }, invitationDays)
    // The mail doesn't use the typed name: the inviter must not control the portal's wording.
    if (!known) await sessions.sendSetPassword(ctx, { id: member_id, email: input.email, first_name: null })
    await queueMail(ctx, {
      to: input.email,
      subject: m.member_invitation_subject({ provider: name, product: productName }),
      text: textOf(known, name, new URL('/', baseUrl()).href),
      usefulSeconds: invitationDays * 86_400,
    })
    await recordAudit(ctx, { act: 'member.invite', detail: { user_id: member_id, is_new: !known } })
    return {}
  }

const isInvitable = ({ user_type, status }: UserOfEmail): boolean => isMemberType(user_type) && status === 1

function textOf(known: UserOfEmail | undefined, name: string, url: string): string {
  if (known && !isInvitable(known))
    return m.member_invitation_refused_mail({ name: known.first_name, provider: name, product: productName })
  const about = { provider: name, product: productName, url, days: invitationDays }
  return known ? m.member_invitation_mail(about) : m.member_invitation_new_mail(about)
}
