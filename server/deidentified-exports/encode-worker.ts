import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Columns, encode } from '../live/archive/index.ts'

// On Linux each thread has its own priority; elsewhere this would slow down the whole portal.
if (process.platform === 'linux') setPriority(0, 10)

parentPort?.on('message', ({ columns, whose }: { columns: Columns; whose: { resident: string } }) => {
  parentPort?.postMessage(encode(columns, whose))
})
