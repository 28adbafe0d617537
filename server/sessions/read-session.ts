import type { readSession as declaration } from '@eupnea/contract/sessions.ts'
import type { VerbApart } from '../platform/route.ts'
import { userOf } from './create-sessions.ts'
import { sessionAnswer } from './session-answer.ts'

/** The caller's session (ID-6). The guard has just read all of it, so no query is needed. */
export const readSession: VerbApart<typeof declaration> = async ({ origin }) => sessionAnswer(userOf(origin))
