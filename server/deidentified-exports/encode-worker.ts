import { parentPort } from 'node:worker_threads'
import { type Columns, encode } from '../live/archive/index.ts'
import { letOthersFirst } from '../platform/let-others-first.ts'

letOthersFirst()

parentPort?.on('message', ({ columns, whose }: { columns: Columns; whose: { resident: string } }) => {
  parentPort?.postMessage(encode(columns, whose))
})
