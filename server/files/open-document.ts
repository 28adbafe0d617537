import type { Ctx } from '../platform/context.ts'
import { FileAnswer } from '../platform/file-answer.ts'
import type { FileStore } from '../platform/file-store.ts'
import { openFile } from './open-file.ts'

const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
}

/** A document of a resident: browsers don't cache it, and the download gets the usual file ending. @throws 404 */
export async function openDocument(ctx: Ctx, store: FileStore, id: string): Promise<FileAnswer> {
  const file = await openFile(ctx, store, id)
  return new FileAnswer({ ...file, name: file.name + (endings[file.type] ?? '') })
}
