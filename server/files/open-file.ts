import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { FileAnswer } from '../platform/file-answer.ts'
import { FileMissing, type FileStore } from '../platform/file-store.ts'
import { selectKept } from './files.sql.ts'
import { storeAway } from './store-away.ts'

/**
 * A file that the actor may see, streamed as it is read (FI-2).
 * @param keepSeconds how long a browser may cache it
 * @throws 404; when it is opened, 404 and 503 while its store is away
 */
export async function openFile(ctx: Ctx, store: FileStore, id: string, keepSeconds = 0): Promise<FileAnswer> {
  const row = await selectKept(ctx, id)
  if (!row) throw notFound('file')
  const open = () =>
    store.get(row.store, id).catch((error: Error) => {
      if (error instanceof FileMissing) {
        ctx.log.error({ file_id: id }, 'a file is missing in its store')
        throw notFound('file')
      }
      throw storeAway(ctx.log, id, error)
    })
  return new FileAnswer({ open, name: row.name, type: row.type, bytes: Number(row.bytes), keepSeconds })
}
