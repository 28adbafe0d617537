import { m } from '@eupnea/texts'
import type { Archive } from '../live/archive/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { runExports } from '../platform/run-exports.ts'
import { failExport, selectRunning } from './deidentified-exports.sql.ts'
import { startEncoder } from './encoder.ts'
import { makePiece } from './make-piece.ts'

/** Makes the exports that were started, a resident's day at a time (AR-4). For a job, which may run twice. */
export async function runDeidentifiedExports(origin: CtxOrigin, archive: Archive): Promise<void> {
  const running = await withCtx(origin, selectRunning)
  if (running.length === 0) return
  const encoder = startEncoder()
  try {
    await runExports(
      origin,
      running.map(({ id, clinic_id }) => ({ id, clinic_ids: [clinic_id] })),
      {
        make: (ctx, id) => makePiece(ctx, { archive, encoder }, id),
        fail: (ctx, id) => failExport(ctx, id, m.deidentified_export_failed()),
      },
    )
  } finally {
    await encoder.close()
  }
}
