import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readSession as declaration } from '@eupnea/contract/sessions.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { userOf } from './create-sessions.ts'
import { sessionAnswer } from './session-answer.ts'

/** The caller's session (ID-6). The guard has just read all of it, so no query is needed. */
export const readSession = async ({ origin }: { origin: CtxOrigin }): Promise<CallOutput<typeof declaration>> =>
  sessionAnswer(userOf(origin))
