import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { memberDetail as declaration } from '@eupnea/contract/members.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { audited, memberAnswer } from './member-answer.ts'
import { providerAnswers } from './provider-answer.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** One member with their providers (ME-1). @throws 404 for someone the caller doesn't see */
export async function memberDetail({ ctx, input: { user_uid } }: Given): Promise<CallOutput<typeof declaration>> {
  const { member, place } = await memberAnswer(ctx, user_uid)
  await recordAudit(ctx, { act: 'member.read', ...audited(place), detail: { user_id: user_uid } })
  return { ...member, providers: await providerAnswers(ctx, user_uid) }
}
