import { z } from 'zod'

/** What a backup says about itself, in `manifest.json`; what it names is beside it. */

const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Names are put into statements: nothing but names may stand there. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

export const manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  /** the instant that everything in it is of */
  made_at: z.iso.datetime(),
  /** what its tables were made with */
  migrations: z.array(z.object({ name: z.string().regex(/^(baseline|\d{4}-[a-z0-9-]+\.sql)$/), hash })),
  /** in the order in which rows refer to rows before them */
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.number().int(), hash })),
  /** days of tables that are kept by day */
  partitions: z.array(
    z.object({
      name,
      parent: name,
      bound: z.string().regex(/^FOR VALUES FROM \('[-0-9 :+]{8,40}'\) TO \('[-0-9 :+]{8,40}'\)$/),
      options: z.string().regex(/^[a-z_=0-9, ]*$/),
    }),
  ),
  /** numbers that have been given away: they are not given again, though their rows may be gone */
  sequences: z.array(z.object({ name, value: z.number().int(), is_called: z.boolean() })),
  files: z.array(z.object({ store: z.string(), id: z.uuid(), hash })),
  /** files that were being replaced just then */
  missing: z.array(z.uuid()),
})
export type Manifest = z.output<typeof manifest>

export const tableFile = (table: string): string => `tables/${table}.copy.zst`
export const filePath = ({ store, id }: { readonly store: string; readonly id: string }): string =>
  `files/${store}/${id}`
