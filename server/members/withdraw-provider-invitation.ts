import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { withdrawProviderInvitation as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { endInvitation } from './provider-invitations.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** As a member, takes back an invitation that hasn't been answered (EA-7). @throws 404 when there is none */
export async function withdrawProviderInvitation({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id } = userOf(ctx)
  if (!(await endInvitation(ctx, id, input.provider_email))) throw notFound('invitation')
  await recordAudit(ctx, { act: 'member.withdraw-invitation', detail: { user_id: id } })
  return {}
}
