import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes a file that is there whole or not at all, whatever is killed when; its folders are made as needed. */
export async function writeWhole(path: string, content: Readable, folders: { mode?: number } = {}): Promise<void> {
  await mkdir(dirname(path), { recursive: true, ...folders })
  const part = `${path}.part`
  try {
    await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
