import type { beginPasskeyProof as declaration } from '@eupnea/contract/passkeys.ts'
import type { Verb } from '../../platform/route.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { noPasskeys } from './begin-passkey.ts'
import { newChallenge } from './challenge.ts'
import { selectPasskeysOf } from './passkeys.sql.ts'
import { passkeyHost } from './relying-party.ts'
import { webauthn } from './webauthn.ts'

/** What its challenge is for: this session and no other. */
export const passkeyProofOf = (sessionId: string) => `prove ${sessionId}`

/** What the caller's browser needs to use one of their passkeys. @throws 409 */
export const beginPasskeyProof =
  ({ secret, baseUrl }: SessionParts): Verb<typeof declaration> =>
  async ({ ctx }) => {
    const { id, sessionId } = userOf(ctx)
    const rpID = passkeyHost(baseUrl())
    const known = await selectPasskeysOf(ctx, id)
    if (!rpID || known.length === 0) throw noPasskeys()
    const { generateAuthenticationOptions } = await webauthn()
    const options = await generateAuthenticationOptions({
      rpID,
      challenge: newChallenge(secret, passkeyProofOf(sessionId)),
      allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      userVerification: 'required',
    })
    return { options: { ...options } }
  }
