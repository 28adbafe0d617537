import { m } from '@eupnea/texts'
import type { Archive } from '../live/archive/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { isPassing } from '../platform/database.ts'
import { failExport, selectRunning } from './deidentified-exports.sql.ts'
import { type Encoder, startEncoder } from './encoder.ts'
import { makePiece } from './make-piece.ts'

/** A job is taken for dead after ten minutes; the rest is done by the next one, ms. */
const longestMs = 8 * 60_000

/** Makes the exports that were started, a resident's day at a time (AR-4). For a job, which may run twice. */
export async function runDeidentifiedExports(origin: CtxOrigin, archive: Archive): Promise<void> {
  const end = Date.now() + longestMs
  const running = await withCtx(origin, selectRunning)
  if (running.length === 0) return
  const encoder: Encoder = startEncoder()
  try {
    for (const { id, clinic_id } of running) {
      // Limited to the facility, whatever the statements say.
      const limited = { ...origin, actor: { type: 'link', id, clinicIds: [clinic_id] } } as const
      const step = () => withCtx(limited, (ctx) => makePiece(ctx, { archive, encoder }, id))
      try {
        while (Date.now() < end && (await step()));
      } catch (error) {
        // The database or the archive is away: the export goes on when it is back.
        if (isPassing(error as Error) || (error as { code?: string }).code === 'archive_away') throw error
        origin.log.error({ err: error, export_id: id }, 'a de-identified export failed')
        await withCtx(limited, (ctx) => failExport(ctx, id, m.deidentified_export_failed()))
      }
    }
  } finally {
    await encoder.close()
  }
}
