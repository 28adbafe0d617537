import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

/** @returns the priority that a thread ends up with which begins with this one */
async function priorityFrom(first: string): Promise<number> {
  const script = `
    const { getPriority, setPriority } = require('node:os')
    setPriority(Math.max(getPriority(), ${first}))
    import(${JSON.stringify(new URL('./let-others-first.ts', import.meta.url).href)}).then(({ letOthersFirst }) => {
      letOthersFirst()
      require('node:worker_threads').parentPort.postMessage(getPriority())
    })`
  const [priority] = await once(new Worker(script, { eval: true }), 'message')
  return priority as number
}

it.runIf(process.platform === 'linux')('lowers a thread’s priority, and raises none', async () => {
  expect(await priorityFrom('5')).toBeGreaterThanOrEqual(10)
  expect(await priorityFrom('15')).toBeGreaterThanOrEqual(15)
})
