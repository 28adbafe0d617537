import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listActiveMembers as declaration } from '@eupnea/contract/members.ts'
import type { Ctx } from '../platform/context.ts'
import { listMembersOf } from './list-members-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Members who may sign in and whose resident has a device (ME-1).
 * @throws 404 for someone else's `admin_id` or `coach_id`
 */
export const listActiveMembers = ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> =>
  listMembersOf(ctx, input, { act: 'member.list-active', isActive: true })
