import { Worker } from 'node:worker_threads'
import type { StoreConfig } from '../../platform/create-file-store.ts'
import type { Connection } from '../../platform/database.ts'
import type { Lead } from '../../platform/leader.ts'
import type { Log } from '../../platform/log.ts'
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

/** Writes the archive for all nodes for as long as this one leads. */
export function tendArchive(options: ArchiverOptions): Lead {
  const { connection, config, log, afterDays, retention, beginAfterMs = 20_000 } = options
  let works = true
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
      else log.warn({ reason: said.warning }, 'archive: waits, trying again')
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
