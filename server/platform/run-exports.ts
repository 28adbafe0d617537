import { type Ctx, type CtxOrigin, withCtx } from './context.ts'
import { isPassing } from './database.ts'

/** A job is taken for dead after ten minutes; the rest is done by the next one, ms. */
const longestMs = 8 * 60_000

interface Export {
  readonly id: string
  readonly clinic_ids: readonly string[]
}

interface Making {
  /** Makes a piece and notes it, in one transaction. @returns whether something is left to do */
  make(ctx: Ctx, id: string): Promise<boolean>
  fail(ctx: Ctx, id: string): Promise<void>
}

/** Makes exports piece by piece, so that a node that stops is continued by another. For a job, which may run twice. */
export async function runExports(origin: CtxOrigin, exports: readonly Export[], { make, fail }: Making): Promise<void> {
  const end = Date.now() + longestMs
  for (const { id, clinic_ids: clinicIds } of exports) {
    // Limited to what the export may hold, whatever its statements say.
    const limited = { ...origin, actor: { type: 'link', id, clinicIds } } as const
    try {
      while (Date.now() < end && (await withCtx(limited, (ctx) => make(ctx, id))));
    } catch (error) {
      // The database or the archive is away: the export goes on when it is back.
      if (isPassing(error as Error) || (error as { code?: string }).code === 'archive_away') throw error
      origin.log.error({ err: error, export_id: id }, 'an export failed')
      await withCtx(limited, (ctx) => fail(ctx, id))
    }
  }
}
