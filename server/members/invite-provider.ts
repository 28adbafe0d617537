import { type inviteProvider as declaration, invitationDays } from '@eupnea/contract/members.ts'
import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { queueMail } from '../outbox/index.ts'
import { conflict, refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { findMember } from './member-answer.ts'
import { providerAnswers } from './provider-answer.ts'
import { endInvitation, type InvitationLimits, insertInvitation, secondsToWait } from './provider-invitations.sql.ts'
import { refuseTooMany } from './refuse-too-many.ts'

const limits: InvitationLimits = { gapSeconds: 900, mostADay: 20 }

/**
 * As a member, invites a provider to look at one's nights (EA-7). The mail and the answer are the same whoever has the
 * address, so that neither says who has an account; only a provider can accept.
 * @throws 404 if the caller isn't a member, 409 field `provider_email` for a provider who already sees them, 422 for
 * one's own address, 429 for a mail too soon after the last, or too many
 */
export const inviteProvider =
  (baseUrl: () => string): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { id, name, email: own } = userOf(ctx)
    const { user_id: member_id } = await findMember(ctx, id)
    const email = input.provider_email
    if (email === own) throw refused('provider_email', m.member_invite_provider_own())
    if ((await providerAnswers(ctx, member_id)).some((provider) => provider.email === email))
      throw conflict('already_linked', m.member_provider_sees_already(), 'provider_email')
    refuseTooMany(await secondsToWait(ctx, { member_id, email }, limits), limits.mostADay)
    await endInvitation(ctx, member_id, email)
    await insertInvitation(ctx, member_id, email, invitationDays)
    await queueMail(ctx, {
      to: email,
      subject: m.member_provider_invitation_subject({ member: name, product: productName }),
      text: m.member_provider_invitation_mail({
        ...{ member: name, product: productName, url: new URL('/', baseUrl()).href, days: invitationDays, email },
      }),
      usefulSeconds: invitationDays * 86_400,
    })
    await recordAudit(ctx, { act: 'member.invite-provider', detail: { user_id: member_id } })
    return {}
  }
