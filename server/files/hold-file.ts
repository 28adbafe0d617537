import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { PortalError, refused } from '../platform/errors.ts'
import { keepArrived, markArrived, selectFacts } from './files.sql.ts'
import type { ReceivedFile } from './receive-file.ts'

/**
 * Leaves a received file for the call that will say what it belongs to, by `keepHeldFile`; what no call takes within
 * the hour is swept (NO-2).
 */
export async function holdFile(ctx: Ctx, { id, type, bytes }: ReceivedFile): Promise<void> {
  if (!(await markArrived(ctx, id, { type, bytes })))
    throw new PortalError(409, 'upload_abandoned', m.file_upload_slow())
}

/**
 * Gives a held file of this resident to its owner, in the transaction that writes it down there.
 * @param field names it in the refusal
 * @throws 422 when there is none such, it belongs to something already, or it was swept
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

/** What files are called and hold, by id; those out of the actor's scope are left out. */
export async function fileFacts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, FileFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await selectFacts(ctx, [...new Set(ids)])
  return new Map(rows.map(({ id, name, type, bytes }) => [id, { file_id: id, name, type, bytes: Number(bytes) }]))
}
