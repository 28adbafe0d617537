import * as calls from '@eupnea/contract/passkeys.ts'
import { type Route, route, routeApart } from '../../platform/route.ts'
import type { SessionParts } from '../create-sessions.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginPasskeyProof } from './begin-passkey-proof.ts'
import { beginPasskeySignIn } from './begin-passkey-sign-in.ts'
import { createPasskey } from './create-passkey.ts'
import { deletePasskey } from './delete-passkey.ts'
import { proveByPasskey } from './prove-by-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'

export const passkeyRoutes = (parts: SessionParts): readonly Route[] => [
  route(calls.beginPasskey, beginPasskey(parts)),
  route(calls.createPasskey, createPasskey(parts), 201),
  route(calls.renamePasskey, renamePasskey),
  route(calls.deletePasskey, deletePasskey),
  routeApart(calls.beginPasskeySignIn, beginPasskeySignIn(parts)),
  routeApart(calls.signInByPasskey, signInByPasskey(parts)),
  route(calls.beginPasskeyProof, beginPasskeyProof(parts)),
  routeApart(calls.proveByPasskey, proveByPasskey(parts)),
]
