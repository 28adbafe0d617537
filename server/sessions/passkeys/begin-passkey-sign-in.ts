import type { CallOutput } from '@eupnea/contract/call.ts'
import type { beginPasskeySignIn as declaration } from '@eupnea/contract/passkeys.ts'
import type { SessionParts } from '../create-sessions.ts'
import { noPasskeys } from './begin-passkey.ts'
import { newChallenge } from './challenge.ts'
import { passkeyHost } from './relying-party.ts'
import { webauthn } from './webauthn.ts'

/** What its challenge is for. */
export const passkeySignIn = 'sign-in'

/** What a browser needs to offer the passkeys it has for the portal, without anybody's name (DO-5). @throws 409 */
export const beginPasskeySignIn =
  ({ secret, baseUrl }: SessionParts) =>
  async (): Promise<CallOutput<typeof declaration>> => {
    const rpID = passkeyHost(baseUrl())
    if (!rpID) throw noPasskeys()
    const challenge = newChallenge(secret, passkeySignIn)
    const { generateAuthenticationOptions } = await webauthn()
    return { options: { ...(await generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' })) } }
  }
