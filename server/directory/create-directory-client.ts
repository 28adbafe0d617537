import type { createDirectoryClient as declaration } from '@eupnea/contract/directory.ts'
import { recordAudit } from '../audit/index.ts'
import { recorderOf } from '../platform/context.ts'
import type { Verb } from '../platform/route.ts'
import { hashToken, newToken } from '../sessions/index.ts'
import { insertClient } from './directory.sql.ts'
import { clientAnswer } from './list-directory-clients.ts'

/** Makes a token by which a directory sends people; it is shown this once, and only its hash is kept (SI-1). */
export const createDirectoryClient: Verb<typeof declaration> = async ({ ctx, input }) => {
  const token = `scim_${newToken()}`
  const row = await insertClient(ctx, {
    name: input.name,
    token_hash: hashToken(token),
    created_by: recorderOf(ctx).recorded_name,
  })
  await recordAudit(ctx, { act: 'directory.create-client', detail: { client_id: row.id, name: row.name } })
  return { ...clientAnswer(row), token }
}
