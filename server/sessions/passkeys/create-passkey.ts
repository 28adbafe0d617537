import type { createPasskey as declaration } from '@eupnea/contract/passkeys.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../../audit/index.ts'
import { conflict, refused } from '../../platform/errors.ts'
import type { Verb } from '../../platform/route.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { makeFirstBackupCodes } from '../two-step/backup-codes.ts'
import { tellOfChange } from '../two-step/tell-of-change.ts'
import { noPasskeys } from './begin-passkey.ts'
import { whenMade } from './challenge.ts'
import { insertPasskey } from './passkeys.sql.ts'
import { originOf, passkeyHost } from './relying-party.ts'
import { webauthn } from './webauthn.ts'

/**
 * From now on the caller can sign in with the passkey that their browser has made (DO-5).
 * @throws 422 field `passkey`, 409 when it is known already
 */
export const createPasskey =
  ({ secret, baseUrl }: SessionParts): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { id, email, sessionId } = userOf(ctx)
    const host = passkeyHost(baseUrl())
    if (!host) throw noPasskeys()
    const { verifyRegistrationResponse } = await webauthn()
    let challenged_at: Temporal.Instant | null = null
    const made = await verifyRegistrationResponse({
      response: { ...input.passkey, clientExtensionResults: {} },
      expectedChallenge: (challenge) => {
        challenged_at = whenMade(secret, `create ${sessionId}`, challenge)
        return challenged_at !== null
      },
      expectedOrigin: originOf(baseUrl(), input.passkey.response.clientDataJSON),
      expectedRPID: host,
      requireUserVerification: true,
      // It throws for whatever is wrong.
    }).catch(() => null)
    if (!made?.verified || !challenged_at) throw refused('passkey', m.passkey_refused())
    const { credential } = made.registrationInfo
    const isNew = await insertPasskey(ctx, {
      user_id: id,
      name: input.name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      signatures: credential.counter,
      transports: input.passkey.response.transports,
      challenged_at,
    })
    if (!isNew) throw conflict('passkey_known', m.passkey_known())
    const backup_codes = await makeFirstBackupCodes(ctx, id)
    await recordAudit(ctx, { act: 'session.add-passkey' })
    await tellOfChange(ctx, email, 'passkey-added')
    return { backup_codes }
  }
