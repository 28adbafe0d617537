import type { CallInput } from '@eupnea/contract/call.ts'
import type { signInByPasskey } from '@eupnea/contract/passkeys.ts'
import type { Ctx } from '../../platform/context.ts'
import type { SessionParts } from '../create-sessions.ts'
import { whenMade } from './challenge.ts'
import { selectPasskey, usePasskey } from './passkeys.sql.ts'
import { originOf, passkeyHost } from './relying-party.ts'
import { webauthn } from './webauthn.ts'

type Used = CallInput<typeof signInByPasskey>['passkey']

/**
 * Checks that a passkey was used now, for this, on a page of the portal, by somebody whom it knows by PIN, finger or face.
 * @param purpose of the challenge @returns whose it is and whether it was right; null: it isn't known
 */
export async function checkPasskey(
  ctx: Ctx,
  { secret, baseUrl }: SessionParts,
  purpose: string,
  used: Used,
): Promise<{ readonly user_id: string; readonly isRight: boolean } | null> {
  const kept = await selectPasskey(ctx, used.id)
  const host = passkeyHost(baseUrl())
  if (!kept || !host) return null
  const wrong = { user_id: kept.user_id, isRight: false }
  const { userHandle } = used.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== kept.user_id) return wrong
  const { verifyAuthenticationResponse } = await webauthn()
  let challenged_at: Temporal.Instant | null = null
  const checked = await verifyAuthenticationResponse({
    response: { ...used, clientExtensionResults: {}, response: { ...used.response, userHandle: userHandle ?? '' } },
    expectedChallenge: (challenge) => {
      challenged_at = whenMade(secret, purpose, challenge)
      return challenged_at !== null
    },
    expectedOrigin: originOf(baseUrl(), used.response.clientDataJSON),
    expectedRPID: host,
    credential: { id: kept.credential_id, publicKey: new Uint8Array(kept.public_key), counter: kept.signatures },
    requireUserVerification: true,
    // It throws for whatever is wrong.
  }).catch(() => null)
  if (!checked?.verified || !challenged_at) return wrong
  const { newCounter: signatures } = checked.authenticationInfo
  return { user_id: kept.user_id, isRight: await usePasskey(ctx, kept.id, { signatures, challenged_at }) }
}
