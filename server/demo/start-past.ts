import { addAbortListener } from 'node:events'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import type { Connection } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { selectDemoPlace } from './past.sql.ts'

const dayMs = 24 * 3_600_000

/** Whether there is a demonstration facility whose past is not all there. */
export async function isPastDue(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    const place = await selectDemoPlace(client)
    return place !== null && (place.oldest === null || place.oldest > place.since + dayMs)
  } finally {
    client.release()
  }
}

/**
 * Makes the past of the demonstration facility in a thread of its own (VI-5).
 * @param stopping waits no longer when it aborts
 * @returns once its newest day is there, from which live readings go on; with what stops the rest
 */
export async function startPast(
  connection: Connection,
  log: Log,
  stopping?: AbortSignal,
): Promise<() => Promise<void>> {
  const worker = new Worker(new URL('./past-worker.ts', import.meta.url), { workerData: { connection } })
  const isNew = new Promise<void>((resolve) => worker.once('message', () => resolve()))
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('error', (error) =>
    log.error({ err: error }, 'demonstration: its past was not made, the next start tries again'),
  )
  const halted = new Promise<void>((resolve) => stopping && addAbortListener(stopping, () => resolve()))
  await Promise.race([isNew, gone, halted])
  return async () => {
    await worker.terminate()
  }
}
