import type { beginAuthenticator as declaration } from '@eupnea/contract/two-step.ts'
import type { Verb } from '../../platform/route.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { newSetup } from './setup.ts'

/** A secret for the caller's authenticator app, which counts from `saveAuthenticator` on (DO-5). */
export const beginAuthenticator =
  ({ secret }: SessionParts): Verb<typeof declaration> =>
  async ({ ctx }) =>
    newSetup(secret, userOf(ctx))
