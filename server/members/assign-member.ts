import type { assignMember as declaration } from '@eupnea/contract/members.ts'
import type { Verb } from '../platform/route.ts'
import { linkProvider } from './link-provider.ts'

/**
 * Assigns a member to a Provider, who may then act for them too (ME-2).
 * @throws 404, 403 if the caller may not act for them, 409, 422 field `provider_email`
 */
export const assignMember: Verb<typeof declaration> = ({ ctx, input }) =>
  linkProvider(ctx, input, 'admin', 'member.assign')
