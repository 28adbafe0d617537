import type { withdrawProviderInvitation as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { endInvitation } from './provider-invitations.sql.ts'

/** As a member, takes back an invitation that hasn't been answered (EA-7). @throws 404 when there is none */
export const withdrawProviderInvitation: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id } = userOf(ctx)
  if (!(await endInvitation(ctx, id, input.provider_email))) throw notFound('invitation')
  await recordAudit(ctx, { act: 'member.withdraw-invitation', detail: { user_id: id } })
  return {}
}
