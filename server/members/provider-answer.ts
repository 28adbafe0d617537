import type { LinkedProvider } from '@eupnea/contract/members.ts'
import type { Ctx } from '../platform/context.ts'
import { selectProviders } from './links.sql.ts'

/** The providers linked to a member, by name. */
export const providerAnswers = async (ctx: Ctx, member_id: string): Promise<LinkedProvider[]> =>
  (await selectProviders(ctx, member_id)).map(({ linked_at, ...provider }) => ({
    ...provider,
    linked_at: linked_at.toString(),
  }))
