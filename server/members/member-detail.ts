import type { memberDetail as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { audited, memberAnswer } from './member-answer.ts'
import { providerAnswers } from './provider-answer.ts'

/** One member with their providers (ME-1). @throws 404 for someone the caller doesn't see */
export const memberDetail: Verb<typeof declaration> = async ({ ctx, input: { user_uid } }) => {
  const { member, place } = await memberAnswer(ctx, user_uid)
  await recordAudit(ctx, { act: 'member.read', ...audited(place), detail: { user_id: user_uid } })
  return { ...member, providers: await providerAnswers(ctx, user_uid) }
}
