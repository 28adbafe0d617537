import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { Missing, type Vault } from './vault.ts'

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
