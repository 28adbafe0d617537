import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { revokeProvider as declaration } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { deleteProvider } from './links.sql.ts'
import { findMember } from './member-answer.ts'
import { memberToActFor } from './member-rights.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Ends the link between a member and a Provider; people may always end their own (ME-2).
 * @throws 404, 403, 409 when not linked
 */
export async function revokeProvider({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { user_uid, provider_id } = input
  const isOwn = userOf(ctx).id === provider_id
  const { user_id } = await (isOwn ? findMember(ctx, user_uid) : memberToActFor(ctx, user_uid))
  if (!(await deleteProvider(ctx, user_id, provider_id))) throw conflict('not_linked', m.member_provider_not_linked())
  await recordAudit(ctx, { act: 'member.revoke', detail: { user_id, provider_id } })
  return {}
}
