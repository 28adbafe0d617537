import type { LinkedProvider } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { putProvider } from './links.sql.ts'
import { memberToActFor, providerOfEmail } from './member-rights.ts'
import type { LinkKind } from './members.sql.ts'
import { providerAnswers } from './provider-answer.ts'

/**
 * Links a member and a Provider (ME-2).
 * @throws 404, 403, 409 when already linked in this way, 422 field `provider_email`
 */
export async function linkProvider(
  ctx: Ctx,
  { user_uid, provider_email }: { user_uid: string; provider_email: string },
  kind: LinkKind,
  act: 'member.assign' | 'member.share',
): Promise<LinkedProvider> {
  const { user_id: member_id } = await memberToActFor(ctx, user_uid)
  const { id: provider_id } = await providerOfEmail(ctx, provider_email)
  if (ctx.actor.type === 'user' && ctx.actor.id === provider_id && kind === 'coach')
    throw conflict('own_link', m.member_share_own(), 'provider_email')
  if (!(await putProvider(ctx, { member_id, provider_id, kind })))
    throw conflict('already_linked', m.member_provider_linked_already(), 'provider_email')
  await recordAudit(ctx, { act, detail: { user_id: member_id, provider_id } })
  return (await providerAnswers(ctx, member_id)).find((provider) => provider.provider_id === provider_id)!
}
