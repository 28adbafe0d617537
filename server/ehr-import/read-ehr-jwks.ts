import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { readEhrJwks as declaration } from '@eupnea/contract/ehr-import.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { selectPublicKey } from './connections.sql.ts'

type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> }

/** The public key of one connection, for the EHR to check signatures with (EH-2). @throws 404 */
export async function readEhrJwks({ origin, input }: Given): Promise<CallOutput<typeof declaration>> {
  const finder = { type: 'job', name: 'read-ehr-jwks' } as const
  const key = await withCtx({ ...origin, actor: finder }, (ctx) => selectPublicKey(ctx, input.key_id))
  if (!key) throw notFound('key')
  return { keys: [key as Record<string, unknown>] }
}
