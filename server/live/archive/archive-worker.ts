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

/** works: the last round went well */
export type ArchiverSays = { readonly works: boolean } | { readonly warning: string }

letOthersFirst()

const data = workerData as ArchiverData
const say = (said: ArchiverSays) => parentPort?.postMessage(said)
const pool = createPool(data.connection, archivePool)
const work = {
  ...data,
  ...{ pool, store: await createFileStore(data.config), rest: 1, isStopping: () => false },
  warn: (warning: string) => say({ warning }),
}

for (let archived = Number.NEGATIVE_INFINITY; ; ) {
  try {
    await forgetErased(work)
    if (performance.now() - archived >= data.archiveEveryMs) {
      await archiveDays(work)
      archived = performance.now()
    }
    say({ works: true })
  } catch (error) {
    say({ warning: (error as Error).message })
    say({ works: false })
  }
  await sleep(data.forgetEveryMs)
}
