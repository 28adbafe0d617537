import type { revokeProvider as declaration } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { deleteProvider } from './links.sql.ts'
import { findMember } from './member-answer.ts'
import { memberToActFor } from './member-rights.ts'

/**
 * Ends the link between a member and a Provider; people may always end their own (ME-2).
 * @throws 404, 403, 409 when not linked
 */
export const revokeProvider: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { user_uid, provider_id } = input
  const isOwn = userOf(ctx).id === provider_id
  const { user_id } = await (isOwn ? findMember(ctx, user_uid) : memberToActFor(ctx, user_uid))
  if (!(await deleteProvider(ctx, user_id, provider_id))) throw conflict('not_linked', m.member_provider_not_linked())
  await recordAudit(ctx, { act: 'member.revoke', detail: { user_id, provider_id } })
  return {}
}
