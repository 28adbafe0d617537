import type { listMemberInvitations as declaration } from '@eupnea/contract/members.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { selectInvitations } from './links.sql.ts'
import { selectMember } from './members.sql.ts'

/** Open invitations: those the caller sent, and for a member those they received (ME-2). */
export const listMemberInvitations: Verb<typeof declaration> = async ({ ctx }) => {
  const own = userOf(ctx).id
  const isMember = (await selectMember(ctx, own)) !== undefined
  const now = Temporal.Now.instant()
  const waiting = (await selectInvitations(ctx, own)).map(({ invited_at, expires_at, ...rest }) => ({
    ...rest,
    invited_at: invited_at.toString(),
    expires_at: expires_at.toString(),
    isOver: Temporal.Instant.compare(expires_at, now) <= 0,
  }))
  return {
    sent: waiting.filter(({ provider_id }) => provider_id === own),
    received: waiting.filter(({ member_id, isOver }) => isMember && member_id === own && !isOver),
  }
}
