import type { CallOutput } from '@eupnea/contract/call.ts'
import type { beginAuthenticator as declaration } from '@eupnea/contract/two-step.ts'
import type { Ctx } from '../../platform/context.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { newSetup } from './setup.ts'

/** A secret for the caller's authenticator app, which counts from `saveAuthenticator` on (DO-5). */
export const beginAuthenticator =
  ({ secret }: SessionParts) =>
  async ({ ctx }: { ctx: Ctx }): Promise<CallOutput<typeof declaration>> =>
    newSetup(secret, userOf(ctx))
