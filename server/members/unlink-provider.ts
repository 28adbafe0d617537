import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { unlinkProvider as declaration } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { deleteProvider } from './links.sql.ts'
import { findMember } from './member-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * As a member, ends one's own link to a Provider (ME-2).
 * @throws 404 if the caller isn't a member, 409 when not linked
 */
export async function unlinkProvider({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { provider_id } = input
  const { user_id } = await findMember(ctx, userOf(ctx).id)
  if (!(await deleteProvider(ctx, user_id, provider_id)))
    throw conflict('not_linked', m.member_provider_not_linked_own())
  await recordAudit(ctx, { act: 'member.unlink', detail: { user_id, provider_id } })
  return {}
}
