import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readSession as declaration } from '@eupnea/contract/sessions.ts'
import type { CtxOrigin } from '../platform/context.ts'
import { userOf } from './create-sessions.ts'
import { sessionAnswer } from './session-answer.ts'

/** The session of the caller (ID-6): the guard has just read all of it, so that nothing is asked of the database again. */
export const readSession = async ({ origin }: { origin: CtxOrigin }): Promise<CallOutput<typeof declaration>> =>
  sessionAnswer(userOf(origin))
