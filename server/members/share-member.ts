import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { shareMember as declaration } from '@eupnea/contract/members.ts'
import type { Ctx } from '../platform/context.ts'
import { linkProvider } from './link-provider.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Shares a member with another Provider, who may then only read (ME-2).
 * @throws 404, 403 if the caller may not act for them, 409, 422 field `provider_email`
 */
export const shareMember = ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> =>
  linkProvider(ctx, input, 'coach', 'member.share')
