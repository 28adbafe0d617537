import type { listSharedMembers as declaration } from '@eupnea/contract/members.ts'
import type { Verb } from '../platform/route.ts'
import { listMembersOf } from './list-members-of.ts'

/**
 * Members shared with the caller, or for administrators with anybody (ME-1).
 * @throws 404 for someone else's `admin_id` or `coach_id`
 */
export const listSharedMembers: Verb<typeof declaration> = ({ ctx, input }) =>
  listMembersOf(ctx, input, { act: 'member.list-shared', isShared: true })
