import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Columns } from '../live/archive/index.ts'

/** Writes Parquet in a thread, so that neither readings nor calls wait for it. */
export interface Encoder {
  encode(columns: Columns, whose: { readonly resident: string }): Promise<Uint8Array>
  close(): Promise<void>
}

/** For one file at a time. */
export function startEncoder(): Encoder {
  const worker = new Worker(new URL('./encode-worker.ts', import.meta.url))
  worker.unref()
  return {
    async encode(columns, whose) {
      worker.postMessage({ columns, whose })
      const [bytes] = (await once(worker, 'message')) as [Uint8Array]
      return bytes
    },
    close: async () => void (await worker.terminate()),
  }
}
