import type { readOwnMember as declaration } from '@eupnea/contract/members.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { audited, memberAnswers } from './member-answer.ts'
import { selectMember } from './members.sql.ts'

/** The caller as a member (SH-10); null if they aren't one. */
export const readOwnMember: Verb<typeof declaration> = async ({ ctx }) => {
  const row = await selectMember(ctx, userOf(ctx).id)
  if (!row) return { member: null }
  const { items, places } = await memberAnswers(ctx, [row])
  if (places[0]) await recordAuditOncePer(ctx, 60, { act: 'member.read-own', ...audited(places[0]) })
  return { member: items[0]! }
}
