import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'
import { deleteFileRow, takeAbandoned } from './files.sql.ts'

const atOnce = 200

/**
 * Removes files from the stores that belong to nobody any more; for a job, which may run twice. A row goes after its
 * file, so that one whose removal was interrupted is found again.
 */
export async function sweepFiles(origin: CtxOrigin, store: FileStore): Promise<void> {
  for (;;) {
    const files = await withCtx(origin, (ctx) => takeAbandoned(ctx, atOnce))
    for (const { id, store: name } of files) {
      await store.remove(name, id)
      await withCtx(origin, (ctx) => deleteFileRow(ctx, id))
    }
    if (files.length < atOnce) return
  }
}
