import type { beginPasskey as declaration } from '@eupnea/contract/passkeys.ts'
import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { conflict } from '../../platform/errors.ts'
import type { Verb } from '../../platform/route.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { newChallenge } from './challenge.ts'
import { selectPasskeysOf } from './passkeys.sql.ts'
import { passkeyHost } from './relying-party.ts'
import { webauthn } from './webauthn.ts'

const mostPasskeys = 20

/**
 * What the caller's browser needs to make a passkey: one that is found without a name being typed, and that asks for a
 * PIN, finger or face (DO-5).
 * @throws 409 without a host name, or with too many
 */
export const beginPasskey =
  ({ secret, baseUrl }: SessionParts): Verb<typeof declaration> =>
  async ({ ctx }) => {
    const { id, email, name, sessionId } = userOf(ctx)
    const host = passkeyHost(baseUrl())
    if (!host) throw noPasskeys()
    const known = await selectPasskeysOf(ctx, id)
    if (known.length >= mostPasskeys) throw conflict('too_many_passkeys', m.passkey_too_many())
    const { generateRegistrationOptions } = await webauthn()
    const options = await generateRegistrationOptions({
      rpName: productName,
      rpID: host,
      userID: new Uint8Array(Buffer.from(id)),
      userName: email,
      userDisplayName: name,
      challenge: newChallenge(secret, `create ${sessionId}`),
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return { options: { ...options } }
  }

export const noPasskeys = () => conflict('no_passkeys', m.passkey_no_host())
