import type { unlinkProvider as declaration } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { deleteProvider } from './links.sql.ts'
import { findMember } from './member-answer.ts'

/**
 * As a member, ends one's own link to a Provider (ME-2).
 * @throws 404 if the caller isn't a member, 409 when not linked
 */
export const unlinkProvider: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { provider_id } = input
  const { user_id } = await findMember(ctx, userOf(ctx).id)
  if (!(await deleteProvider(ctx, user_id, provider_id)))
    throw conflict('not_linked', m.member_provider_not_linked_own())
  await recordAudit(ctx, { act: 'member.unlink', detail: { user_id, provider_id } })
  return {}
}
