import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { writeWhole } from './write-whole.ts'

/** The three stores (FI-1): face sheets of residents, images of clinics, reports; and the archive of readings (AR-1). */
export const stores = ['face-sheets', 'clinic-images', 'reports', 'archive'] as const
export type Store = (typeof stores)[number]

/** Files under keys that the portal generates: names given by people never reach a path (FI-2). */
export interface FileStore {
  /** Stores all of the content or nothing. Each may throw FileRefused. */
  put(store: Store, key: string, content: Readable): Promise<void>
  /** @throws FileMissing */
  get(store: Store, key: string): Promise<Readable>
  /** Removing a missing file succeeds. */
  remove(store: Store, key: string): Promise<void>
}

export class FileMissing extends Error {}

/** The store answers, and refuses this file; others it may take. */
export class FileRefused extends Error {}

/** The key of a file, which may have come from the database. @throws Error for one that could lead elsewhere */
export function fileKey(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('Not a key of the file store')
  return key
}

/** Files in a local folder. */
export function createLocalStore(folder: string): FileStore {
  const pathOf = (store: Store, key: string) => join(folder, store, fileKey(key))
  return {
    async put(store, key, content) {
      await writeWhole(pathOf(store, key), content)
    },
    async get(store, key) {
      const file = await open(pathOf(store, key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileMissing(key) : error
      })
      return createReadStream('', { fd: file })
    },
    async remove(store, key) {
      const path = pathOf(store, key)
      await rm(`${path}.part`, { force: true })
      await rm(path, { force: true })
    },
  }
}
