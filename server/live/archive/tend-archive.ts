import { Worker } from 'node:worker_threads'
import type { StoreConfig } from '../../platform/create-file-store.ts'
import type { Connection } from '../../platform/database.ts'
import type { Lead } from '../../platform/leader.ts'
import type { Log } from '../../platform/log.ts'
import { createLastingLog } from '../../platform/log-lasting.ts'
import type { ArchiverData, ArchiverSays } from './archive-worker.ts'
import type { Retention } from './archiving.sql.ts'

export interface ArchiverOptions {
  readonly connection: Connection
  readonly config: StoreConfig
  readonly log: Log
  readonly afterDays: number
  readonly retention: Retention
  /** by default until the portal has started, which keeps it busy enough */
  readonly beginAfterMs?: number
}

/** longer than any download, which is what reads longest (`server/platform/csv.ts`) */
const settledSeconds = 20 * 60
const forgetEveryMs = 60_000
const archiveEveryMs = 10 * 60_000

/** Rounds follow each minute while one fails. A new file has another name in each, so reasons are compared without. */
export function createArchiverLog(log: Log): (said: ArchiverSays) => void {
  const failing = createLastingLog(log, 'archive: waits, trying again', 'archive: works again')
  const waiting = createLastingLog(log, 'archive: waits, trying again', '')
  const unnamed = (reason: string) => reason.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')
  return (said) => {
    if ('failure' in said) failing.failed(unnamed(said.failure), { reason: said.failure })
    else if ('warning' in said) waiting.failed(unnamed(said.warning), { reason: said.warning })
    else if (said.works) failing.worked()
  }
}

/** Writes the archive for all nodes for as long as this one leads. */
export function tendArchive(options: ArchiverOptions): Lead {
  const { connection, config, log, afterDays, retention, beginAfterMs = 20_000 } = options
  let works = true
  const logSaid = createArchiverLog(log)
  const workerData: ArchiverData = {
    ...{ afterDays, retention, settledSeconds, forgetEveryMs, archiveEveryMs },
    connection,
    config,
  }
  const fail = (error?: unknown) => {
    works = false
    if (error instanceof Error) log.error({ err: error }, 'archive: the thread ended')
  }
  let worker: Worker | undefined
  const begin = setTimeout(() => {
    worker = new Worker(new URL('./archive-worker.ts', import.meta.url), { workerData })
    worker.unref()
    worker.on('message', (said: ArchiverSays) => {
      if ('works' in said) works = said.works
      logSaid(said)
    })
    worker.on('error', fail)
    worker.on('exit', () => fail())
  }, beginAfterMs)
  begin.unref()
  return {
    get works() {
      return works
    },
    // Whatever it was doing is done again.
    async close() {
      clearTimeout(begin)
      await worker?.terminate()
    },
  }
}
