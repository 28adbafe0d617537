import { beginPasskey, beginPasskeyProof, beginPasskeySignIn } from '@eupnea/contract/passkeys.ts'
import { m } from '@eupnea/texts'
import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { describeError, send } from '../../shared/api.ts'
import type { Warning } from '../login-warning.tsx'

/** The browser's side of passkeys (DO-5). Fetched when somebody wants one. */

/** The browser asks the person where to keep a new passkey. @throws WebAuthnError if they don't */
export async function makePasskey(): Promise<RegistrationResponseJSON> {
  const { options } = await send(beginPasskey, {})
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
}

/** The browser asks the person to use a passkey. @throws WebAuthnError if they don't */
export async function takePasskey(purpose: 'sign-in' | 'proof'): Promise<AuthenticationResponseJSON> {
  const { options } = await send(purpose === 'sign-in' ? beginPasskeySignIn : beginPasskeyProof, {})
  return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
}

/** Why there was no passkey, in words. */
export function describePasskeyError(error: unknown): Warning {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return { title: m.passkey_cancelled_title(), message: m.passkey_known() }
  const isBrowsers = error instanceof WebAuthnError || error instanceof DOMException
  return isBrowsers ? { title: m.passkey_cancelled_title(), message: m.passkey_cancelled() } : describeError(error)
}
