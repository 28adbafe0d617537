import { z } from 'zod'

/** A backup's description of itself, in `manifest.json` next to the files it names. */

const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Names go into SQL statements, so only plain identifiers are allowed. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

export const manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  /** the instant of the backup's snapshot */
  made_at: z.iso.datetime(),
  /** the migrations its tables were created with */
  migrations: z.array(z.object({ name: z.string().regex(/^(baseline|\d{4}-[a-z0-9-]+\.sql)$/), hash })),
  /** in an order in which rows only refer to earlier rows */
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.number().int(), hash })),
  /** days of partitioned tables */
  partitions: z.array(
    z.object({
      name,
      parent: name,
      bound: z.string().regex(/^FOR VALUES FROM \('[-0-9 :+]{8,40}'\) TO \('[-0-9 :+]{8,40}'\)$/),
      options: z.string().regex(/^[a-z_=0-9, ]*$/),
    }),
  ),
  /** numbers that were assigned: they are never assigned again, even if their rows are gone */
  sequences: z.array(z.object({ name, value: z.number().int(), is_called: z.boolean() })),
  files: z.array(z.object({ store: z.string(), id: z.uuid(), hash })),
  /** files that were being replaced during the backup */
  missing: z.array(z.uuid()),
})
export type Manifest = z.output<typeof manifest>

export const tableFile = (table: string): string => `tables/${table}.copy.zst`
export const filePath = ({ store, id }: { readonly store: string; readonly id: string }): string =>
  `files/${store}/${id}`
