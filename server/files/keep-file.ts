import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { markKept } from './files.sql.ts'
import type { ReceivedFile } from './receive-file.ts'

/** Gives a received file to its owner, in the owner's transaction. */
export async function keepFile(ctx: Ctx, { id, type, bytes }: ReceivedFile): Promise<void> {
  if (!(await markKept(ctx, id, { type, bytes }))) throw new PortalError(409, 'upload_abandoned', m.file_upload_slow())
}
