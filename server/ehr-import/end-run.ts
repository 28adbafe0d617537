import { ehrStatusOf } from '@eupnea/contract/ehr-import.ts'
import { recordAudit } from '../audit/index.ts'
import { setEhrStatus } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { selectConnection } from './connections.sql.ts'
import type { Limit } from './incoming.ts'
import { countRows, deleteOldRows, insertRows, type NewRow } from './rows.sql.ts'
import { inTransaction, RunLost, type RunWork } from './run-work.ts'
import { moveRun, type RunRow } from './runs.sql.ts'

/** Runs per clinic whose rows are kept, because rows contain names. */
const keptRuns = 5

/** Everything is read: wait for a person to confirm, or end if there is nothing to confirm. */
export async function endReading(
  work: RunWork,
  run: RunRow,
  rows: readonly NewRow[],
  { limits, ...read }: { pages: number; rows_read: number; rows_announced: number | null; limits: readonly Limit[] },
): Promise<void> {
  await inTransaction(work, async (ctx) => {
    await insertRows(ctx, run, rows)
    const kinds = (await countRows(ctx, [run.id])).get(run.id)?.kinds ?? {}
    const isToSee = (kinds.create ?? 0) + (kinds.update ?? 0) + (kinds.discharge ?? 0) + (kinds.ask ?? 0) > 0
    // With a part of the EHR missing, nothing is certain.
    const isCertain =
      run.is_scheduled && limits.length === 0 && (await selectConnection(ctx, run.clinic_id))?.applies_certain === true
    const state = isToSee && !isCertain ? 'preview' : 'applying'
    const applies = isToSee && isCertain ? 'certain' : 'all'
    const about = { ...read, applies, limits: JSON.stringify(limits) }
    const values = { ...about, state, next_page: null, waits_until: null, worker: null, lease_until: null }
    if (!(await moveRun(ctx, run.id, ['reading'], values, work.worker))) throw new RunLost()
    await setEhrStatus(ctx, run.clinic_id, ehrStatusOf[state])
    await recordAudit(ctx, {
      act: 'ehr-import.read',
      clinic_id: run.clinic_id,
      detail: { run_id: run.id, rows: read.rows_read },
    })
    await tell(ctx, run)
  })
}

/** The final step of any run. @returns false when the run is no longer ours */
export async function endRun(
  ctx: Ctx,
  run: Pick<RunRow, 'id' | 'clinic_id'>,
  state: 'done' | 'failed' | 'cancelled',
  more: { from: readonly RunRow['state'][]; worker?: string; message?: string },
): Promise<boolean> {
  const counts = (await countRows(ctx, [run.id])).get(run.id)
  const values = {
    state,
    finished_at: Temporal.Now.instant(),
    ...{ message: more.message ?? null, counts: counts ? JSON.stringify(counts) : null },
    ...{ worker: null, lease_until: null, waits_until: null, next_page: null },
  }
  if (!(await moveRun(ctx, run.id, more.from, values, more.worker))) return false
  await setEhrStatus(ctx, run.clinic_id, ehrStatusOf[state])
  await deleteOldRows(ctx, run.clinic_id, keptRuns)
  await recordAudit(ctx, {
    act: state === 'done' ? 'ehr-import.finish' : state === 'failed' ? 'ehr-import.fail' : 'ehr-import.cancel',
    clinic_id: run.clinic_id,
    detail: { run_id: run.id, applied: counts?.applied ?? 0 },
  })
  await tell(ctx, run)
  return true
}

/** Announces the import, and the clinic whose EHR state changes. */
async function tell(ctx: Ctx, { clinic_id }: Pick<RunRow, 'clinic_id'>): Promise<void> {
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
}
