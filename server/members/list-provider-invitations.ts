import type { listProviderInvitations as declaration } from '@eupnea/contract/members.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { selectMember } from './members.sql.ts'
import { selectReceived, selectSent } from './provider-invitations.sql.ts'

/** Open invitations to providers: those that a member has sent, or those that a provider has received (EA-7). */
export const listProviderInvitations: Verb<typeof declaration> = async ({ ctx }) => {
  const { id, email, role } = userOf(ctx)
  const isMember = (await selectMember(ctx, id)) !== undefined
  const times = ({ invited_at, expires_at }: { invited_at: Temporal.Instant; expires_at: Temporal.Instant }) => ({
    invited_at: invited_at.toString(),
    expires_at: expires_at.toString(),
  })
  const sent = isMember ? await selectSent(ctx, id) : []
  const received = !isMember && role === 'Provider' ? await selectReceived(ctx, email) : []
  return {
    sent: sent.map((row) => ({ email: row.email, ...times(row) })),
    received: received.map((row) => ({
      ...{ user_uid: row.member_id, member_name: row.member_name, member_email: row.member_email },
      ...times(row),
    })),
  }
}
