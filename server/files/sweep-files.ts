import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'
import { deleteFileRow, removeFile, takeAbandoned } from './files.sql.ts'

const atOnce = 200

/**
 * Removes files without an owner from the stores; for a job, which may run twice. The row goes after its file, so that
 * an interrupted removal is found again; files that can't be removed go to the end of the queue.
 * @throws the last error of a store, if any
 */
export async function sweepFiles(origin: CtxOrigin, store: FileStore): Promise<void> {
  let fault: unknown
  for (;;) {
    const files = await withCtx(origin, (ctx) => takeAbandoned(ctx, atOnce))
    let gone = 0
    for (const { id, store: name } of files) {
      try {
        await store.remove(name, id)
        await withCtx(origin, (ctx) => deleteFileRow(ctx, id))
        gone++
      } catch (error) {
        fault = error
        origin.log.error({ err: error, file_id: id, store: name }, 'a file was not removed')
        await withCtx(origin, (ctx) => removeFile(ctx, id))
      }
    }
    if (files.length < atOnce || gone === 0) break
  }
  if (fault) throw fault
}
