import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { createFileStore, type StoreConfig } from '../../platform/create-file-store.ts'
import { type Connection, createPool } from '../../platform/database.ts'
import { letOthersFirst } from '../../platform/let-others-first.ts'
import { archivePool, type Retention } from './archiving.sql.ts'
import { archiveDays, forgetErased } from './write-archive.ts'

/** The thread that writes the archive, so that neither readings nor calls wait for it. */

export interface ArchiverData {
  readonly connection: Connection
  readonly config: StoreConfig
  readonly afterDays: number
  readonly retention: Retention
  readonly settledSeconds: number
  /** how often files of erased people are looked for, and closed days, ms */
  readonly forgetEveryMs: number
  readonly archiveEveryMs: number
}

/** works: the last round went well; failure: why it didn't; warning: what waits though it did */
export type ArchiverSays = { readonly works: boolean } | { readonly failure: string } | { readonly warning: string }

letOthersFirst()

const data = workerData as ArchiverData
const say = (said: ArchiverSays) => parentPort?.postMessage(said)
const pool = createPool(data.connection, archivePool)
const work = {
  ...data,
  ...{ pool, store: await createFileStore(data.config), rest: 1, isStopping: () => false },
  warn: (warning: string) => say({ warning }),
}

const tried = (what: Promise<void>): Promise<boolean> =>
  what.then(
    () => true,
    (error: Error) => {
      say({ failure: error.message })
      return false
    },
  )

for (let archived = Number.NEGATIVE_INFINITY; ; ) {
  // A file that can't be rewritten must not keep other devices' days from the archive.
  let works = await tried(forgetErased(work))
  if (performance.now() - archived >= data.archiveEveryMs) {
    if (await tried(archiveDays(work))) archived = performance.now()
    else works = false
  }
  say({ works })
  await sleep(data.forgetEveryMs)
}
