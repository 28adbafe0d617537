import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { type inviteMember as declaration, invitationDays } from '@eupnea/contract/members.ts'
import { productName } from '@eupnea/contract/product.ts'
import { recordAudit } from '../audit/index.ts'
import { queueMail } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict, PortalError } from '../platform/errors.ts'
import { type Sessions, userOf } from '../sessions/index.ts'
import { addMemberUser, type UserOfEmail, userOfEmail } from '../users/index.ts'
import { countInvitation, type InvitationLimits, putInvitation, selectKinds } from './links.sql.ts'
import { isMemberType, refuseMembers } from './member-rights.ts'

const limits: InvitationLimits = { gapSeconds: 900, mostADay: 100 }

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Invites somebody to be a member of the caller (ME-2). Who has no account gets one, and the link for choosing a
 * password; a member is asked. They are linked when they accept, and not before. To anybody else's address a mail goes
 * that says why this does not work: neither the answer nor the list of invitations tells a Provider who has an account.
 * @throws 409 field `email` for a member who is linked to the caller, 429 for a mail too soon after the last or too many
 */
export const inviteMember =
  (sessions: Pick<Sessions, 'sendSetPassword'>, baseUrl: () => string) =>
  async ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const { id: provider_id, name } = userOf(ctx)
    await refuseMembers(ctx)
    const known = await userOfEmail(ctx, input.email)
    const member_id = known?.id ?? (await addMemberUser(ctx, input))
    if (!member_id) throw conflict('email_taken', 'Somebody has taken this e-mail just now; try again', 'email')
    if (known && (await selectKinds(ctx, provider_id, [member_id])).has(member_id))
      throw conflict('already_linked', 'This member is linked to you already', 'email')
    refuseTooMany(await countInvitation(ctx, { provider_id, member_id }, limits))
    await putInvitation(ctx, { provider_id, member_id, ...input }, invitationDays)
    // Not by the name that was typed: what stands in a mail of the portal is the portal's to say.
    if (!known) await sessions.sendSetPassword(ctx, { id: member_id, email: input.email, first_name: null })
    await queueMail(ctx, {
      to: input.email,
      subject: `${name} invites you to ${productName}`,
      text: textOf(known, name, new URL('/', baseUrl()).href),
      usefulSeconds: invitationDays * 86_400,
    })
    await recordAudit(ctx, { act: 'member.invite', detail: { user_id: member_id, is_new: !known } })
    return {}
  }

/** With them what was counted and made is undone. */
function refuseTooMany({ toSameAddress, toAny }: { toSameAddress: number; toAny: number }): void {
  const retryAfter = Math.max(toSameAddress, toAny)
  if (retryAfter === 0) return
  const minutes = Math.ceil(retryAfter / 60)
  const [said, wait] =
    toAny > 0
      ? [`At most ${limits.mostADay} invitations go out in a day`, `${Math.ceil(minutes / 60)} h`]
      : ['An invitation went to this address already', `${minutes} min`]
  throw new PortalError(429, 'too_many_invitations', `${said}. Try again in ${wait}`, {
    title: 'Too many invitations',
    retryAfter,
  })
}

const isInvitable = ({ user_type, status }: UserOfEmail): boolean => isMemberType(user_type) && status === 1

function textOf(known: UserOfEmail | undefined, name: string, url: string): string {
  if (known && !isInvitable(known))
    return `Hello ${known.first_name},

${name} wanted to invite you as a member. Your account in the ${productName} portal is not one that can be a member;
please ask the administration of the portal. Nothing was changed.
`
  return `Hello,

${name} asks to see your nights in the ${productName} portal: time in bed and respiration. Nothing is shown to them
unless you accept. ${known ? 'Sign in and answer' : 'Choose your password with the link in our other mail, then sign in and answer'} here:
${url}

The invitation is good for ${invitationDays} days. If you do not want it, decline it or do nothing.
`
}
