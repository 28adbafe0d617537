import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { PortalError, refused } from '../platform/errors.ts'
import { keepArrived, markArrived, selectFacts } from './files.sql.ts'
import type { ReceivedFile } from './receive-file.ts'

/**
 * Keeps a received file for the later call that names its owner with `keepHeldFile`; unclaimed files are swept after an
 * hour (NO-2).
 */
export async function holdFile(ctx: Ctx, { id, type, bytes }: ReceivedFile): Promise<void> {
  if (!(await markArrived(ctx, id, { type, bytes })))
    throw new PortalError(409, 'upload_abandoned', m.file_upload_slow())
}

/**
 * Gives a held file of this resident to its owner, in the owner's transaction.
 * @param field to name in the refusal
 * @throws 422 when the file doesn't exist, was swept, or already has an owner
 */
export async function keepHeldFile(ctx: Ctx, id: string, resident_id: string, field: string): Promise<void> {
  if (!(await keepArrived(ctx, id, resident_id))) throw refused(field, m.file_gone())
}

export interface FileFacts {
  readonly file_id: string
  readonly name: string
  /** media type */
  readonly type: string
  readonly bytes: number
}

/** Names and types of files by id; leaves out those outside the actor's scope. */
export async function fileFacts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, FileFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await selectFacts(ctx, [...new Set(ids)])
  return new Map(rows.map(({ id, name, type, bytes }) => [id, { file_id: id, name, type, bytes: Number(bytes) }]))
}
