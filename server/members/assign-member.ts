import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { assignMember as declaration } from '@eupnea/contract/members.ts'
import type { Ctx } from '../platform/context.ts'
import { linkProvider } from './link-provider.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Assigns a member to a Provider, who may then act for them too (ME-2).
 * @throws 404, 403 if the caller may not act for them, 409, 422 field `provider_email`
 */
export const assignMember = ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> =>
  linkProvider(ctx, input, 'admin', 'member.assign')
