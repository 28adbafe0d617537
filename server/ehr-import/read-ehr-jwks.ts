import type { readEhrJwks as declaration } from '@eupnea/contract/ehr-import.ts'
import { withCtx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { VerbApart } from '../platform/route.ts'
import { selectPublicKey } from './connections.sql.ts'

/** The public key of one connection, for the EHR to check signatures with (EH-2). @throws 404 */
export const readEhrJwks: VerbApart<typeof declaration> = async ({ origin, input }) => {
  const finder = { type: 'job', name: 'read-ehr-jwks' } as const
  const key = await withCtx({ ...origin, actor: finder }, (ctx) => selectPublicKey(ctx, input.key_id))
  if (!key) throw notFound('key')
  return { keys: [key as Record<string, unknown>] }
}
