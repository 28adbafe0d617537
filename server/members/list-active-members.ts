import type { listActiveMembers as declaration } from '@eupnea/contract/members.ts'
import type { Verb } from '../platform/route.ts'
import { listMembersOf } from './list-members-of.ts'

/**
 * Members who may sign in and whose resident has a device (ME-1).
 * @throws 404 for someone else's `admin_id` or `coach_id`
 */
export const listActiveMembers: Verb<typeof declaration> = ({ ctx, input }) =>
  listMembersOf(ctx, input, { act: 'member.list-active', isActive: true })
