import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FileMissing, type FileStore } from '../../platform/file-store.ts'
import type { ArchiveFile } from './archive.sql.ts'
import type { ColumnsOf, Kind } from './columns.ts'
import { decode } from './parquet.ts'

/** A file of the archive that is missing or isn't what was written. */
export class Damaged extends Error {
  readonly file: ArchiveFile

  constructor(file: ArchiveFile, reason: string) {
    super(`archive file ${file.id} (${file.kind}) of device ${file.device_no} on ${file.day}: ${reason}`)
    this.file = file
  }
}

export const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export const putFile = (store: FileStore, id: string, bytes: Uint8Array): Promise<void> =>
  store.put('archive', id, Readable.from([bytes]))

/** @throws Damaged, or what the store throws while it is away */
export async function openFile<K extends Kind>(store: FileStore, kind: K, file: ArchiveFile): Promise<ColumnsOf<K>> {
  let bytes: Buffer
  try {
    bytes = await buffer(await store.get('archive', file.id))
  } catch (error) {
    throw error instanceof FileMissing ? new Damaged(file, 'missing') : error
  }
  if (!digestOf(bytes).equals(file.digest)) throw new Damaged(file, 'not what was written')
  return decode(kind, bytes)
}

/** Whether something is of a time that is to be forgotten. @param erased [from, until) in turn */
export function erasedIn(erased: readonly number[]): (ts: number) => boolean {
  if (erased.length === 0) return () => false
  return (ts) => {
    for (let at = 0; at < erased.length; at += 2) if (ts >= erased[at]! && ts < erased[at + 1]!) return true
    return false
  }
}
