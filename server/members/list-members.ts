import type { listMembers as declaration } from '@eupnea/contract/members.ts'
import type { Verb } from '../platform/route.ts'
import { listMembersOf } from './list-members-of.ts'

/**
 * Members by name: all for administrators, otherwise the caller's own (ME-1).
 * @throws 404 for someone else's `admin_id` or `coach_id`
 */
export const listMembers: Verb<typeof declaration> = ({ ctx, input }) =>
  listMembersOf(ctx, input, { act: 'member.list' })
