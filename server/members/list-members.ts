import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listMembers as declaration } from '@eupnea/contract/members.ts'
import type { Ctx } from '../platform/context.ts'
import { listMembersOf } from './list-members-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Members by name: all for administrators, otherwise the caller's own (ME-1).
 * @throws 404 for someone else's `admin_id` or `coach_id`
 */
export const listMembers = ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> =>
  listMembersOf(ctx, input, { act: 'member.list' })
