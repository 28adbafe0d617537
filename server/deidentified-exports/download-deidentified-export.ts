import { Readable } from 'node:stream'
import type { downloadDeidentifiedExport as declaration } from '@eupnea/contract/deidentified-exports.ts'
import { pack } from 'tar-stream'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { FileAnswer } from '../platform/file-answer.ts'
import type { VerbApart } from '../platform/route.ts'
import { selectExport, selectFile, selectFileNames } from './deidentified-exports.sql.ts'

/** The files of an export that was made, as one archive (AR-4). @throws 404, also once it is deleted */
export const downloadDeidentifiedExport: VerbApart<typeof declaration> = async ({ origin, input: { export_id } }) => {
  const names = await withCtx(origin, async (ctx) => {
    const row = await selectExport(ctx, export_id)
    if (!row?.ended_at || row.error !== null) throw notFound('export')
    const detail = { export_id, residents: row.residents, rows: Number(row.rows) }
    await recordAudit(ctx, { act: 'deidentified-export.download', clinic_id: row.clinic_id, detail })
    return selectFileNames(ctx, export_id)
  })
  const content = pack()
  // As fast as it is read, in a transaction a file, so that no connection is held.
  void (async () => {
    for (const name of names) {
      const bytes = await withCtx(origin, (ctx) => selectFile(ctx, export_id, name))
      if (!bytes) throw new Error('The export was deleted')
      await new Promise<void>((resolve, reject) =>
        content.entry({ name, mtime: new Date(0) }, bytes, (error) => (error ? reject(error) : resolve())),
      )
    }
    content.finalize()
  })().catch((error: Error) => content.destroy(error))
  return new FileAnswer({
    open: () => Readable.from(content),
    name: 'deidentified-export.tar',
    type: 'application/x-tar',
    bytes: null,
  })
}
