import { randomUUID } from 'node:crypto'
import { m } from '@eupnea/texts'
import { withCtx } from '../platform/context.ts'
import { isPassing } from '../platform/database.ts'
import type { EventListener } from '../platform/events.ts'
import { createLastingLog } from '../platform/log-lasting.ts'
import { applyRun } from './apply-run.ts'
import { EhrError } from './ehr-error.ts'
import { endRun } from './end-run.ts'
import { readRun } from './read-run.ts'
import { RunLost, type RunWork } from './run-work.ts'
import { claimRun, type RunRow, releaseLease, renewLease } from './runs.sql.ts'

export interface EhrImportsOptions extends Pick<RunWork, 'origin' | 'sealer' | 'outgoing' | 'baseUrl'> {
  readonly events: Pick<EventListener, 'on' | 'onResume'>
  /** wait before a second attempt, ms */
  readonly backoffMs?: number
}

/** Runs processed at a time per node; most of them wait for an EHR. */
const mostAtOnce = 4
const renewMs = 5_000
const lookMs = 5_000

/**
 * Processes imports as they are started and confirmed, and those left behind by a dead node.
 * @returns a function that stops; unfinished runs continue at the next start
 */
export function startEhrImports({ events, backoffMs = 500, ...given }: EhrImportsOptions): () => Promise<void> {
  const { origin } = given
  const stopping = new AbortController()
  const atWork = new Set<Promise<void>>()
  let looking: Promise<void> | null = null
  let isWanted = false

  const claiming = createLastingLog(origin.log, 'EHR imports wait', 'EHR imports go on')
  const look = async () => {
    try {
      do {
        isWanted = false
        while (!stopping.signal.aborted && atWork.size < mostAtOnce) {
          const worker = randomUUID()
          const run = await withCtx(origin, (ctx) => claimRun(ctx, worker))
          if (!run) break
          const work = workOn({ ...given, backoffMs, worker, signal: stopping.signal }, run).finally(() => {
            atWork.delete(work)
            wake()
          })
          atWork.add(work)
        }
      } while (isWanted && !stopping.signal.aborted)
      claiming.worked()
    } catch (error) {
      claiming.failed((error as Error).message)
    }
  }
  function wake() {
    isWanted = true
    if (stopping.signal.aborted) return
    looking ??= look().finally(() => {
      looking = null
      if (isWanted && !stopping.signal.aborted) wake()
    })
  }

  events.on((event) => {
    if (event.type === 'changed' && event.noun === 'imports') wake()
  })
  events.onResume(wake)
  const timer = setInterval(wake, lookMs)
  wake()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await looking
    await Promise.all(atWork)
  }
}

/** Never rejects: errors are stored with the run. */
async function workOn(work: RunWork, run: RunRow): Promise<void> {
  const over = new AbortController()
  const signal = AbortSignal.any([work.signal, over.signal])
  const renewal = setInterval(() => {
    withCtx(work.origin, (ctx) => renewLease(ctx, run.id, work.worker))
      .then((isOurs) => !isOurs && over.abort())
      // If the database is away for longer than the lease, the work's own transactions fail.
      .catch(() => {})
  }, renewMs)
  try {
    const at = { ...work, signal }
    await (run.state === 'reading' ? readRun(at, run) : applyRun(at, run))
  } catch (error) {
    await giveUp(work, run, error as Error, signal.aborted).catch(() => {})
  } finally {
    clearInterval(renewal)
  }
}

async function giveUp(work: RunWork, run: RunRow, error: Error, isStopping: boolean): Promise<void> {
  const { origin, worker } = work
  if (error instanceof RunLost) return
  const isTheirs = error instanceof EhrError
  if (isStopping || (!isTheirs && isPassing(error)))
    // The next node that looks continues it: immediately after a stop, after the lease when the database is away.
    return withCtx(origin, (ctx) => releaseLease(ctx, run.id, worker))
  if (!isTheirs) origin.log.error({ err: error, run_id: run.id }, 'an EHR import failed')
  const message = isTheirs ? error.message : m.ehr_import_error_ours()
  await withCtx(origin, (ctx) => endRun(ctx, run, 'failed', { from: ['reading', 'applying'], worker, message }))
}
