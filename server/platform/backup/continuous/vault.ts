import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** Where a continuous backup is kept: a folder on another disk, or an S3 bucket. */
export interface Vault {
  /** Creates the place if it doesn't exist. */
  make(): Promise<void>
  /** Stores all of the content or nothing. */
  write(name: string, content: Readable): Promise<void>
  /** @throws Missing */
  read(name: string): Promise<Readable>
  /** Removing what is missing succeeds. */
  remove(name: string): Promise<void>
  /** Removes what killed writes have left in a folder. Nothing may be written there meanwhile. */
  removeParts(folder: string): Promise<void>
}

export class Missing extends Error {}

/** The same place, to which nothing is written after the signal; what is being written then is undone. */
export const stopAt = (vault: Vault, signal: AbortSignal): Vault => ({
  ...vault,
  async write(name, content) {
    if (signal.aborted) content.destroy()
    signal.throwIfAborted()
    await vault.write(name, addAbortSignal(signal, content))
  },
})

/** Compressed on its way in. */
export async function writeCompressed(vault: Vault, name: string, content: Readable): Promise<void> {
  const packed = createZstdCompress()
  // An error of the source also ends what is read from it.
  const piped = pipeline(content, packed)
  await Promise.all([vault.write(name, packed), piped])
}

export async function readCompressed(vault: Vault, name: string): Promise<Readable> {
  const unpacked = createZstdDecompress()
  pipeline(await vault.read(name), unpacked).catch((error) => unpacked.destroy(error as Error))
  return unpacked
}
