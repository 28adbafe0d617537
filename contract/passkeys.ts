import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, line, noAnswer } from './fields.ts'
import { signInAnswer } from './sessions.ts'

/** Passkeys: signing in by what a phone, computer or security key keeps, without a password (DO-5). */

/** base64url */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)

/** What a browser needs, as WebAuthn's JSON. */
const options = z.object({ options: z.record(z.string(), z.unknown()) })

const credential = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
}
const transport = z.string().regex(/^[a-z-]{1,32}$/)

/** What a browser answers when a passkey is made. */
const madePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(6_000),
    transports: z.array(transport).max(10).default([]),
  }),
})

/** What a browser answers when a passkey is used. */
const usedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(200).optional(),
  }),
})

const name = line(60, 1)

export const beginPasskey = call({
  name: 'beginPasskey',
  method: 'POST',
  path: '/auth/passkeys/options',
  access: access.signedIn,
  fresh: true,
  summary: m.passkey_begin_call(),
  input: z.object({}),
  output: options,
})

export const createPasskey = call({
  name: 'createPasskey',
  method: 'POST',
  path: '/auth/passkeys',
  access: access.signedIn,
  fresh: true,
  summary: m.passkey_create_call(),
  input: z.object({ name, passkey: madePasskey }),
  /** shown once; empty: the ones from before are still good */
  output: z.object({ backup_codes: z.array(z.string()) }),
})

export const renamePasskey = call({
  name: 'renamePasskey',
  method: 'PUT',
  path: '/auth/passkeys/{passkey_id}',
  access: access.signedIn,
  summary: m.passkey_rename_call(),
  input: z.object({ passkey_id: id, name }),
  output: noAnswer,
})

export const deletePasskey = call({
  name: 'deletePasskey',
  method: 'DELETE',
  path: '/auth/passkeys/{passkey_id}',
  access: access.signedIn,
  fresh: true,
  summary: m.passkey_delete_call(),
  input: z.object({ passkey_id: id }),
  output: noAnswer,
})

export const beginPasskeySignIn = call({
  name: 'beginPasskeySignIn',
  method: 'POST',
  path: '/auth/passkeys/sign-in/options',
  access: access.public,
  summary: m.passkey_begin_sign_in_call(),
  input: z.object({}),
  output: options,
})

export const signInByPasskey = call({
  name: 'signInByPasskey',
  method: 'POST',
  path: '/auth/passkeys/sign-in',
  access: access.public,
  summary: m.passkey_sign_in_call(),
  input: z.object({ passkey: usedPasskey }),
  output: signInAnswer,
})

export const beginPasskeyProof = call({
  name: 'beginPasskeyProof',
  method: 'POST',
  path: '/auth/proofs/passkey/options',
  access: access.signedIn,
  summary: m.passkey_begin_proof_call(),
  input: z.object({}),
  output: options,
})

export const proveByPasskey = call({
  name: 'proveByPasskey',
  method: 'POST',
  path: '/auth/proofs/passkey',
  access: access.signedIn,
  summary: m.passkey_prove_call(),
  input: z.object({ passkey: usedPasskey }),
  output: noAnswer,
})

export const passkeyCalls = [
  beginPasskey,
  createPasskey,
  renamePasskey,
  deletePasskey,
  beginPasskeySignIn,
  signInByPasskey,
  beginPasskeyProof,
  proveByPasskey,
]
