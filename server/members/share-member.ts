import type { shareMember as declaration } from '@eupnea/contract/members.ts'
import type { Verb } from '../platform/route.ts'
import { linkProvider } from './link-provider.ts'

/**
 * Shares a member with another Provider, who may then only read (ME-2).
 * @throws 404, 403 if the caller may not act for them, 409, 422 field `provider_email`
 */
export const shareMember: Verb<typeof declaration> = ({ ctx, input }) =>
  linkProvider(ctx, input, 'coach', 'member.share')
