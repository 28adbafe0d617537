import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { writeWhole } from '../../write-whole.ts'

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

/** @param place a folder, or `s3://BUCKET` or `s3://BUCKET/PATH` with S3_* for the rest */
export async function openVault(place: string, config: Config): Promise<Vault> {
  const named = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place)
  if (!named) return createFolderVault(resolve(place))
  const { createS3Vault } = await import('./s3-vault.ts')
  return createS3Vault(config, named[1]!, named[2]!)
}

export function createFolderVault(folder: string): Vault {
  const pathOf = (name: string) => join(folder, name)
  return {
    make: async () => void (await mkdir(folder, { recursive: true, mode: 0o700 })),
    async write(name, content) {
      // Created here, it would be on the machine's own disk while the other one is missing.
      if (!existsSync(folder))
        throw new Error(`There is no folder ${folder}. Make it if it is new; otherwise mount its disk`)
      await writeWhole(pathOf(name), content, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        // There are two disks, and the system doesn't say which one is full.
        throw error.code === 'ENOSPC' ? new Error(`The disk of ${folder} is full`, { cause: error }) : error
      })
    },
    async read(name) {
      const file = await open(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new Missing(name) : error
      })
      return createReadStream('', { fd: file })
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async removeParts(name) {
      // Nothing was ever written there.
      if (!existsSync(pathOf(name))) return
      for (const part of await readdir(pathOf(name)))
        if (part.endsWith('.part')) await rm(join(pathOf(name), part), { force: true })
    },
  }
}

/** The same place, to which nothing is written after the signal; what is being written then is undone. */
export const stopAt = (vault: Vault, signal: AbortSignal): Vault => ({
  ...vault,
  async write(name, content) {
    if (signal.aborted) content.destroy()
    signal.throwIfAborted()
    await vault.write(name, addAbortSignal(signal, content))
  },
})

const instant = z.iso.datetime()
const segment = z.string().regex(/^[0-9A-F]{24}$/)

/** What a vault holds; written last, so that whatever it names is there. */
const shape = z.object({
  format: z.literal(1),
  /** of the cluster: another one's backup has another vault */
  system: z.string(),
  timeline: z.number().int(),
  version: z.string(),
  bases: z.array(
    z.object({
      ...{ id: z.string(), from: segment, to: segment, ended_at: instant },
      /** no instant after this and before `ended_at` can be restored */
      lost_since: instant.optional(),
    }),
  ),
  /** in order */
  segments: z.array(segment),
  files: z.array(z.object({ store: z.string(), id: z.string(), gone_at: instant.nullable() })),
  /** everything that was committed until then is here */
  until: instant,
  /** no instant after this can be restored before the whole cluster is copied again */
  lost_since: instant.optional(),
})
export type Catalog = z.output<typeof shape>
export type Base = Catalog['bases'][number]

const catalogName = 'catalog.json'

/** null: nothing yet */
export async function readCatalog(vault: Vault): Promise<Catalog | null> {
  const content = await vault
    .read(catalogName)
    .then(text)
    .catch((error: Error) => {
      if (error instanceof Missing) return null
      throw new Error(`The backup cannot be read: ${error.message}`, { cause: error })
    })
  if (content === null) return null
  try {
    return shape.parse(JSON.parse(content))
  } catch (error) {
    throw new Error('The backup is damaged, or of a newer portal: its catalog cannot be read', { cause: error })
  }
}

export const writeCatalog = (vault: Vault, catalog: Catalog): Promise<void> =>
  vault.write(catalogName, Readable.from([JSON.stringify(catalog)]))

export const baseName = (id: string): string => `bases/${id}.tar.zst`
export const segmentName = (name: string): string => `wal/${name}.zst`
export const fileName = (store: string, id: string): string => `files/${store}/${id}`

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
