import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listSharedMembers as declaration } from '@eupnea/contract/members.ts'
import type { Ctx } from '../platform/context.ts'
import { listMembersOf } from './list-members-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Members shared with the caller, or for administrators with anybody (ME-1).
 * @throws 404 for someone else's `admin_id` or `coach_id`
 */
export const listSharedMembers = ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> =>
  listMembersOf(ctx, input, { act: 'member.list-shared', isShared: true })
